package dev.throughline.wire.responses.relay;

import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.stream.StreamEvent.RedactedReasoning;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.stream.StreamEvent.ToolCallStart;
import dev.throughline.wire.responses.answer.ResponsesDelta;
import dev.throughline.wire.responses.answer.ResponsesFrame;
import dev.throughline.wire.responses.answer.ResponsesFrame.Role;
import dev.throughline.wire.responses.relay.ResponsesRelayItem.Kind;
import dev.throughline.wire.sse.SseFrame;
import java.util.ArrayList;
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

    ResponsesRelayStep {
        passed = isUnchanged ? passed : joined(passed);
    }

    /// Adjacent deltas become one, as the frame had it.
    private static List<StreamEvent> joined(List<StreamEvent> events) {
        List<StreamEvent> joined = new ArrayList<>();
        for (StreamEvent event : events) {
            StreamEvent last = joined.isEmpty() ? null : joined.getLast();
            if (event instanceof TextDelta(String more) && last instanceof TextDelta(String text)) {
                joined.set(joined.size() - 1, new TextDelta(text + more));
            } else if (event instanceof ReasoningDelta(String more) && last instanceof ReasoningDelta(String text)) {
                joined.set(joined.size() - 1, new ReasoningDelta(text + more));
            } else {
                joined.add(event);
            }
        }
        return joined;
    }

    /// One of several of which the events came together, and not as they were read.
    ResponsesRelayStep changed() {
        return new ResponsesRelayStep(frame, seen, item, false, passed);
    }

    /// The text of its delta; empty for none.
    String text() {
        return seen.delta().map(ResponsesDelta::text).orElse("");
    }

    /// Whether it begins or ends a part or a text, which is also known from the events.
    boolean isOfPart() {
        return seen.tellsWhole() || seen.body().has("part");
    }

    /// Where in what passed the events begin that the frame itself says; what precedes them was held back before.
    /// @return -1 where the frame says something else
    int own(ResponsesRelayItem of) {
        if (isUnchanged) {
            return 0;
        }
        return switch (of.kind()) {
            case FOREIGN -> passed.size();
            case CALL -> call(of);
            case TEXT, REASONING -> !passed.isEmpty() && says(passed.getLast(), of) ? passed.size() - 1 : -1;
        };
    }

    /// Where the call begins; -1 where it does not.
    int call(ResponsesRelayItem of) {
        for (int i = 0; i < passed.size(); i++) {
            if (passed.get(i) instanceof ToolCallStart(int _, String id, String _) && of.isCall(id)) {
                return i;
            }
        }
        return -1;
    }

    private boolean says(StreamEvent event, ResponsesRelayItem of) {
        return switch (event) {
            case TextDelta(String more) -> of.kind() == Kind.TEXT && seen.role() == Role.GREW && more.equals(text());
            case ReasoningDelta(String more) ->
                of.kind() == Kind.REASONING && seen.role() == Role.GREW && more.equals(text());
            case RedactedReasoning _ -> of.kind() == Kind.REASONING && seen.role() == Role.DONE;
            default -> false;
        };
    }
}
