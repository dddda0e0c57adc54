package dev.throughline.wire.sse;

/// A part of frames on their way to a client.
public sealed interface FramePart {

    /// Bytes that are sent unchanged.
    record Bytes(byte[] bytes) implements FramePart {}

    /// Bytes, followed by the inside of a JSON string that is read from the recorded answer.
    /// @param opensFrame whether the first byte begins a frame and all earlier frames are complete
    record Recorded(byte[] bytes, boolean opensFrame, RecordedText text) implements FramePart {}
}
