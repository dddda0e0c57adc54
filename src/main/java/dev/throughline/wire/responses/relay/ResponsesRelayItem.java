package dev.throughline.wire.responses.relay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.wire.responses.answer.ResponsesCallReader;
import dev.throughline.wire.responses.answer.ResponsesDelta;
import dev.throughline.wire.responses.answer.ResponsesFrame;
import dev.throughline.wire.responses.answer.ResponsesItemReader;
import dev.throughline.wire.responses.answer.ResponsesItemStatus;
import dev.throughline.wire.responses.answer.ResponsesPartTexts;
import dev.throughline.wire.responses.answer.ResponsesReasoningReader;
import dev.throughline.wire.responses.answer.ResponsesTextReader;
import java.util.Map;
import java.util.TreeMap;

/// An item on its way to the client: one of the backend, or one that is made of what filters found. Knows which texts
/// the client has got of it, part by part.
final class ResponsesRelayItem {
    static final String CONTENT = "content";
    static final String SUMMARY = "summary";

    enum Kind {
        TEXT,
        REASONING,
        CALL,
        /// Nothing that is read here.
        FOREIGN
    }

    enum State {
        /// The client has not got its first frame yet.
        NEW,
        /// The client has not got its first frame yet, and what it says did not pass as it came.
        CHANGED,
        FORWARDED,
        /// Written from events.
        ANEW,
        /// Left out, or complete before the backend ended it.
        OVER
    }

    private final Kind kind;
    private final String id;
    /// The place that the backend knows; -1 for none.
    final int place;
    private final Map<String, TreeMap<Integer, StringBuilder>> texts =
            Map.of(CONTENT, new TreeMap<>(), SUMMARY, new TreeMap<>());
    /// The item as it began, later as it ended.
    private ObjectNode json;
    State state = State.NEW;
    /// The place that the client knows.
    int index = -1;
    /// Whether the backend said anything in it that the client has not got.
    boolean isTouched;

    private boolean isMade;
    private boolean isEnded;
    /// What grew last: that is what goes on.
    private String field = CONTENT;
    private int part;
    private boolean isPartOpen;
    /// The type of the event that ends the part; empty where none began it.
    private String partEnd = "";

    /// The part as the backend repeats it at its end; missing before.
    private JsonNode endedPart = MissingNode.getInstance();

    ResponsesRelayItem(Kind kind, String id, int place, ObjectNode json) {
        this.kind = kind;
        this.id = id;
        this.place = place;
        this.json = json;
    }

    /// @param first the first frame of the backend that speaks of it
    static ResponsesRelayItem of(ResponsesFrame first) {
        Kind kind = switch (first.item()) {
            case ResponsesTextReader _ -> Kind.TEXT;
            case ResponsesReasoningReader _ -> Kind.REASONING;
            case ResponsesCallReader _ -> Kind.CALL;
            case ResponsesItemReader.Unread _ -> Kind.FOREIGN;
        };
        boolean isTold = first.body().path("item").isObject();
        ObjectNode json = isTold ? (ObjectNode) first.body().path("item") : bare(kind, first.itemId());
        return new ResponsesRelayItem(kind, first.itemId(), first.place(), json);
    }

    /// An item that is made here.
    static ResponsesRelayItem made(Kind kind, String id) {
        ResponsesRelayItem item = new ResponsesRelayItem(kind, id, -1, bare(kind, id));
        item.field = kind == Kind.REASONING ? SUMMARY : CONTENT;
        item.state = State.ANEW;
        item.isMade = true;
        return item;
    }

    private static ObjectNode bare(Kind kind, String id) {
        ObjectNode item = JsonNodeFactory.instance.objectNode().put("id", id);
        item.put("type", kind == Kind.TEXT ? "message" : kind == Kind.REASONING ? "reasoning" : "function_call");
        item.put("status", ResponsesItemStatus.IN_PROGRESS.id());
        switch (kind) {
            case TEXT -> item.put("role", "assistant").putArray(CONTENT);
            case REASONING -> {
                item.putArray(SUMMARY);
                item.putArray(CONTENT);
                item.putNull("encrypted_content");
            }
            case CALL, FOREIGN -> {}
        }
        return item;
    }

    Kind kind() {
        return kind;
    }

    String id() {
        return id;
    }

    ObjectNode json() {
        return json;
    }

    String field() {
        return field;
    }

    int part() {
        return part;
    }

    boolean isMade() {
        return isMade;
    }

    boolean isText() {
        return kind == Kind.TEXT || kind == Kind.REASONING;
    }

    boolean isPartOpen() {
        return isPartOpen;
    }

    String partEnd() {
        return partEnd;
    }

    boolean isEnded() {
        return isEnded;
    }

    /// Whether this is the call of this id.
    boolean isCall(String callId) {
        String own = json.path("call_id").asText("");
        return kind == Kind.CALL && (own.isEmpty() ? id : own).equals(callId);
    }

    /// A frame goes to the client as it came.
    void saw(ResponsesFrame frame) {
        switch (frame.role()) {
            case GREW ->
                frame.delta().filter(_ -> isText()).ifPresent(delta -> {
                    at(delta.kind() == ResponsesDelta.Kind.SUMMARY ? SUMMARY : CONTENT, delta.partIndex());
                    grew(delta.text());
                });
            case PART -> sawPart(frame);
            case DONE -> ended(frame.body().path("item"));
            case BESIDE, ADDED, END -> {}
        }
    }

    private void sawPart(ResponsesFrame frame) {
        JsonNode body = frame.body();
        String text = body.path("text").asText(body.path("refusal").asText(""));
        boolean isPart = body.path("part").isObject();
        if (!isText() || !isPart && text.isEmpty()) {
            return;
        }
        at(body.has("summary_index") ? SUMMARY : CONTENT, frame.part());
        if (!frame.tellsWhole()) {
            beganPart(frame.type().replace(".added", ".done"));
        } else if (isPart) {
            isPartOpen = false;
        } else if (said().isEmpty()) {
            grew(text);
        }
    }

    private void at(String grown, int place) {
        field = grown;
        part = place;
    }

    /// Goes on behind all parts that ended.
    void nextPart() {
        part = texts.get(field).isEmpty() ? 0 : texts.get(field).lastKey() + 1;
    }

    void beganPart(String end) {
        partEnd = end;
        grew("");
    }

    void grew(String more) {
        isPartOpen = true;
        texts.get(field).computeIfAbsent(part, _ -> new StringBuilder()).append(more);
    }

    /// What the client got of the part that goes on.
    String said() {
        StringBuilder text = texts.get(field).get(part);
        return text == null ? "" : text.toString();
    }

    /// The backend ended a part of which the client has not got the end.
    void endedPart(JsonNode whole) {
        endedPart = whole;
    }

    /// The part that goes on, with what the client got of it.
    JsonNode wholePart() {
        return endedPart instanceof ObjectNode object ? object.put(textField(object), said()) : part(field, said());
    }

    /// The backend ended it.
    /// @param whole the item as the backend repeats it
    void ended(JsonNode whole) {
        isEnded = true;
        json = whole instanceof ObjectNode object ? object : json;
        if (state == State.FORWARDED) {
            texts.values().forEach(TreeMap::clear);
        }
    }

    /// The client got its end.
    void over() {
        state = State.OVER;
        texts.values().forEach(TreeMap::clear);
        endedPart = MissingNode.getInstance();
    }

    /// The item with what the client got of it.
    /// @param status how it stands unless the backend says that
    ObjectNode whole(ResponsesItemStatus status) {
        if (state == State.FORWARDED && isEnded || state == State.OVER) {
            return json;
        }
        if (!isEnded) {
            json.put("status", status.id());
        }
        if (state == State.ANEW && kind == Kind.CALL) {
            json.put("arguments", said());
        }
        if (isText()) {
            fill(CONTENT, texts.get(CONTENT), texts.get(SUMMARY));
            fill(SUMMARY, texts.get(SUMMARY), texts.get(CONTENT));
        }
        return json;
    }

    /// Reasoning is said in two fields: one that did not grow says the same as the other.
    private void fill(String parts, TreeMap<Integer, StringBuilder> grown, TreeMap<Integer, StringBuilder> other) {
        JsonNode came = json.path(parts);
        ArrayNode all = json.arrayNode();
        for (int i = 0; i < came.size(); i++) {
            String name = textField(came.get(i));
            if (grown.containsKey(i) && came.get(i) instanceof ObjectNode one) {
                all.add(one.put(name, grown.get(i).toString()));
            } else if (!came.get(i).path(name).isTextual()) {
                all.add(came.get(i));
            }
        }
        grown.tailMap(came.size()).values().forEach(text -> all.add(part(parts, text.toString())));
        boolean isSilent = grown.isEmpty() && !other.isEmpty();
        if (isSilent && came.isArray() && (parts.equals(CONTENT) || !came.isEmpty())) {
            all.add(part(parts, String.join("", other.values())));
        }
        if (json.has(parts) || !all.isEmpty()) {
            json.set(parts, all);
        }
    }

    private static String textField(JsonNode part) {
        return part.path("refusal").isTextual() ? "refusal" : "text";
    }

    ObjectNode part(String parts, String text) {
        return ResponsesPartTexts.part(json, parts, text);
    }
}
