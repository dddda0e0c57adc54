package dev.throughline.wire.responses.relay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.stream.StreamEvent;
import dev.throughline.wire.responses.answer.ResponsesItemStatus;
import dev.throughline.wire.responses.relay.ResponsesRelayItem.Kind;
import dev.throughline.wire.responses.relay.ResponsesRelayItem.State;
import dev.throughline.wire.sse.FrameBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Writes events that passed the filters: into the rest of an item of the backend if it is of their kind, else
/// into an item that is made here. One item grows at a time; it ends when events of another item follow.
final class ResponsesItemWriter {
    private final ResponsesRelayFrames frames;
    private final ResponsesClientItems items;
    private @Nullable ResponsesRelayItem current;
    /// The fields of its deltas between number and text.
    private byte[] place = {};

    private String key = "tl";
    private int count;

    ResponsesItemWriter(ResponsesRelayFrames frames, ResponsesClientItems items) {
        this.frames = frames;
        this.items = items;
    }

    /// Names the items that are made here.
    void named(String responseId) {
        key = key(responseId);
    }

    /// The part of the response's id that the ids of items made here contain.
    static String key(String responseId) {
        String bare = responseId.startsWith("resp_") ? responseId.substring(5) : responseId;
        return bare.isEmpty() ? "tl" : bare.replaceAll("[^A-Za-z0-9_-]", "_");
    }

    /// Adjacent deltas become one.
    void write(List<ResponsesPlacedEvent> events) {
        List<ResponsesPlacedEvent> adjacent = new ArrayList<>();
        for (int i = 0; i < events.size(); i++) {
            ResponsesPlacedEvent placed = events.get(i);
            boolean isLast = i == events.size() - 1
                    || events.get(i + 1).event().getClass() != placed.event().getClass();
            switch (placed.event()) {
                case StreamEvent.TextDelta _ -> grow(Kind.TEXT, adjacent, placed, isLast);
                case StreamEvent.ReasoningDelta _ -> grow(Kind.REASONING, adjacent, placed, isLast);
                case StreamEvent.ReasoningSignature(String signature) -> sign(signature);
                case StreamEvent.RedactedReasoning(String data) -> opaque(data);
                case StreamEvent.ToolCallStart(int _, String id, String name) -> call(id, name);
                case StreamEvent.ToolCallArgs(int _, String fragment) -> {
                    if (current != null && current.kind == Kind.CALL) {
                        items.recorded(current, placed);
                        grow(current, fragment);
                    }
                }
                case StreamEvent.ToolCallEnd _ -> {
                    if (current != null && current.kind == Kind.CALL) {
                        close(ResponsesItemStatus.COMPLETED);
                    }
                }
                case StreamEvent.Start _, StreamEvent.Usage _, StreamEvent.Finish _, StreamEvent.Failure _ -> {}
            }
        }
    }

    /// Writes the rest of an item of which the client received frames unchanged.
    void resume(ResponsesRelayItem item) {
        close(ResponsesItemStatus.COMPLETED);
        item.state = State.WRITTEN;
        current(item);
    }

    /// Another item of the backend begins. A call that is made here is not complete: its arguments follow.
    void pause() {
        if (current != null && current.kind != Kind.CALL) {
            close(ResponsesItemStatus.COMPLETED);
        }
    }

    private void grow(Kind kind, List<ResponsesPlacedEvent> adjacent, ResponsesPlacedEvent next, boolean isLast) {
        adjacent.add(next);
        if (!isLast) {
            return;
        }
        String text = adjacent.stream().map(ResponsesItemWriter::text).collect(Collectors.joining());
        if (!text.isEmpty()) {
            ResponsesRelayItem item = growing(kind);
            adjacent.forEach(event -> items.recorded(item, event));
            grow(item, text);
        }
        adjacent.clear();
    }

    private static String text(ResponsesPlacedEvent placed) {
        return switch (placed.event()) {
            case StreamEvent.TextDelta(String text) -> text;
            case StreamEvent.ReasoningDelta(String text) -> text;
            case StreamEvent _ -> "";
        };
    }

    /// The item that events of a kind grow.
    private ResponsesRelayItem growing(Kind kind) {
        ResponsesRelayItem item = current;
        if (item == null || item.kind != kind || item.isDone) {
            Optional<ResponsesRelayItem> own = items.changed(kind);
            if (own.isPresent()) {
                return add(own.get());
            }
            if (item == null || item.kind != kind) {
                return add(made(kind, kind == Kind.TEXT ? "msg_" : "rs_"));
            }
        }
        return item;
    }

    /// A proof of the backend's own item is also in the item as its end repeats it.
    private void sign(String signature) {
        if (!signature.isEmpty() && (current == null || current.kind != Kind.REASONING)) {
            Optional<ResponsesRelayItem> own = items.changed(Kind.REASONING);
            if (own.isEmpty()) {
                opaque(signature);
                return;
            }
            add(own.get());
        }
        if (current != null && !signature.isEmpty()) {
            current.sign(signature);
        }
        close(ResponsesItemStatus.COMPLETED);
    }

    private void opaque(String data) {
        ResponsesRelayItem item = made(Kind.REASONING, "rs_");
        item.sign(data);
        item.begun.remove("content");
        add(item);
        close(ResponsesItemStatus.COMPLETED);
    }

    private void call(String id, String name) {
        close(ResponsesItemStatus.COMPLETED);
        if (!items.openCall(id)) {
            ResponsesRelayItem item = made(Kind.CALL, "fc_");
            item.begun.put("call_id", id).put("name", name).put("arguments", "");
            add(item).grow("");
        }
    }

    private ResponsesRelayItem made(Kind kind, String prefix) {
        return ResponsesRelayItem.made(kind, prefix + key + "_x" + count++);
    }

    private ResponsesRelayItem add(ResponsesRelayItem item) {
        close(ResponsesItemStatus.COMPLETED);
        items.add(item, State.WRITTEN);
        frames.item("response.output_item.added", item, item.begun);
        return current(item);
    }

    private ResponsesRelayItem current(ResponsesRelayItem item) {
        current = item;
        FrameBuffer fields = new FrameBuffer().raw(",\"item_id\":").json(item.id);
        fields.raw(",\"output_index\":").number(item.index);
        if (item.isText()) {
            fields.raw(",\"" + item.field + "_index\":").number(item.part);
        }
        place = fields.raw(",\"delta\":").take();
        return item;
    }

    private void grow(ResponsesRelayItem item, String more) {
        if (!item.isPartOpen) {
            beginPart(item);
        }
        item.grow(more);
        String end = item.kind == Kind.TEXT ? ",\"logprobs\":[]}\n\n" : "}\n\n";
        frames.delta(type(item) + ".delta", place, more, end);
    }

    private static String type(ResponsesRelayItem item) {
        return switch (item.kind) {
            case TEXT -> "response.output_text";
            case CALL, FOREIGN -> "response.function_call_arguments";
            case REASONING -> isSummary(item) ? "response.reasoning_summary_text" : "response.reasoning_text";
        };
    }

    private static boolean isSummary(ResponsesRelayItem item) {
        return item.field.equals(ResponsesRelayItem.SUMMARY);
    }

    private void beginPart(ResponsesRelayItem item) {
        item.nextPart();
        String type = isSummary(item) ? "response.reasoning_summary_part" : "response.content_part";
        part(type + ".added", item, item.part(""));
        item.beginPart(type + ".done");
        current(item);
    }

    private void part(String type, ResponsesRelayItem item, JsonNode part) {
        ObjectNode event = frames.event(type, item).put(item.field + "_index", item.part);
        event.set("part", part);
        frames.write(event.path("type").textValue(), event);
    }

    /// Ends the item that grows.
    void close(ResponsesItemStatus status) {
        ResponsesRelayItem item = current;
        if (item != null) {
            current = null;
            close(item, status);
        }
    }

    /// Ends an item before the backend does.
    void close(ResponsesRelayItem item, ResponsesItemStatus status) {
        item.state = State.WRITTEN;
        ObjectNode whole = item.whole(status);
        if (item.isPartOpen) {
            ObjectNode event = frames.event(type(item) + ".done", item);
            if (item.isText()) {
                event.put(item.field + "_index", item.part).put("text", item.partText());
            } else {
                event.put("name", whole.path("name").asText("")).put("arguments", item.partText());
            }
            if (item.kind == Kind.TEXT) {
                event.putArray("logprobs");
            }
            frames.write(event.path("type").textValue(), event);
        }
        if (item.isPartOpen && !item.partEnd.isEmpty()) {
            part(item.partEnd, item, item.partWithText());
        }
        frames.item("response.output_item.done", item, whole);
        item.close();
        items.complete(item);
    }
}
