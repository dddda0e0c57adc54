package dev.throughline.render.jinja;

/// Reads the escapes of a string literal as Python's `unicode-escape` codec does; unknown ones stay as they are.
final class StringEscapes {
    private final TemplateSource source;
    private final String text;
    private final int offset;
    private final StringBuilder out = new StringBuilder();
    private int at;

    private StringEscapes(TemplateSource source, String text, int offset) {
        this.source = source;
        this.text = text;
        this.offset = offset;
    }

    static String unescape(TemplateSource source, String text, int offset) {
        return text.indexOf('\\') < 0 ? text : new StringEscapes(source, text, offset).read();
    }

    private String read() {
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == '\\') {
                escape(text.charAt(at++));
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }

    private void escape(char c) {
        switch (c) {
            case '\n' -> {}
            case '\\', '\'', '"' -> out.append(c);
            case 'a' -> out.append('\u0007');
            case 'b' -> out.append('\b');
            case 'f' -> out.append('\f');
            case 'n' -> out.append('\n');
            case 'r' -> out.append('\r');
            case 't' -> out.append('\t');
            case 'v' -> out.append('\u000b');
            case 'x' -> hex(2);
            case 'u' -> hex(4);
            case 'U' -> hex(8);
            case '0', '1', '2', '3', '4', '5', '6', '7' -> octal();
            case 'N' -> named();
            default -> out.append('\\').append(c);
        }
    }

    private void hex(int digits) {
        int end = at + digits;
        if (end > text.length()) {
            throw malformed();
        }
        try {
            out.appendCodePoint(Integer.parseUnsignedInt(text, at, end, 16));
        } catch (IllegalArgumentException _) {
            throw malformed();
        }
        at = end;
    }

    private void octal() {
        int end = at;
        while (end < text.length() && end < at + 2 && text.charAt(end) >= '0' && text.charAt(end) <= '7') {
            end++;
        }
        out.append((char) Integer.parseInt(text, at - 1, end, 8));
        at = end;
    }

    private void named() {
        int end = text.indexOf('}', at);
        if (at >= text.length() || text.charAt(at) != '{' || end < 0) {
            throw malformed();
        }
        try {
            out.appendCodePoint(Character.codePointOf(text.substring(at + 1, end)));
        } catch (IllegalArgumentException _) {
            throw malformed();
        }
        at = end + 1;
    }

    private TemplateException malformed() {
        return source.syntaxError("malformed escape in a string", offset);
    }
}
