package dev.throughline.gateway.answer;

import dev.throughline.backend.BackendPart;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import java.util.Optional;
import java.util.function.Consumer;

/// Writes the events of one answer to the client. Lives on the request's event loop.
public sealed interface AnswerOutlet
        permits StreamOutlet, WholeOutlet, RelayOutlet, RewriteOutlet, FaultyStreamOutlet, FaultyWholeOutlet {
    /// Takes an event that is not terminal and was recorded just now.
    void on(StreamEvent event);

    /// Takes a part of a backend's answer of which all events were recorded: forwarded by an outlet for the backend's
    /// own dialect; the others have written the events.
    /// @param filtered what the client gets of it; its `end` follows by `finish` or `fail`
    default void relay(BackendPart part, FilterResult filtered) {
        // written by `on`
    }

    /// The part that was read last waits: `relay` is called with it later, before those behind it.
    default void waits(BackendPart part) {
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
        // neither a JSON body nor a server with a fault does
    }

    /// Why the client will receive an incomplete answer although `finish` is called; empty if it will not.
    default Optional<String> flaw() {
        return Optional.empty();
    }

    /// Sets the listener that is called when an injected fault breaks the connection.
    default void onBreak(Consumer<String> listener) {
        // an outlet without faults never does
    }
}
