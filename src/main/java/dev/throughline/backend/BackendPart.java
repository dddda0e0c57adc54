package dev.throughline.backend;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.wire.sse.SseFrame;

/// A piece of a backend's answer, one after the other: frames and their end, or one body, or events; a failure may
/// take the place of any of them and is the last.
public sealed interface BackendPart {
    /// The next frame of a stream.
    record Frame(SseFrame frame) implements BackendPart {}

    /// The whole answer in one body.
    /// @param bytes the body as it came
    record Body(ObjectNode body, byte[] bytes) implements BackendPart {}

    /// The next event of an answer that no server has encoded: the stub's.
    record Event(StreamEvent event) implements BackendPart {}

    /// The stream of frames ended without an error of the connection.
    record Ended() implements BackendPart {}

    /// The backend refused or failed, or its answer cannot be read.
    /// @param body the body that came with an error status; else empty
    record Failed(Failure failure, byte[] body) implements BackendPart {}
}
