package dev.throughline.filter;

import dev.throughline.stream.StreamEvent.ToolCallArgs;
import dev.throughline.stream.StreamEvent.ToolCallEnd;
import dev.throughline.stream.StreamEvent.ToolCallStart;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/// Writes the events of extracted calls: arguments as fragments whose concatenation is one JSON object.
public final class CallWriter {
    private final Supplier<String> ids;
    private final FilterOutput out;
    private final boolean isForbidden;
    private final Set<String> keys = new HashSet<>();
    /// The indices of calls that the backend has parsed, by those that it gave them.
    private final Map<Integer, Integer> adopted = new HashMap<>();
    private int count;

    /// @param isForbidden whether calls are read and left out
    CallWriter(Supplier<String> ids, FilterOutput out, boolean isForbidden) {
        this.isForbidden = isForbidden;
        this.ids = ids;
        this.out = out;
    }

    /// Calls begun so far, including those parsed by the backend.
    public int count() {
        return count;
    }

    /// Passes on a call that the backend itself has parsed, counted behind those before it.
    void adopt(ToolCallStart start) {
        int index = count++;
        adopted.put(start.index(), index);
        out.event(index == start.index() ? start : new ToolCallStart(index, start.id(), start.name()));
    }

    /// @return whether its call was passed on
    boolean adopt(ToolCallArgs args) {
        Integer index = adopted.get(args.index());
        if (index != null) {
            out.event(index == args.index() ? args : new ToolCallArgs(index, args.fragment()));
        }
        return index != null;
    }

    void adopt(ToolCallEnd end) {
        Integer index = adopted.get(end.index());
        if (index != null) {
            out.event(index == end.index() ? end : new ToolCallEnd(index));
        }
    }

    void begin(String name) {
        keys.clear();
        if (!isForbidden) {
            out.event(new ToolCallStart(count++, ids.get(), name));
        }
    }

    /// Whether the call already has this argument.
    boolean has(String key) {
        return keys.contains(key);
    }

    /// A complete argument.
    void pair(String key, String json) {
        fragment(opening(key) + json);
    }

    /// An argument whose value is a string that arrives in pieces.
    void openString(String key) {
        fragment(opening(key) + '"');
    }

    void stringText(String text) {
        fragment(JsonStringEscaper.escaped(text));
    }

    void closeString() {
        fragment("\"");
    }

    /// @param isCut whether the arguments are left unclosed, so that no client runs an incomplete call
    void end(boolean isCut) {
        if (!isCut) {
            fragment(keys.isEmpty() ? "{}" : "}");
        } else if (keys.isEmpty()) {
            fragment("{");
        }
        close();
    }

    /// A piece of the arguments as JSON.
    void raw(String json) {
        fragment(json);
    }

    /// The end of a call whose arguments were written as JSON.
    void close() {
        if (!isForbidden) {
            out.event(new ToolCallEnd(index()));
        }
    }

    boolean isForbidden() {
        return isForbidden;
    }

    /// Calls begun since then were none.
    void forget(int since) {
        count = since;
    }

    private int index() {
        return count - 1;
    }

    private String opening(String key) {
        String comma = keys.isEmpty() ? "{" : ",";
        keys.add(key);
        return comma + JsonStringEscaper.quoted(key) + ":";
    }

    private void fragment(String text) {
        if (!isForbidden) {
            out.event(new ToolCallArgs(index(), text));
        }
    }
}
