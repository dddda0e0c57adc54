package dev.throughline.render.jinja;

/// The characters that Python's `str.isspace` and `str.strip` take for white space.
public final class PythonWhitespace {
    private PythonWhitespace() {}

    public static boolean isSpace(int c) {
        return (c >= 0x09 && c <= 0x0d)
                || (c >= 0x1c && c <= 0x20)
                || c == 0x85
                || c == 0xa0
                || (c > 0xff && Character.isSpaceChar(c));
    }

    /// Where the text without leading white space begins.
    static int start(String text) {
        int at = 0;
        while (at < text.length() && isSpace(text.charAt(at))) {
            at++;
        }
        return at;
    }

    /// Where the text without trailing white space ends, not before `from`.
    public static int end(String text, int from) {
        int at = text.length();
        while (at > from && isSpace(text.charAt(at - 1))) {
            at--;
        }
        return at;
    }
}
