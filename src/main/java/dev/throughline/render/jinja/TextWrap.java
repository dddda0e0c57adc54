package dev.throughline.render.jinja;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Breaks lines as Python's `textwrap.wrap` does. Source: CPython 3.11, `Lib/textwrap.py`.
///
/// @param width of a line, in code points
/// @param breaksWords whether longer words are cut
/// @param breaksAtHyphens whether words are broken behind hyphens
record TextWrap(int width, boolean breaksWords, boolean breaksAtHyphens) {
    private static final String SPACE = "[\\t\\n\\x0b\\x0c\\r ]";
    private static final String WORD = "[\\w!\"'&.,?]";
    private static final String LETTER = "[^\\d\\W]";
    private static final Pattern HYPHENATED = Pattern.compile(
            SPACE + "+|(?<=" + WORD + ")-{2,}(?=\\w)|[^\\t\\n\\x0b\\x0c\\r ]+?(?:-(?:(?<=" + LETTER + "{2}-)|(?<="
                    + LETTER
                    + "-" + WORD + "-))(?=" + LETTER + "-?" + LETTER + ")|(?=" + SPACE + "|\\z)|(?<=" + WORD
                    + ")(?=-{2,}\\w))",
            Pattern.UNICODE_CHARACTER_CLASS);
    private static final Pattern SIMPLE = Pattern.compile(SPACE + "+|[^\\t\\n\\x0b\\x0c\\r ]+");

    TextWrap {
        if (width <= 0) {
            throw TemplateException.value("invalid width " + width + " (must be > 0)");
        }
    }

    /// The lines of a paragraph.
    List<String> lines(RenderState state, String text) {
        state.budget().scan(32L * text.length());
        Deque<String> chunks = chunks(text);
        List<String> lines = new ArrayList<>();
        while (!chunks.isEmpty()) {
            if (!lines.isEmpty() && isBlank(chunks.getFirst())) {
                chunks.removeFirst();
            }
            List<String> line = line(chunks);
            if (!line.isEmpty() && isBlank(line.getLast())) {
                line.removeLast();
            }
            if (!line.isEmpty()) {
                state.budget().items(1);
                lines.add(String.join("", line));
            }
        }
        return lines;
    }

    private Deque<String> chunks(String text) {
        Deque<String> found = new ArrayDeque<>();
        Matcher chunk = (breaksAtHyphens ? HYPHENATED : SIMPLE).matcher(text);
        int at = 0;
        while (chunk.find()) {
            if (at < chunk.start()) {
                found.add(text.substring(at, chunk.start()));
            }
            if (chunk.start() < chunk.end()) {
                found.add(chunk.group());
            }
            at = chunk.end();
        }
        if (at < text.length()) {
            found.add(text.substring(at));
        }
        return found;
    }

    private List<String> line(Deque<String> chunks) {
        List<String> line = new ArrayList<>();
        int length = 0;
        while (!chunks.isEmpty() && length + CodePoints.length(chunks.getFirst()) <= width) {
            length += CodePoints.length(chunks.getFirst());
            line.add(chunks.removeFirst());
        }
        if (!chunks.isEmpty() && CodePoints.length(chunks.getFirst()) > width) {
            cut(chunks, line, width - length);
        }
        return line;
    }

    /// Takes as much of a word that is longer than a line as there is room for.
    private void cut(Deque<String> chunks, List<String> line, int room) {
        String word = chunks.getFirst();
        if (!breaksWords) {
            if (line.isEmpty()) {
                line.add(chunks.removeFirst());
            }
            return;
        }
        int end = CodePoints.offset(word, room);
        if (breaksAtHyphens) {
            int hyphen = word.substring(0, end).lastIndexOf('-');
            if (hyphen > 0 && word.substring(0, hyphen).chars().anyMatch(c -> c != '-')) {
                end = hyphen + 1;
            }
        }
        chunks.removeFirst();
        line.add(word.substring(0, end));
        chunks.addFirst(word.substring(end));
    }

    private static boolean isBlank(String chunk) {
        return chunk.codePoints().allMatch(PythonWhitespace::isSpace);
    }
}
