package dev.throughline.wire.responses.relay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.stream.StreamEvent.ReasoningSignature;
import dev.throughline.stream.StreamEvent.RedactedReasoning;
import dev.throughline.stream.StreamEvent.Start;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.stream.StreamEvent.ToolCallArgs;
import dev.throughline.stream.StreamEvent.ToolCallEnd;
import dev.throughline.stream.StreamEvent.ToolCallStart;
import dev.throughline.stream.StreamEvent.Usage;
import dev.throughline.wire.responses.answer.ResponsesItemStatus;
import dev.throughline.wire.responses.relay.ResponsesRelayItem.Kind;
import dev.throughline.wire.responses.relay.ResponsesRelayItem.State;
import dev.throughline.wire.sse.FrameBuffer;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Writes what passed the filters from its events: the rest of an item of the backend where it is of the item's kind,
/// else an item that is made here. One item grows at a time; it ends when something else is said.
final class ResponsesItemWriter {
    private static final String END = "}\n\n";
    private static final String TEXT_END = ",\"logprobs\":[]}\n\n";

    private final ResponsesRelayFrames frames;
    private final ResponsesClientItems items;
    private @Nullable ResponsesRelayItem current;
    /// What stands in its deltas between their number and their text.
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

    /// What the ids of items that are made here have of the response's.
    static String key(String responseId) {
        String bare = responseId.startsWith("resp_") ? responseId.substring(5) : responseId;
        return bare.isEmpty() ? "tl" : bare.replaceAll("[^A-Za-z0-9_-]", "_");
    }

    void write(List<StreamEvent> events) {
        for (StreamEvent event : events) {
            switch (event) {
                case TextDelta(String more) -> say(Kind.TEXT, more);
                case ReasoningDelta(String more) -> say(Kind.REASONING, more);
                case ReasoningSignature(String signature) -> signature(signature);
                case RedactedReasoning(String data) -> sealed(data);
                case ToolCallStart(int _, String id, String name) -> call(id, name);
                case ToolCallArgs(int _, String fragment) -> arguments(fragment);
                case ToolCallEnd _ -> {
                    if (isInCall()) {
                        close(ResponsesItemStatus.COMPLETED);
                    }
                }
                case Start _, Usage _, Finish _, Failure _ -> {}
            }
        }
    }

    /// The rest of an item of which the client got frames as they came is written here.
    void resume(ResponsesRelayItem item) {
        close(ResponsesItemStatus.COMPLETED);
        item.state = State.ANEW;
        grows(item);
    }

    /// Another item of the backend begins. A call that is made here is not over: its arguments are still to come.
    void pause() {
        if (!isInCall()) {
            close(ResponsesItemStatus.COMPLETED);
        }
    }

    private boolean isInCall() {
        return current != null && current.kind() == Kind.CALL;
    }

    private void say(Kind kind, String more) {
        if (more.isEmpty()) {
            return;
        }
        ResponsesRelayItem now = current;
        if (now == null || now.kind() != kind || now.isEnded()) {
            Optional<ResponsesRelayItem> own = items.changed(kind);
            if (now == null || now.kind() != kind || own.isPresent()) {
                close(ResponsesItemStatus.COMPLETED);
                own.ifPresentOrElse(this::begin, () -> make(kind));
            }
        }
        grow(more);
    }

    /// The proof of an item of the backend is also in the item as its end repeats it.
    private void signature(String signature) {
        boolean isOfItem = current != null && current.kind() == Kind.REASONING;
        if (!isOfItem && !signature.isEmpty()) {
            Optional<ResponsesRelayItem> own = items.changed(Kind.REASONING);
            if (own.isEmpty()) {
                sealed(signature);
                return;
            }
            close(ResponsesItemStatus.COMPLETED);
            begin(own.get());
        }
        if (current != null && !signature.isEmpty()) {
            current.json().put("encrypted_content", signature);
        }
        close(ResponsesItemStatus.COMPLETED);
    }

    private void sealed(String data) {
        close(ResponsesItemStatus.COMPLETED);
        ResponsesRelayItem item = ResponsesRelayItem.made(Kind.REASONING, id("rs_"));
        item.json().put("encrypted_content", data).remove(ResponsesRelayItem.CONTENT);
        added(item);
        close(ResponsesItemStatus.COMPLETED);
    }

    private void call(String id, String name) {
        Optional<ResponsesRelayItem> own = items.call(id);
        close(ResponsesItemStatus.COMPLETED);
        if (own.isPresent()) {
            items.open(own.get(), State.FORWARDED);
        } else if (items.told().stream().noneMatch(item -> item.isCall(id))) {
            ResponsesRelayItem item = ResponsesRelayItem.made(Kind.CALL, id("fc_"));
            item.json().put("call_id", id).put("name", name).put("arguments", "");
            added(item);
            item.grew("");
        }
    }

    private void arguments(String fragment) {
        if (isInCall()) {
            grow(fragment);
        }
    }

    private void begin(ResponsesRelayItem item) {
        items.open(item, State.ANEW);
        grows(item);
    }

    private void make(Kind kind) {
        added(ResponsesRelayItem.made(kind, id(kind == Kind.TEXT ? "msg_" : "rs_")));
        beginPart();
    }

    private String id(String prefix) {
        return prefix + key + "_x" + count++;
    }

    private void added(ResponsesRelayItem item) {
        items.opened(item);
        ObjectNode event = frames.event("response.output_item.added").put(ResponsesFrameFields.INDEX, item.index);
        event.set("item", item.json());
        frames.write(event);
        grows(item);
    }

    private void grows(ResponsesRelayItem item) {
        current = item;
        FrameBuffer fields = new FrameBuffer().raw(",\"item_id\":").json(item.id());
        fields.raw(",\"output_index\":").number(item.index);
        if (item.isText()) {
            fields.raw(",\"" + item.field() + "_index\":").number(item.part());
        }
        place = fields.raw(",\"delta\":").take();
    }

    private void grow(String more) {
        ResponsesRelayItem item = current;
        if (item != null) {
            if (!item.isPartOpen()) {
                beginPart();
            }
            item.grew(more);
            frames.delta(type(item) + ".delta", place, more, item.kind() == Kind.TEXT ? TEXT_END : END);
        }
    }

    private static String type(ResponsesRelayItem item) {
        return switch (item.kind()) {
            case TEXT -> "response.output_text";
            case CALL, FOREIGN -> "response.function_call_arguments";
            case REASONING ->
                item.field().equals(ResponsesRelayItem.SUMMARY)
                        ? "response.reasoning_summary_text"
                        : "response.reasoning_text";
        };
    }

    private void beginPart() {
        ResponsesRelayItem item = current;
        if (item != null) {
            item.nextPart();
            boolean isSummary = item.field().equals(ResponsesRelayItem.SUMMARY);
            String type = isSummary ? "response.reasoning_summary_part" : "response.content_part";
            part(type + ".added", item, item.part(item.field(), ""));
            item.beganPart(type + ".done");
            grows(item);
        }
    }

    private void part(String type, ResponsesRelayItem item, JsonNode part) {
        ObjectNode event = frames.event(type, item).put(item.field() + "_index", item.part());
        event.set("part", part);
        frames.write(event);
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
        item.state = State.ANEW;
        ObjectNode whole = item.whole(status);
        if (item.isPartOpen()) {
            ObjectNode event = frames.event(type(item) + ".done", item);
            switch (item.kind()) {
                case CALL, FOREIGN ->
                    event.put("name", whole.path("name").asText("")).put("arguments", item.said());
                case REASONING ->
                    event.put(item.field() + "_index", item.part()).put("text", item.said());
                case TEXT ->
                    event.put("content_index", item.part())
                            .put("text", item.said())
                            .putArray("logprobs");
            }
            frames.write(event);
        }
        if (item.isPartOpen() && !item.partEnd().isEmpty()) {
            part(item.partEnd(), item, item.wholePart());
        }
        ObjectNode event = frames.event("response.output_item.done").put(ResponsesFrameFields.INDEX, item.index);
        event.set("item", whole);
        frames.write(event);
        item.over();
    }
}
