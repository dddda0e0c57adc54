package dev.throughline.wire.responses.relay;

import dev.throughline.stream.StreamEvent;
import dev.throughline.wire.responses.answer.ResponsesFrame;
import dev.throughline.wire.sse.SseFrame;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A frame of the backend and the events that passed the filters with it.
///
/// @param item the item to which it belongs; absent for none
/// @param isUnchanged whether its own events passed, and only those
record ResponsesRelayStep(
        SseFrame frame,
        ResponsesFrame seen,
        @Nullable ResponsesRelayItem item,
        boolean isUnchanged,
        List<PassedEvent> events) {

    /// An event that passed the filters.
    ///
    /// @param place its position in the recorded answer
    /// @param source the item of the backend whose event it is; absent if it was changed, and for none
    record PassedEvent(
            StreamEvent event, long place, @Nullable ResponsesRelayItem source) {

        /// What a text grows by; empty for other events.
        String text() {
            return switch (event) {
                case StreamEvent.TextDelta(String text) -> text;
                case StreamEvent.ReasoningDelta(String text) -> text;
                case StreamEvent.ToolCallArgs(int _, String fragment) -> fragment;
                case StreamEvent _ -> "";
            };
        }

        /// Whether it is written although nothing changed it, since the rest of its item is.
        boolean isOfWrittenItem() {
            return source == null || source.isRewritten();
        }
    }
}
