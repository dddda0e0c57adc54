package dev.throughline.store;

/// Converts any Java text to one that PostgreSQL can store, and back, without loss.
///
/// PostgreSQL rejects U+0000 and unpaired surrogates. Each is written as U+0010 (data link escape) and its
/// four lower-case hexadecimal digits; U+0010 itself likewise. Any other text is unchanged.
public final class StoredText {
    static final char ESCAPE = '\u0010';
    private static final int DIGITS = 4;

    private StoredText() {}

    public static String encode(String text) {
        int first = firstToEscape(text);
        return first < 0 ? text : escape(text, first);
    }

    public static String decode(String stored) {
        int escape = stored.indexOf(ESCAPE);
        if (escape < 0) {
            return stored;
        }
        StringBuilder text = new StringBuilder(stored.length());
        int from = 0;
        while (escape >= 0) {
            text.append(stored, from, escape);
            from = escape + 1 + DIGITS;
            text.append((char) Integer.parseInt(stored, escape + 1, from, 16));
            escape = stored.indexOf(ESCAPE, from);
        }
        return text.append(stored, from, stored.length()).toString();
    }

    /// Whether the character at this position must be escaped.
    static boolean needsEscape(CharSequence text, int at) {
        char c = text.charAt(at);
        if (c > ESCAPE && !Character.isSurrogate(c)) {
            return false;
        }
        if (c == 0 || c == ESCAPE) {
            return true;
        }
        return Character.isHighSurrogate(c)
                        && (at + 1 == text.length() || !Character.isLowSurrogate(text.charAt(at + 1)))
                || Character.isLowSurrogate(c) && (at == 0 || !Character.isHighSurrogate(text.charAt(at - 1)));
    }

    static void appendDigits(StringBuilder out, char c) {
        for (int shift = 12; shift >= 0; shift -= 4) {
            out.append(Character.forDigit((c >> shift) & 15, 16));
        }
    }

    private static int firstToEscape(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if ((c <= ESCAPE || c >= Character.MIN_SURROGATE) && needsEscape(text, i)) {
                return i;
            }
        }
        return -1;
    }

    private static String escape(String text, int first) {
        StringBuilder stored = new StringBuilder(text.length() + 8).append(text, 0, first);
        for (int i = first; i < text.length(); i++) {
            if (needsEscape(text, i)) {
                appendDigits(stored.append(ESCAPE), text.charAt(i));
            } else {
                stored.append(text.charAt(i));
            }
        }
        return stored.toString();
    }
}
