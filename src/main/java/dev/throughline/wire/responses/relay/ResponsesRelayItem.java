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
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// An output item on its way to the client, of the backend or made of what filters found. Keeps the text that the
/// client received of it until it is complete.
final class ResponsesRelayItem {
    private static final String CONTENT = "content";
    static final String SUMMARY = "summary";

    enum Kind {
        TEXT,
        REASONING,
        CALL,
        /// Of a type that is not decoded.
        FOREIGN
    }

    enum State {
        /// The client has received nothing of it.
        WITHHELD,
        /// The client has received nothing of it, and its events were changed.
        CHANGED,
        FORWARDED,
        /// Written from events.
        WRITTEN,
        /// Completed before the backend completes it.
        CLOSED
    }

    final Kind kind;
    final String id;
    /// The backend's index; -1 for none.
    final int place;
    /// The item as it began.
    final ObjectNode begun;
    State state = State.WITHHELD;
    /// The client's index.
    int index = -1;

    boolean isDone;
    /// The field that grows, and its part.
    String field = CONTENT;

    int part;
    boolean isPartOpen;
    /// The type of the event that ends the part; empty if none began it.
    String partEnd = "";
    /// The part as the backend repeats it; missing before.
    JsonNode donePart = MissingNode.getInstance();

    /// The item as it began or as the backend completed it, with what is added to it here.
    private ObjectNode json;

    /// Where its text is in the recorded answer.
    final ResponsesRecordedItemText recorded = new ResponsesRecordedItemText();

    private final StringBuilder text = new StringBuilder();
    private @Nullable ResponsesHeldText held;
    private int partFrom;

    private ResponsesRelayItem(Kind kind, String id, int place, ObjectNode json) {
        this.kind = kind;
        this.id = id;
        this.place = place;
        this.begun = json;
        this.json = json;
    }

    /// @param first the first frame of the backend that belongs to it
    static ResponsesRelayItem of(ResponsesFrame first) {
        Kind kind = switch (first.item()) {
            case ResponsesTextReader _ -> Kind.TEXT;
            case ResponsesReasoningReader _ -> Kind.REASONING;
            case ResponsesCallReader _ -> Kind.CALL;
            case ResponsesItemReader.Unread _ -> Kind.FOREIGN;
        };
        String id = first.itemId();
        ObjectNode json = first.body().path("item") instanceof ObjectNode item ? item : bare(kind, id);
        return new ResponsesRelayItem(kind, id, first.place(), json);
    }

    /// An item that the backend does not have.
    static ResponsesRelayItem made(Kind kind, String id) {
        var item = new ResponsesRelayItem(kind, id, -1, bare(kind, id));
        item.field = kind == Kind.REASONING ? SUMMARY : CONTENT;
        return item;
    }

    private static ObjectNode bare(Kind kind, String id) {
        ObjectNode item = JsonNodeFactory.instance.objectNode().put("id", id);
        item.put("type", kind == Kind.TEXT ? "message" : kind == Kind.REASONING ? "reasoning" : "function_call");
        item.put("status", ResponsesItemStatus.IN_PROGRESS.id());
        if (kind == Kind.TEXT) {
            item.put("role", "assistant").putArray(CONTENT);
        } else if (kind == Kind.REASONING) {
            item.putArray(SUMMARY);
            item.putArray(CONTENT);
            item.putNull("encrypted_content");
        }
        return item;
    }

    boolean isText() {
        return kind == Kind.TEXT || kind == Kind.REASONING;
    }

    /// Whether this is the call with this id.
    boolean isCall(String callId) {
        String own = begun.path("call_id").asText("");
        return kind == Kind.CALL && (own.isEmpty() ? id : own).equals(callId);
    }

    /// Finds the part to which a frame belongs. Where both fields of reasoning grow, they have the same text: the
    /// first one counts.
    /// @return whether it is the part that grows
    boolean locate(ResponsesFrame frame) {
        Optional<ResponsesDelta> delta = frame.delta();
        if (!isText() || delta.isEmpty() && !frame.isOfPart()) {
            return false;
        }
        boolean isSummary = delta.map(ResponsesDelta::kind)
                .filter(ResponsesDelta.Kind.SUMMARY::equals)
                .isPresent();
        String grown = isSummary || frame.body().has("summary_index") ? SUMMARY : CONTENT;
        field = text.isEmpty() ? grown : field;
        int place = delta.map(ResponsesDelta::partIndex).orElseGet(frame::part);
        if (field.equals(grown) && place != part) {
            part = place;
            partFrom = text.length();
        }
        return field.equals(grown);
    }

    /// Takes note of a frame that the client receives unchanged.
    void forwarded(ResponsesFrame frame) {
        if (frame.role() == ResponsesFrame.Role.DONE) {
            done(frame.body().path("item"));
        } else if (locate(frame)) {
            if (frame.delta().isPresent()) {
                grow(frame.delta().get().text());
            } else if (!frame.repeatsText()) {
                beginPart(frame.type().replace(".added", ".done"));
            } else if (frame.body().has("part")) {
                isPartOpen = false;
            } else if (partText().isEmpty()) {
                grow(frame.body()
                        .path("text")
                        .asText(frame.body().path("refusal").asText("")));
            }
        }
    }

    void beginPart(String end) {
        isPartOpen = true;
        partEnd = end;
    }

    /// Continues behind the parts that ended.
    void nextPart() {
        part = text.isEmpty() ? 0 : part + 1;
        partFrom = text.length();
    }

    void grow(String more) {
        isPartOpen = true;
        text.append(more);
        if (held != null) {
            held.grew(more.length());
        }
    }

    /// Its text in memory is counted there from now on.
    void countedIn(ResponsesHeldText counter) {
        held = counter;
    }

    /// UTF-16 code units of the item as it is held after its end.
    long units() {
        return ResponsesRecordedItemText.units(json);
    }

    /// Gives up what of its complete text is in the recorded answer.
    /// @param shortest UTF-16 code units of a text that is given up, at least 1
    void giveUpText(int shortest) {
        recorded.replaceIn(json, shortest);
    }

    /// The text of the part that grows.
    String partText() {
        return text.substring(partFrom);
    }

    /// The part that grows, with its text.
    JsonNode partWithText() {
        return donePart instanceof ObjectNode object ? object.put(textField(object), partText()) : part(partText());
    }

    /// The backend completed it.
    /// @param whole the item as the backend repeats it
    void done(JsonNode whole) {
        isDone = true;
        json = whole instanceof ObjectNode object ? object : json;
        if (state == State.FORWARDED) {
            free();
        }
    }

    void sign(String proof) {
        json.put("encrypted_content", proof);
    }

    /// The client received its end.
    void close() {
        state = State.CLOSED;
        free();
    }

    private void free() {
        if (held != null) {
            held.grew(-text.length());
        }
        text.setLength(0);
        text.trimToSize();
        partFrom = 0;
        donePart = MissingNode.getInstance();
    }

    /// The item with the text that the client received.
    /// @param status used unless the backend completed the item
    ObjectNode whole(ResponsesItemStatus status) {
        if (state == State.FORWARDED && isDone || state == State.CLOSED) {
            return json;
        }
        if (!isDone) {
            json.put("status", status.id());
        }
        switch (kind) {
            case TEXT -> putText(CONTENT);
            case REASONING -> {
                putText(CONTENT);
                putText(SUMMARY);
            }
            case CALL ->
                json.put(
                        "arguments",
                        state == State.WRITTEN
                                ? partText()
                                : json.path("arguments").asText(""));
            case FOREIGN -> {}
        }
        return json;
    }

    /// The first part that has a text gets all of it.
    private void putText(String name) {
        JsonNode received = json.path(name);
        ArrayNode parts = json.arrayNode();
        boolean isMissing = name.equals(field) ? isPartOpen || !text.isEmpty() : !text.isEmpty();
        for (JsonNode one : received) {
            if (!one.path(textField(one)).isTextual()) {
                parts.add(one);
            } else if (isMissing) {
                parts.add(((ObjectNode) one).put(textField(one), text.toString()));
                isMissing = false;
            }
        }
        if (isMissing && (name.equals(field) || name.equals(CONTENT) && received.isArray())) {
            parts.add(ResponsesPartTexts.part(json, name, text.toString()));
        }
        if (json.has(name) || !parts.isEmpty()) {
            json.set(name, parts);
        }
    }

    private static String textField(JsonNode part) {
        return part.path("refusal").isTextual() ? "refusal" : "text";
    }

    ObjectNode part(String content) {
        return ResponsesPartTexts.part(json, field, content);
    }
}
