package dev.throughline.render.jinja;

/// Python's `repr` of a string: single quotes, or double ones where only single ones occur inside.
final class PythonQuotes {
    private PythonQuotes() {}

    static String quote(String text) {
        char mark = mark(text);
        StringBuilder out = new StringBuilder().append(mark);
        text.codePoints().forEach(c -> out.append(escape(c, mark)));
        return out.append(mark).toString();
    }

    static void quote(TextValueBuilder out, TextValue text, Origin around) {
        String value = text.value();
        char mark = mark(value);
        out.append(String.valueOf(mark), around);
        int plain = 0;
        for (int at = 0; at < value.length(); ) {
            int c = value.codePointAt(at);
            int next = at + Character.charCount(c);
            if (isEscaped(c, mark)) {
                out.append(text, plain, at);
                MappedText.append(out, text, at, escape(c, mark));
                plain = next;
            }
            at = next;
        }
        out.append(text, plain, value.length());
        out.append(String.valueOf(mark), around);
    }

    private static char mark(String text) {
        return text.indexOf('\'') >= 0 && text.indexOf('"') < 0 ? '"' : '\'';
    }

    private static boolean isEscaped(int c, char mark) {
        return c == mark || c == '\\' || (c != ' ' && !isPrintable(c));
    }

    private static String escape(int c, char mark) {
        if (!isEscaped(c, mark)) {
            return Character.toString(c);
        }
        return switch (c) {
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            default -> c == mark || c == '\\' ? "\\" + (char) c : numeric(c);
        };
    }

    /// Python's `ascii`: a `repr` of which all that is not ASCII is escaped.
    static TextValue ascii(RenderState state, TemplateValue value) {
        return MappedText.map(state, PythonText.repr(state, value), c -> c < 0x80 ? Character.toString(c) : numeric(c));
    }

    private static String numeric(int c) {
        return c < 0x100 ? "\\x%02x".formatted(c) : c < 0x10000 ? "\\u%04x".formatted(c) : "\\U%08x".formatted(c);
    }

    static boolean isPrintable(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.FORMAT, Character.SURROGATE, Character.PRIVATE_USE -> false;
            case Character.UNASSIGNED, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> false;
            case Character.SPACE_SEPARATOR -> false;
            default -> true;
        };
    }
}
