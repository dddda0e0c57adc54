package dev.throughline.filter;

import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.ToolCallArgs;
import dev.throughline.stream.StreamEvent.ToolCallEnd;
import dev.throughline.stream.StreamEvent.ToolCallStart;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Writes the events of extracted calls: arguments as fragments whose concatenation is one JSON object.
final class CallWriter {
    private final Supplier<String> ids;
    private final Set<String> keys = new HashSet<>();
    private int index;

    /// @param index number of the first call
    CallWriter(Supplier<String> ids, int index) {
        this.ids = ids;
        this.index = index - 1;
    }

    /// Calls begun so far, those before this writer included.
    int count() {
        return index + 1;
    }

    /// The index of a call that the backend itself has found.
    int adopt() {
        return ++index;
    }

    void begin(String name, Consumer<StreamEvent> out) {
        index++;
        keys.clear();
        out.accept(new ToolCallStart(index, ids.get(), name));
    }

    /// Whether the call has this argument already.
    boolean has(String key) {
        return keys.contains(key);
    }

    /// An argument whose value is complete.
    void pair(String key, String json, Consumer<StreamEvent> out) {
        fragment(opening(key) + json, out);
    }

    /// An argument whose value is a string that arrives in pieces.
    void openString(String key, Consumer<StreamEvent> out) {
        fragment(opening(key) + '"', out);
    }

    void stringText(String text, Consumer<StreamEvent> out) {
        String quoted = ArgumentValue.string(text);
        fragment(quoted.substring(1, quoted.length() - 1), out);
    }

    void closeString(Consumer<StreamEvent> out) {
        fragment("\"", out);
    }

    /// @param isCut whether the arguments stay unclosed, so that no client runs half a call
    void end(boolean isCut, Consumer<StreamEvent> out) {
        if (!isCut) {
            fragment(keys.isEmpty() ? "{}" : "}", out);
        } else if (keys.isEmpty()) {
            fragment("{", out);
        }
        out.accept(new ToolCallEnd(index));
    }

    /// A call whose arguments are known as a whole.
    void whole(String name, String arguments, Consumer<StreamEvent> out) {
        begin(name, out);
        fragment(arguments, out);
        out.accept(new ToolCallEnd(index));
    }

    private String opening(String key) {
        String comma = keys.isEmpty() ? "{" : ",";
        keys.add(key);
        return comma + ArgumentValue.string(key) + ":";
    }

    private void fragment(String text, Consumer<StreamEvent> out) {
        out.accept(new ToolCallArgs(index, text));
    }
}
