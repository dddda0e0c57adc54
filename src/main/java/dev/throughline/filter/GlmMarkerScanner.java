package dev.throughline.filter;

/// Finds markers in text that is split anywhere. Every character is examined once; text without markers is
/// passed on as a range of the original string. Holds back less than the longest marker.
public final class GlmMarkerScanner {
    private static final GlmMarker[] MARKERS = GlmMarker.values();
    private static final int LONGEST = longest();
    private static final int ASCII = 128;
    /// For each position in a marker and each character: a bit set of the markers that have it there.
    private static final int[][] ALIVE = alive();

    private final char[] held = new char[LONGEST];
    /// Characters of the candidate so far.
    private int length;
    private int candidates;
    private boolean isComplete;
    private long read;
    private long markerAt;

    /// Receives what the scanner finds, in order.
    public interface Lexemes {
        /// Text other than a marker: `source` from `from` to before `to`; never empty.
        void text(String source, int from, int to);

        void marker(GlmMarker glmMarker);
    }

    /// Reads more text.
    public void feed(String text, Lexemes out) {
        int end = text.length();
        int from = 0;
        if (length > 0) {
            from = resume(text, out);
        }
        int at = from;
        int angle = -1;
        while (at < end) {
            angle = angle < at ? indexOrEnd(text, '<', at, end) : angle;
            int start = indexOrEnd(text, '[', at, angle);
            if (start == end) {
                break;
            }
            at = extend(text, start);
            if (isComplete) {
                pass(text, from, start, out);
                marker(read + start, out);
                from = at;
            } else if (length > 0) {
                pass(text, from, start, out);
                text.getChars(start, end, held, 0);
                from = end;
            }
        }
        pass(text, from, end, out);
        read += end;
    }

    /// Whatever is held back is text.
    public void flush(Lexemes out) {
        if (length > 0) {
            String rest = new String(held, 0, length);
            length = 0;
            out.text(rest, 0, rest.length());
        }
    }

    /// What is held back is dropped if it may become one of these markers.
    public void dropPiece(GlmMarker... markers) {
        for (GlmMarker glmMarker : markers) {
            if ((candidates >> glmMarker.ordinal() & 1) == 1) {
                length = 0;
            }
        }
    }

    /// Characters held back.
    int heldBack() {
        return length;
    }

    /// Characters before the last marker.
    public long markerAt() {
        return markerAt;
    }

    /// Continues what an earlier text began; returns where the rest begins.
    private int resume(String text, Lexemes out) {
        int before = length;
        int at = extend(text, 0);
        if (isComplete) {
            marker(read - before, out);
            return at;
        }
        if (length > 0) {
            text.getChars(0, at, held, before);
            return at;
        }
        // No marker contains its first character again, so what was held cannot hide a beginning.
        length = before;
        flush(out);
        return 0;
    }

    /// Extends the candidate from here; returns the first position that is not part of it. The candidate is
    /// complete, or open (the text ends in it), or none (`length` is 0).
    private int extend(String text, int from) {
        isComplete = false;
        for (int at = from; at < text.length(); at++) {
            char unit = text.charAt(at);
            int alive = unit < ASCII ? ALIVE[length][unit] & (length == 0 ? ~0 : candidates) : 0;
            if (alive == 0) {
                length = 0;
                return at;
            }
            candidates = alive;
            length++;
            if (first().text().length() == length) {
                isComplete = true;
                return at + 1;
            }
        }
        return text.length();
    }

    private GlmMarker first() {
        return MARKERS[Integer.numberOfTrailingZeros(candidates)];
    }

    private void marker(long at, Lexemes out) {
        length = 0;
        markerAt = at;
        out.marker(first());
    }

    private static void pass(String text, int from, int to, Lexemes out) {
        if (to > from) {
            out.text(text, from, to);
        }
    }

    private static int indexOrEnd(String text, char unit, int from, int end) {
        int index = text.indexOf(unit, from, end);
        return index < 0 ? end : index;
    }

    private static int longest() {
        int longest = 0;
        for (GlmMarker glmMarker : MARKERS) {
            longest = Math.max(longest, glmMarker.text().length());
        }
        return longest;
    }

    private static int[][] alive() {
        var alive = new int[LONGEST][ASCII];
        for (GlmMarker glmMarker : MARKERS) {
            for (int at = 0; at < glmMarker.text().length(); at++) {
                alive[at][glmMarker.text().charAt(at)] |= 1 << glmMarker.ordinal();
            }
        }
        return alive;
    }
}
