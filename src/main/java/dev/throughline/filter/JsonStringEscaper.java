package dev.throughline.filter;

/// Escapes text for the inside of a JSON string, in pieces. Source: RFC 8259, 7.
final class JsonStringEscaper {
    private static final char FIRST_PRINTABLE = ' ';
    private static final String HEX = "0123456789abcdef";

    private JsonStringEscaper() {}

    static String quoted(String text) {
        return '"' + escaped(text) + '"';
    }

    /// The same string if nothing needs an escape.
    static String escaped(String text) {
        int at = nextEscape(text, 0);
        if (at == text.length()) {
            return text;
        }
        var escaped = new StringBuilder(text.length() + 16);
        int from = 0;
        while (at < text.length()) {
            escaped.append(text, from, at);
            escape(text.charAt(at), escaped);
            from = at + 1;
            at = nextEscape(text, from);
        }
        return escaped.append(text, from, text.length()).toString();
    }

    private static int nextEscape(String text, int from) {
        int at = from;
        while (at < text.length() && !needsEscape(text.charAt(at))) {
            at++;
        }
        return at;
    }

    private static boolean needsEscape(char unit) {
        return unit < FIRST_PRINTABLE || unit == '"' || unit == '\\';
    }

    private static void escape(char unit, StringBuilder out) {
        switch (unit) {
            case '"', '\\' -> out.append('\\').append(unit);
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            case '\b' -> out.append("\\b");
            case '\f' -> out.append("\\f");
            default -> out.append("\\u00").append(HEX.charAt(unit >> 4)).append(HEX.charAt(unit & 0xf));
        }
    }
}
