package dev.throughline.filter;

import org.jspecify.annotations.Nullable;

/// Finds markers in text that is cut anywhere. Every character is looked at once; text without `<` and `[` is passed on
/// as
/// a range of the string that it came in. Holds back less than the longest marker.
final class MarkerScanner {
    private static final Marker[] MARKERS = Marker.values();
    private static final int LONGEST = longest();
    private static final int ASCII = 128;
    /// For each place in a marker and each character: the markers that have it there, as bits.
    private static final int[][] ALIVE = alive();

    private final char[] held = new char[LONGEST];
    private int length;
    private int candidates;

    /// Takes what the scanner finds, in order.
    interface Lexemes {
        /// Text that is no marker: `source` from `from` to before `to`; never empty.
        void text(String source, int from, int to);

        void marker(Marker marker);
    }

    /// Reads more text.
    void feed(String text, Lexemes out) {
        int from = 0;
        for (int at = 0; at < text.length(); at++) {
            if (length == 0) {
                at = nextStart(text, at);
                pass(text, from, at, out);
                from = at;
                if (at == text.length()) {
                    return;
                }
            }
            from = extend(text, at, out);
        }
        pass(text, from, text.length(), out);
    }

    /// Whatever is held back is text after all.
    void flush(Lexemes out) {
        if (length > 0) {
            String rest = new String(held, 0, length);
            length = 0;
            out.text(rest, 0, rest.length());
        }
    }

    /// Characters held back.
    int heldBack() {
        return length;
    }

    /// Adds one character to the candidate; returns where text begins that has not been passed on.
    private int extend(String text, int at, Lexemes out) {
        char unit = text.charAt(at);
        int alive = unit < ASCII ? ALIVE[length][unit] & (length == 0 ? ~0 : candidates) : 0;
        if (alive == 0) {
            return restart(text, at, out);
        }
        held[length++] = unit;
        candidates = alive;
        Marker complete = complete(alive);
        if (complete != null) {
            length = 0;
            out.marker(complete);
        }
        return at + 1;
    }

    private int restart(String text, int at, Lexemes out) {
        flush(out);
        if (isStart(text.charAt(at))) {
            return extend(text, at, out);
        }
        return at;
    }

    private @Nullable Marker complete(int alive) {
        int index = Integer.numberOfTrailingZeros(alive);
        Marker first = MARKERS[index];
        return first.text().length() == length ? first : null;
    }

    private static void pass(String text, int from, int to, Lexemes out) {
        if (to > from) {
            out.text(text, from, to);
        }
    }

    private static int nextStart(String text, int from) {
        int angle = text.indexOf('<', from);
        int end = angle < 0 ? text.length() : angle;
        int bracket = text.indexOf('[', from, end);
        return bracket < 0 ? end : bracket;
    }

    private static boolean isStart(char unit) {
        return unit == '<' || unit == '[';
    }

    private static int longest() {
        int longest = 0;
        for (Marker marker : MARKERS) {
            longest = Math.max(longest, marker.text().length());
        }
        return longest;
    }

    private static int[][] alive() {
        var alive = new int[LONGEST][ASCII];
        for (Marker marker : MARKERS) {
            for (int at = 0; at < marker.text().length(); at++) {
                alive[at][marker.text().charAt(at)] |= 1 << marker.ordinal();
            }
        }
        return alive;
    }
}
