package dev.throughline.wire.responses.relay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.wire.responses.answer.ResponsesCallReader;
import dev.throughline.wire.responses.answer.ResponsesDelta;
import dev.throughline.wire.responses.answer.ResponsesFrame;
import dev.throughline.wire.responses.answer.ResponsesItemReader;
import dev.throughline.wire.responses.answer.ResponsesItemStatus;
import dev.throughline.wire.responses.answer.ResponsesPartTexts;
import dev.throughline.wire.responses.answer.ResponsesReasoningReader;
import dev.throughline.wire.responses.answer.ResponsesTextReader;
import dev.throughline.wire.sse.SseFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// An item of a backend on its way to a client. Its first frames wait until something is said in it: if nothing is, the
/// client does not hear of it. Frames that repeat what the client has not got (yet) wait, too.
final class ResponsesRelayItem {

    /// What is said in an item.
    enum Kind {
        TEXT,
        REASONING,
        CALL,
        /// Nothing that is read here.
        FOREIGN
    }

    /// How far the client is.
    enum State {
        NEW,
        OPEN,
        SHUT,
        /// Nothing was left to say: the client does not hear of it.
        GONE
    }

    /// A frame that waits.
    /// @param isBeside whether it does not belong to the item
    record Waiting(SseFrame frame, boolean isBeside) {}

    /// A frame that repeats texts.
    record Ending(SseFrame frame, ResponsesFrame seen) {}

    private final Kind kind;
    private final String id;
    private final int place;
    private final JsonNode begun;
    final List<Waiting> waiting = new ArrayList<>();
    final List<Ending> endings = new ArrayList<>();
    final ResponsesRelayedTexts texts = new ResponsesRelayedTexts();
    State state = State.NEW;
    /// The place that the client knows.
    int index = -1;
    /// Whether the backend said anything in it.
    boolean isTouched;
    /// The item as the backend repeated it at its end, and whether that was changed or made here.
    @Nullable
    ObjectNode done;

    boolean isMade;
    private ResponsesDelta.Kind grown;
    private int part;

    private ResponsesRelayItem(Kind kind, ResponsesFrame first) {
        this.kind = kind;
        this.id = first.itemId();
        this.place = first.place();
        this.begun = first.body().path("item");
        this.grown = kind == Kind.REASONING ? ResponsesDelta.Kind.REASONING : ResponsesDelta.Kind.TEXT;
    }

    /// @param first the first frame that speaks of it
    static ResponsesRelayItem of(ResponsesFrame first) {
        Kind kind = switch (first.item()) {
            case ResponsesTextReader _ -> Kind.TEXT;
            case ResponsesReasoningReader _ -> Kind.REASONING;
            case ResponsesCallReader _ -> Kind.CALL;
            case ResponsesItemReader.Unread _ -> Kind.FOREIGN;
        };
        return new ResponsesRelayItem(kind, first);
    }

    Kind kind() {
        return kind;
    }

    String id() {
        return id;
    }

    /// The place that the backend knows; -1 for none.
    int place() {
        return place;
    }

    /// Whether this is the call of this id.
    boolean isCall(String callId) {
        JsonNode item = done == null ? begun : done;
        return kind == Kind.CALL
                && (item.path("call_id").asText("").equals(callId)
                        || item.path("call_id").asText("").isEmpty() && id.equals(callId));
    }

    /// Whether an item of a response can be this one.
    boolean isAlike(JsonNode item) {
        String type = item.path("type").asText("");
        return switch (kind) {
            case TEXT -> type.equals("message");
            case REASONING -> type.equals("reasoning");
            case CALL -> type.equals("function_call") || type.equals("custom_tool_call");
            case FOREIGN -> type.equals(begun.path("type").asText(""));
        };
    }

    /// The client was told more of its text.
    void grew(ResponsesDelta.Kind of, int at, String text) {
        grown = of;
        part = at;
        texts.add(of, at, text);
    }

    /// What grew last: that is what goes on.
    ResponsesDelta.Kind grown() {
        return grown;
    }

    /// The part that grew last.
    int part() {
        return part;
    }

    /// A part begins; it is what goes on.
    void partAdded(ResponsesFrame responsesFrame) {
        if (kind == Kind.REASONING) {
            grown = responsesFrame.body().has("summary_index")
                    ? ResponsesDelta.Kind.SUMMARY
                    : ResponsesDelta.Kind.REASONING;
        }
        part = responsesFrame.part();
    }

    /// The item with what the client was told of it.
    ObjectNode whole(ResponsesItemStatus status) {
        ObjectNode item = begun instanceof ObjectNode object ? object.deepCopy() : bare();
        item.put("status", status.id());
        fill(item, "summary", texts.summary());
        fill(item, "content", texts.content());
        if (kind == Kind.REASONING && texts.content().isEmpty() && item.path("content") instanceof ArrayNode content) {
            content.add(ResponsesPartTexts.part(item, "content", texts.joined()));
        }
        return item;
    }

    private ObjectNode bare() {
        ObjectNode item = JsonNodeFactory.instance.objectNode().put("id", id);
        if (kind == Kind.REASONING) {
            item.put("type", "reasoning").putArray("summary");
        } else {
            item.put("type", "message").put("role", "assistant").putArray("content");
        }
        return item;
    }

    private static void fill(ObjectNode item, String field, TreeMap<Integer, StringBuilder> texts) {
        if (!texts.isEmpty()) {
            ArrayNode parts = item.putArray(field);
            texts.values().forEach(text -> parts.add(ResponsesPartTexts.part(item, field, text.toString())));
        }
    }
}
