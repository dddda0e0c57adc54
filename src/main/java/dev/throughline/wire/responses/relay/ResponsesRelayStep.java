package dev.throughline.wire.responses.relay;

import dev.throughline.stream.StreamEvent;
import dev.throughline.wire.responses.answer.ResponsesDelta;
import dev.throughline.wire.responses.answer.ResponsesFrame;
import dev.throughline.wire.sse.SseFrame;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A frame of a backend and what the client gets of it.
///
/// @param item the item that it speaks of; absent for none
/// @param isUnchanged whether the client gets the very events that were read from it
record ResponsesRelayStep(
        SseFrame frame,
        ResponsesFrame seen,
        @Nullable ResponsesRelayItem item,
        boolean isUnchanged,
        List<StreamEvent> passed) {

    /// Whether text came in it that was not told, or not yet.
    boolean isUnheard() {
        return isUnchanged && passed.isEmpty() && !text().isEmpty();
    }

    /// The text of its delta; empty for none.
    String text() {
        return seen.delta().map(ResponsesDelta::text).orElse("");
    }
}
