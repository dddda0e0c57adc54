package dev.throughline.filter;

import dev.throughline.stream.StreamEvent.ToolCallArgs;
import dev.throughline.stream.StreamEvent.ToolCallEnd;
import dev.throughline.stream.StreamEvent.ToolCallStart;
import java.util.HashMap;
import java.util.Map;

/// Passes on calls that the backend itself has parsed, counted behind those that were found in its text.
final class AdoptedCalls {
    private final CallWriter calls;
    private final FilterOutput out;
    private final Map<Integer, Integer> indices = new HashMap<>();

    AdoptedCalls(CallWriter calls, FilterOutput out) {
        this.calls = calls;
        this.out = out;
    }

    void start(ToolCallStart start) {
        int index = calls.adopt();
        indices.put(start.index(), index);
        out.event(index == start.index() ? start : new ToolCallStart(index, start.id(), start.name()));
    }

    /// @return whether its call was passed on
    boolean args(ToolCallArgs args) {
        Integer index = indices.get(args.index());
        if (index != null) {
            out.event(index == args.index() ? args : new ToolCallArgs(index, args.fragment()));
        }
        return index != null;
    }

    void end(ToolCallEnd end) {
        Integer index = indices.get(end.index());
        if (index != null) {
            out.event(index == end.index() ? end : new ToolCallEnd(index));
        }
    }
}
