package dev.throughline.gateway.answer;

import dev.throughline.backend.BackendPart;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.wire.sse.SseFrame;
import java.util.Optional;
import java.util.function.Consumer;

/// Writes one answer to the client. Lives on the request's event loop.
public sealed interface AnswerOutlet permits FrameOutlet, BodyOutlet {
    /// Takes a part of the answer of which all events were recorded.
    /// @param filtered what the client gets of it; its `end` follows by `finish` or `fail`
    void part(BackendPart part, FilterResult filtered);

    /// The frame that was read last waits: it comes later as a part, before those behind it.
    default void waits(SseFrame frame) {
        // taken when it is decided
    }

    /// Sends what is held back for the end of the loop's turn.
    default void flush() {
        // nothing is held back
    }

    /// Whether frames of the answer were sent, or will be before its end.
    default boolean isBegun() {
        return false;
    }

    /// Ends the answer: finish reason, usage, end marker.
    void finish(Finish finish);

    /// Ends the answer with an error: a body while nothing was sent, a frame afterwards.
    void fail(Failure failure);

    /// Keeps an idle connection open, if the form of the answer allows it.
    default void keepAlive() {
        // a JSON body cannot
    }

    /// Why the client will receive an incomplete answer although `finish` is called; empty if it will not.
    Optional<String> flaw();

    /// Sets the listener that is called when an injected fault breaks the connection.
    default void onBreak(Consumer<String> listener) {
        // a JSON body ends with its connection
    }
}
