package dev.throughline.wire.responses.relay;

import dev.throughline.stream.StreamEvent;
import dev.throughline.wire.responses.answer.ResponsesFrame;
import dev.throughline.wire.sse.SseFrame;
import org.jspecify.annotations.Nullable;

/// A frame of the backend.
///
/// @param item the item to which it belongs; absent for none
record ResponsesRelayStep(
        SseFrame frame, ResponsesFrame seen, @Nullable ResponsesRelayItem item) {

    /// An event that passed the filters.
    ///
    /// @param place its position in the recorded answer
    /// @param source the item of the backend whose event it is; absent if it was changed, and for none
    record PassedEvent(
            StreamEvent event, long place, @Nullable ResponsesRelayItem source) {}
}
