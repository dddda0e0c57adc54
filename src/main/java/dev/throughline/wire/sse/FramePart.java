package dev.throughline.wire.sse;

/// A part of frames on their way to a client.
public sealed interface FramePart {

    /// Bytes that are sent as they are.
    record Bytes(byte[] bytes) implements FramePart {}

    /// Bytes, and behind them the inside of a JSON string that is read from the answer's record.
    /// @param opensFrame whether the first of the bytes begins a frame, all frames before it being whole
    record Recorded(byte[] bytes, boolean opensFrame, RecordedText text) implements FramePart {}
}
