package dev.throughline.wire.responses.relay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.POJONode;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.responses.answer.ResponsesCallReader;
import dev.throughline.wire.responses.answer.ResponsesDelta;
import dev.throughline.wire.responses.answer.ResponsesFrame;
import dev.throughline.wire.responses.answer.ResponsesFrame.Role;
import dev.throughline.wire.responses.answer.ResponsesItemJson;
import dev.throughline.wire.responses.answer.ResponsesItemReader;
import dev.throughline.wire.responses.answer.ResponsesItemStatus;
import dev.throughline.wire.responses.answer.ResponsesItemText;
import dev.throughline.wire.responses.answer.ResponsesOutputItem;
import dev.throughline.wire.responses.answer.ResponsesPartTexts;
import dev.throughline.wire.responses.answer.ResponsesReasoningReader;
import dev.throughline.wire.responses.answer.ResponsesTextBudget;
import dev.throughline.wire.responses.answer.ResponsesTextReader;
import dev.throughline.wire.sse.FrameBuffer;
import dev.throughline.wire.sse.RecordedText;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// An output item on its way to the client, of the backend or made of what filters found, with the text that the
/// client received of it.
final class ResponsesRelayItem {
    private static final String CONTENT = "content";
    private static final String SUMMARY = "summary";
    /// The fields that repeat what grew.
    private static final Set<String> TEXTS = Set.of("text", "refusal", "arguments");

    enum Kind {
        TEXT(RecordedText.Kind.TEXT),
        REASONING(RecordedText.Kind.REASONING),
        CALL(RecordedText.Kind.ARGUMENTS),
        /// Of a type that is not decoded.
        FOREIGN(RecordedText.Kind.TEXT);

        private final RecordedText.Kind recorded;

        Kind(RecordedText.Kind recorded) {
            this.recorded = recorded;
        }
    }

    enum State {
        /// The client has received nothing of it.
        WITHHELD,
        /// The client has received nothing of it, and its events were changed.
        CHANGED,
        FORWARDED,
        /// Written from events.
        WRITTEN,
        /// The client received an end that the backend did not send.
        CLOSED
    }

    final Kind kind;
    final String id;
    /// The backend's index; -1 for none.
    final int place;
    State state = State.WITHHELD;
    /// The client's index.
    int index = -1;

    /// Whether an event of it passed unchanged.
    boolean hasContent;
    boolean isDone;
    /// The field that grows, and its part.
    String field = CONTENT;

    int part;
    boolean isPartOpen;
    /// The type of the event that ends the part, without `response.`; empty if none began it.
    String partEnd = "";
    /// The item as it began or as the backend completed it, with what is added to it here.
    ObjectNode json;

    private JsonNode repeatedPart = MissingNode.getInstance();
    private final ResponsesTextBudget budget;
    /// Of its parts.
    private final List<ResponsesItemText> texts = new ArrayList<>(1);

    private ResponsesRelayItem(Kind kind, String id, int place, ObjectNode json, ResponsesTextBudget budget) {
        this.kind = kind;
        this.id = id;
        this.place = place;
        this.json = json;
        this.budget = budget;
        texts.add(new ResponsesItemText(kind.recorded, budget));
    }

    /// @param first the first frame of the backend that belongs to it
    static ResponsesRelayItem of(ResponsesFrame first, ResponsesTextBudget budget) {
        Kind kind = switch (first.item()) {
            case ResponsesTextReader _ -> Kind.TEXT;
            case ResponsesReasoningReader _ -> Kind.REASONING;
            case ResponsesCallReader _ -> Kind.CALL;
            case ResponsesItemReader.Unread _ -> Kind.FOREIGN;
        };
        String id = first.itemId();
        ObjectNode json = first.body().path("item") instanceof ObjectNode item ? item : begun(bare(kind, id));
        return new ResponsesRelayItem(kind, id, first.place(), json, budget);
    }

    /// An item that the backend does not have.
    static ResponsesRelayItem made(Kind kind, ResponsesOutputItem item, ResponsesTextBudget budget) {
        var made = new ResponsesRelayItem(kind, item.id(), -1, begun(item), budget);
        made.field = kind == Kind.REASONING ? SUMMARY : CONTENT;
        return made;
    }

    /// A text or reasoning before any of its content.
    static ResponsesOutputItem bare(Kind kind, String id) {
        ResponsesItemText nothing = ResponsesItemText.kept("");
        return kind == Kind.REASONING
                ? new ResponsesOutputItem.Reasoning(id, 0, nothing, nothing)
                : new ResponsesOutputItem.Visible(id, 0, nothing);
    }

    private static ObjectNode begun(ResponsesOutputItem item) {
        var out = new FrameBuffer();
        ResponsesItemJson.begun(item, out);
        return StrictJson.object(out.take()).orElseThrow();
    }

    /// An event that repeats it.
    /// @param type without `response.`
    ObjectNode event(String type) {
        return ResponsesRelayFrames.event(type).put("output_index", index).set("item", json);
    }

    boolean isText() {
        return kind == Kind.TEXT || kind == Kind.REASONING;
    }

    boolean isRewritten() {
        return state == State.CHANGED || state == State.WRITTEN || state == State.CLOSED;
    }

    boolean isSummary() {
        return field.equals(SUMMARY);
    }

    /// Whether this is the call with this id.
    boolean isCall(String callId) {
        String own = json.path("call_id").asText("");
        return kind == Kind.CALL && (own.isEmpty() ? id : own).equals(callId);
    }

    /// The text in a node of a tree.
    static Optional<ResponsesItemText> text(JsonNode value) {
        return value instanceof POJONode given && given.getPojo() instanceof ResponsesItemText text
                ? Optional.of(text)
                : Optional.empty();
    }

    /// The text of the part that grows.
    ResponsesItemText text() {
        return texts.getLast();
    }

    /// Takes note of the part to which a frame belongs that the client receives unchanged. Where both fields of
    /// reasoning grow, they have the same text: the first one counts.
    void locate(ResponsesFrame frame) {
        Optional<ResponsesDelta> delta = frame.delta();
        if (!isText() || frame.role() == Role.DONE || delta.isEmpty() && !frame.isOfPart()) {
            return;
        }
        boolean isOfSummary = delta.map(ResponsesDelta::kind)
                .map(ResponsesDelta.Kind.SUMMARY::equals)
                .orElseGet(() -> frame.body().has("summary_index"));
        String grown = isOfSummary ? SUMMARY : CONTENT;
        field = texts.getFirst().isEmpty() ? grown : field;
        if (field.equals(grown)) {
            int at = delta.map(ResponsesDelta::partIndex).orElseGet(frame::part);
            if (at != part) {
                nextText();
                part = at;
            }
            isPartOpen = !frame.repeatsText() || !frame.body().has("part");
            if (delta.isEmpty() && !frame.repeatsText()) {
                partEnd = frame.type().replace("response.", "").replace(".added", ".done");
            }
        }
    }

    private void nextText() {
        if (!text().isEmpty()) {
            texts.add(new ResponsesItemText(kind.recorded, budget));
        }
    }

    /// Continues in a new part, behind those that ended.
    /// @param end the type of the event that ends it
    void beginPart(String end) {
        part = texts.getFirst().isEmpty() ? 0 : part + 1;
        nextText();
        isPartOpen = true;
        partEnd = end;
    }

    /// The client receives an event of its kind.
    void grow(ResponsesRelayStep.PassedEvent event) {
        hasContent = true;
        String more = event.text();
        if (!more.isEmpty()) {
            text().append(more, event.place());
        }
    }

    void sign(String proof) {
        json.put("encrypted_content", proof);
    }

    /// Takes note of what the backend repeats of an item that is written from events.
    void repeat(ResponsesFrame frame) {
        if (frame.role() == Role.DONE) {
            done(frame.body().path("item"));
        } else if (frame.repeatsText() && frame.body().has("part")) {
            repeatedPart = frame.body().path("part");
        }
    }

    private void done(JsonNode whole) {
        isDone = true;
        json = whole instanceof ObjectNode object ? object : json;
    }

    /// The client received the end of it from the backend: its texts there are kept once.
    void forwardedEnd(JsonNode whole) {
        done(whole);
        texts.stream().filter(text -> !text.isEmpty()).forEach(text -> put(text, json));
    }

    private static void put(ResponsesItemText text, JsonNode node) {
        for (Map.Entry<String, JsonNode> field : node.properties()) {
            if (TEXTS.contains(field.getKey()) && text.isIn(field.getValue())) {
                field.setValue(new POJONode(text));
            }
        }
        node.forEach(child -> put(text, child));
    }

    /// The part that grows, with its text.
    JsonNode partWithText() {
        return repeatedPart instanceof ObjectNode object
                ? object.putPOJO(ResponsesPartTexts.field(object), text())
                : part(field, text());
    }

    private ObjectNode part(String name, ResponsesItemText text) {
        return ResponsesPartTexts.part(json, name, "").putPOJO("text", text);
    }

    /// The item with the text that the client received, at its end.
    /// @param status used unless the backend completed the item
    ObjectNode whole(ResponsesItemStatus status) {
        if (state == State.FORWARDED && isDone || state == State.CLOSED) {
            return json;
        }
        if (!isDone) {
            json.put("status", status.id());
        }
        if (isText()) {
            putTexts(CONTENT);
        }
        if (kind == Kind.REASONING) {
            putTexts(SUMMARY);
        }
        if (kind == Kind.CALL && state == State.WRITTEN) {
            json.putPOJO("arguments", text());
        }
        return json;
    }

    private void putTexts(String name) {
        JsonNode received = json.path(name);
        ArrayNode parts = json.arrayNode();
        boolean hasText = !texts.getFirst().isEmpty() || name.equals(field) && isPartOpen;
        Iterator<ResponsesItemText> rest = (hasText ? texts : List.<ResponsesItemText>of()).iterator();
        for (JsonNode one : received) {
            if (!one.path(ResponsesPartTexts.field(one)).isTextual()) {
                parts.add(one);
            } else if (rest.hasNext()) {
                parts.add(((ObjectNode) one).putPOJO(ResponsesPartTexts.field(one), rest.next()));
            }
        }
        while (rest.hasNext() && (name.equals(field) || name.equals(CONTENT) && received.isArray())) {
            parts.add(part(name, rest.next()));
        }
        if (json.has(name) || !parts.isEmpty()) {
            json.set(name, parts);
        }
    }
}
