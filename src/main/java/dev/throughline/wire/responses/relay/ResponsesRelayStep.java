package dev.throughline.wire.responses.relay;

import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.ToolCallStart;
import dev.throughline.wire.responses.answer.ResponsesDelta;
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
        List<ResponsesPlacedEvent> events) {

    /// One of several frames whose events passed together, and changed.
    ResponsesRelayStep changed() {
        return new ResponsesRelayStep(frame, seen, item, false, events);
    }

    /// Whether the frame shows that something of its item passes.
    boolean hasContent(ResponsesRelayItem of) {
        return switch (of.kind) {
            case FOREIGN -> true;
            case CALL ->
                events.stream()
                        .anyMatch(placed ->
                                placed.event() instanceof ToolCallStart(int _, var id, var _) && of.isCall(id));
            case TEXT, REASONING ->
                !events.isEmpty()
                        || seen.role() == ResponsesFrame.Role.DONE
                        || !seen.delta().map(ResponsesDelta::text).orElse("").isEmpty();
        };
    }

    /// The number of events that were held back until this frame; its own ones follow them unchanged.
    /// @param read the frame's own events
    /// @return -1 if they changed, or continue what was held back
    @SuppressWarnings("ReferenceEquality")
    static int heldBefore(List<ResponsesPlacedEvent> passed, List<StreamEvent> read) {
        int held = passed.size() - read.size();
        for (int i = 0; i < read.size() && held >= 0; i++) {
            held = passed.get(held + i).event() == read.get(i) ? held : -1;
        }
        boolean isContinued = held > 0
                && !read.isEmpty()
                && passed.get(held - 1).event().getClass() == read.getFirst().getClass();
        return isContinued ? -1 : held;
    }
}
