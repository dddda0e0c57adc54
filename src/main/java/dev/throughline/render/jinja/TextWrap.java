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
        var rest = new Rest(state.budget(), chunks(text));
        List<String> lines = new ArrayList<>();
        while (!rest.isEmpty()) {
            if (!lines.isEmpty() && rest.isBlank()) {
                rest.drop();
            }
            List<String> line = line(rest);
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
        Matcher chunk = (breaksAtHyphens ? HYPHENATED : SIMPLE).matcher(CheckedText.of(text));
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

    private List<String> line(Rest rest) {
        List<String> line = new ArrayList<>();
        int length = 0;
        while (!rest.isEmpty() && length + rest.points <= width) {
            length += rest.points;
            line.add(rest.take(rest.points));
        }
        if (!rest.isEmpty() && rest.points > width) {
            cut(rest, line, width - length);
        }
        return line;
    }

    /// Takes as much of a word that is longer than a line as there is room for.
    private void cut(Rest rest, List<String> line, int room) {
        if (!breaksWords) {
            if (line.isEmpty()) {
                line.add(rest.take(rest.points));
            }
            return;
        }
        String part = rest.peek(room);
        if (breaksAtHyphens) {
            int hyphen = part.lastIndexOf('-');
            if (hyphen > 0 && part.substring(0, hyphen).chars().anyMatch(c -> c != '-')) {
                part = part.substring(0, hyphen + 1);
            }
        }
        line.add(rest.take(CodePoints.length(part)));
    }

    private static boolean isBlank(String chunk) {
        return chunk.codePoints().allMatch(PythonWhitespace::isSpace);
    }

    /// What is not in a line yet. A word that is cut is not copied: its beginning moves.
    private static final class Rest {
        private final RenderBudget budget;
        private final Deque<String> chunks;
        /// UTF-16 offset in the first chunk.
        private int from;
        /// Code points of the first chunk from there on.
        private int points;

        Rest(RenderBudget budget, Deque<String> chunks) {
            this.budget = budget;
            this.chunks = chunks;
            begin();
        }

        private void begin() {
            from = 0;
            points = chunks.isEmpty() ? 0 : CodePoints.length(chunks.getFirst());
        }

        boolean isEmpty() {
            return chunks.isEmpty();
        }

        boolean isBlank() {
            String first = chunks.getFirst();
            int at = from;
            while (at < first.length() && PythonWhitespace.isSpace(first.charAt(at))) {
                at++;
            }
            budget.compared(at - from);
            return at == first.length();
        }

        void drop() {
            chunks.removeFirst();
            begin();
        }

        /// The next code points of the first chunk.
        String peek(int count) {
            String first = chunks.getFirst();
            budget.compared(count);
            return first.substring(from, first.offsetByCodePoints(from, count));
        }

        String take(int count) {
            String taken = peek(count);
            if (count == points) {
                drop();
            } else {
                from += taken.length();
                points -= count;
            }
            return taken;
        }
    }
}
