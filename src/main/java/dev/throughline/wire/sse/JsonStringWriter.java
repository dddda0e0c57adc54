package dev.throughline.wire.sse;

/// Writes the inside of one JSON string incrementally: the same bytes as `FrameBuffer.json` writes for the
/// concatenation, however it is split, even inside a surrogate pair. Holds back at most one code unit. Not
/// thread-safe.
public final class JsonStringWriter {
    private static final char NONE = 0;

    private char high = NONE;
    private long length;

    /// Appends the next piece.
    public void add(String piece, FrameBuffer out) {
        if (piece.isEmpty()) {
            return;
        }
        length += piece.length();
        String text = high == NONE ? piece : high + piece;
        int last = text.length() - 1;
        high = Character.isHighSurrogate(text.charAt(last)) ? text.charAt(last) : NONE;
        out.inside(high == NONE ? text : text.substring(0, last));
    }

    /// Appends what was held back; call at the end.
    public void end(FrameBuffer out) {
        if (high != NONE) {
            out.inside(String.valueOf(high));
            high = NONE;
        }
    }

    /// Total length of all pieces. Unit: UTF-16 code units.
    public long length() {
        return length;
    }
}
