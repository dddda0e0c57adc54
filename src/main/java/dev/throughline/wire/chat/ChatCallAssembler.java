package dev.throughline.wire.chat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.ToolCallArgs;
import dev.throughline.stream.StreamEvent.ToolCallEnd;
import dev.throughline.stream.StreamEvent.ToolCallStart;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.chat.ChatDelta.Kind;
import dev.throughline.wire.chat.ChatDelta.Single;
import dev.throughline.wire.sse.JsonObjectExtent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Assembles calls from fragments. Calls are emitted one after the other: fragments of a later call wait until the
/// arguments of the previous one are a complete JSON value, or the answer ends. A name under another id begins a
/// call even at an index that was used: gateways in front of Gemini give all calls one index.
final class ChatCallAssembler {
    private final List<Call> calls = new ArrayList<>();
    /// Calls that were emitted completely.
    private int ended;

    private static final class Call {
        private final int index;
        private final int position;
        private final JsonObjectExtent extent = new JsonObjectExtent();
        private final StringBuilder waiting = new StringBuilder();
        private String id = "";
        private String name = "";
        private boolean isStarted;

        private Call(int index, int position) {
            this.index = index;
            this.position = position;
        }
    }

    /// Decodes the calls of a delta.
    /// @return the text, if the delta only appends to the arguments of the current call
    Optional<Single> read(JsonNode delta, Consumer<? super StreamEvent> out) {
        JsonNode pieces = delta.path("tool_calls");
        Optional<Single> single = Optional.empty();
        for (JsonNode piece : pieces) {
            single = read(piece.path("index").asInt(calls.size()), piece.path("id"), piece.path("function"), out);
        }
        if (delta.path("function_call").isObject()) {
            read(0, delta.path("function_call").path("id"), delta.path("function_call"), out);
            return Optional.empty();
        }
        return pieces.size() == 1 ? single : Optional.empty();
    }

    /// Appends to the arguments of the current call.
    void more(String text, Consumer<? super StreamEvent> out) {
        add(calls.getLast(), text, out);
    }

    /// Number of calls that have begun.
    int count() {
        return calls.size();
    }

    /// Whether the arguments of a call broke off.
    boolean isCut() {
        return calls.stream().anyMatch(call -> call.extent.isCut());
    }

    /// Whether a call is in progress.
    boolean isOpen() {
        return ended < calls.size() && calls.get(ended).isStarted;
    }

    /// Ends the calls that are complete, because something else follows.
    void endWhole(Consumer<? super StreamEvent> out) {
        advance(out);
        if (isOpen() && calls.get(ended).extent.isWhole()) {
            out.accept(new ToolCallEnd(ended));
            ended++;
        }
    }

    /// Emits all that waits.
    void end(Consumer<? super StreamEvent> out) {
        while (ended < calls.size()) {
            Call call = calls.get(ended);
            start(call, out);
            out.accept(new ToolCallEnd(ended));
            ended++;
        }
    }

    private Optional<Single> read(int index, JsonNode id, JsonNode function, Consumer<? super StreamEvent> out) {
        Call call = call(index, id, function);
        boolean isNew = !call.isStarted;
        if (id.isTextual() && call.id.isEmpty()) {
            call.id = id.textValue();
        }
        if (function.path("name").isTextual() && isNew) {
            call.name += function.path("name").textValue();
        }
        String text = arguments(function.path("arguments"));
        add(call, text, out);
        boolean isOnly =
                !isNew && call == calls.getLast() && function.path("arguments").isTextual();
        return isOnly && !text.isEmpty()
                ? Optional.of(new Single(Kind.ARGUMENTS, "arguments", text))
                : Optional.empty();
    }

    private static String arguments(JsonNode arguments) {
        if (arguments.isTextual()) {
            return arguments.textValue();
        }
        return arguments.isObject() ? StrictJson.text(arguments) : "";
    }

    private Call call(int index, JsonNode id, JsonNode function) {
        String name = function.path("name").asText("");
        for (int i = calls.size() - 1; i >= 0; i--) {
            Call known = calls.get(i);
            if (known.index == index) {
                boolean isAnother = !name.isEmpty()
                        && !known.id.isEmpty()
                        && id.isTextual()
                        && !id.textValue().isEmpty()
                        && !id.textValue().equals(known.id);
                if (!isAnother) {
                    return known;
                }
                break;
            }
        }
        calls.add(new Call(index, calls.size()));
        return calls.getLast();
    }

    private void add(Call call, String text, Consumer<? super StreamEvent> out) {
        advance(out);
        if (ended == calls.size() || calls.get(ended) != call) {
            call.waiting.append(text);
            return;
        }
        if (call.name.isEmpty()) {
            call.waiting.append(text);
            return;
        }
        start(call, out);
        give(call, text, out);
    }

    /// Ends calls that are complete once a later one has begun.
    private void advance(Consumer<? super StreamEvent> out) {
        while (ended < calls.size() - 1 && calls.get(ended).extent.isWhole()) {
            out.accept(new ToolCallEnd(ended));
            ended++;
            if (!calls.get(ended).name.isEmpty()) {
                start(calls.get(ended), out);
            }
        }
    }

    private void start(Call call, Consumer<? super StreamEvent> out) {
        if (!call.isStarted) {
            call.isStarted = true;
            out.accept(new ToolCallStart(call.position, call.id, call.name));
            String text = call.waiting.toString();
            call.waiting.setLength(0);
            give(call, text, out);
        }
    }

    private void give(Call call, String text, Consumer<? super StreamEvent> out) {
        if (!text.isEmpty()) {
            call.extent.read(text);
            out.accept(new ToolCallArgs(call.position, text));
        }
    }
}
