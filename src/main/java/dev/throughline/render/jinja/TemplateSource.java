package dev.throughline.render.jinja;

import java.util.Arrays;
import java.util.stream.IntStream;

/// The text of a template with one kind of line break and without the last one, as jinja2 reads it.
public final class TemplateSource {
    /// Several times the longest that is known; its tokens take a hundred times as much memory.
    private static final int LONGEST = 2_000_000;

    private final String text;
    private final int[] lineStarts;

    public TemplateSource(String source) {
        if (source.length() > LONGEST) {
            throw new TemplateException(
                    PythonError.LIMIT_EXCEEDED,
                    "a template of at most " + LONGEST + " characters was expected, found " + source.length());
        }
        String lines = source.replace("\r\n", "\n").replace('\r', '\n');
        this.text = lines.endsWith("\n") ? lines.substring(0, lines.length() - 1) : lines;
        this.lineStarts = IntStream.concat(
                        IntStream.of(0),
                        IntStream.range(0, text.length())
                                .filter(at -> text.charAt(at) == '\n')
                                .map(at -> at + 1))
                .toArray();
    }

    String text() {
        return text;
    }

    Position positionOf(int offset) {
        int found = Arrays.binarySearch(lineStarts, offset);
        int line = found >= 0 ? found : -found - 2;
        return new Position(line + 1, offset - lineStarts[line] + 1);
    }

    TemplateException syntaxError(String message, int offset) {
        Position position = positionOf(offset);
        return new TemplateException(PythonError.TEMPLATE_SYNTAX_ERROR, message, position.line(), position.column());
    }
}
