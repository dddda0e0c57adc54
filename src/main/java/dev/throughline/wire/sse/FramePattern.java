package dev.throughline.wire.sse;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Recognizes frames that differ from an earlier one only in a single JSON string, as nearly every frame of
/// an answer does.
///
/// Learned from a frame that was parsed completely. A frame with the same bytes before and after a
/// well-formed JSON string is the same JSON with another text and needs no parser.
public final class FramePattern {
    private final byte[] before;
    private final byte[] behind;

    /// @param before the frame's bytes up to and including the opening quote
    /// @param behind the frame's bytes from the closing quote on
    FramePattern(byte[] before, byte[] behind) {
        this.before = before;
        this.behind = behind;
    }

    /// The pattern of a frame whose text begins (after the quote) and ends (before the quote) at these
    /// positions of its data. Only for frames whose data is on one line.
    public static FramePattern of(SseFrame frame, int textFrom, int textTo) {
        byte[] bytes = frame.bytes();
        return new FramePattern(
                Arrays.copyOfRange(bytes, frame.from(), textFrom), Arrays.copyOfRange(bytes, textTo, frame.to()));
    }

    /// Whether a frame matches the pattern.
    public boolean matches(SseFrame frame) {
        byte[] bytes = frame.bytes();
        int textFrom = frame.from() + before.length;
        int textTo = frame.to() - behind.length;
        return textFrom <= textTo
                && Arrays.equals(bytes, frame.from(), textFrom, before, 0, before.length)
                && Arrays.equals(bytes, textTo, frame.to(), behind, 0, behind.length)
                && JsonStringDecoder.isWhole(bytes, textFrom, textTo);
    }

    /// The text of a frame that matches.
    public String text(SseFrame frame) {
        return JsonStringDecoder.decode(frame.bytes(), frame.from() + before.length, frame.to() - behind.length);
    }

    /// Writes a frame of this pattern with another text.
    public void write(String text, FrameBuffer out) {
        out.raw(before, 0, before.length - 1).json(text).raw(behind, 1, behind.length - 1);
    }

    @Override
    public String toString() {
        return new String(before, StandardCharsets.UTF_8) + "…" + new String(behind, StandardCharsets.UTF_8);
    }
}
