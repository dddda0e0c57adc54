package dev.throughline.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.POJONode;
import dev.throughline.stream.StreamEvent;
import dev.throughline.wire.responses.ResponsesFrame.Role;
import dev.throughline.wire.responses.ResponsesItemFrames.TextEvents;
import dev.throughline.wire.responses.ResponsesItemText.Kind;
import dev.throughline.wire.sse.FrameBuffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/// An output item of the backend on its way to the client, with the text that the client received of it.
final class ResponsesRelayItem implements ResponsesOutputItem.Received {
    /// By which events it grows; absent for a type that is not decoded.
    final Optional<Kind> kind;
    private final String id;
    /// The backend's index; -1 for none.
    final int place;
    /// The client's index; -1 while the client has received nothing of it.
    int index = -1;
    /// Whether an event of it passed unchanged.
    boolean hasContent;
    /// Whether its rest is written from events.
    boolean isWritten;
    /// Whether the backend completed it.
    boolean isDone;
    /// Whether the client received its end.
    boolean isOver;
    /// Whether its summary grows, not its content, and which part of it.
    private boolean isSummary;

    private int part;
    private boolean isPartOpen;
    /// Whether the part begins with what is written next.
    boolean isPartNew;
    /// Type of the events that begin and end the part; empty if none began it.
    private String partType = "";
    /// The item as it began or as the backend completed it, with what is added to it here.
    private ObjectNode json;

    private JsonNode repeatedPart = MissingNode.getInstance();
    /// The texts of its parts.
    private final List<ResponsesItemText> texts = new ArrayList<>(1);

    /// @param first the first frame of the backend that belongs to it
    ResponsesRelayItem(ResponsesFrame first) {
        this.kind = switch (first.item()) {
            case ResponsesTextReader _ -> Optional.of(Kind.TEXT);
            case ResponsesReasoningReader _ -> Optional.of(Kind.REASONING);
            case ResponsesCallReader _ -> Optional.of(Kind.ARGUMENTS);
            case ResponsesItemReader.Unread _ -> Optional.empty();
        };
        this.id = first.itemId();
        this.place = first.place();
        this.json = first.body().path("item") instanceof ObjectNode item ? item : unannounced();
        texts.add(new ResponsesItemText(kind.orElse(Kind.TEXT)));
    }

    private ObjectNode unannounced() {
        ObjectNode item = JsonNodeFactory.instance.objectNode().put("id", id).put("status", "in_progress");
        if (is(Kind.REASONING)) {
            return item.put("type", "reasoning").set("summary", item.arrayNode());
        }
        return item.put("type", "message").put("role", "assistant").set("content", item.arrayNode());
    }

    boolean is(Kind other) {
        return kind.isPresent() && kind.get() == other;
    }

    boolean isText() {
        return is(Kind.TEXT) || is(Kind.REASONING);
    }

    /// Whether a frame of it passes as received: something of it passed, or nothing that a filter could change.
    boolean isDue(ResponsesFrame frame) {
        boolean isEmpty = isText() && frame.role() == Role.DONE;
        return index >= 0 || !isWritten && (hasContent || kind.isEmpty() || isEmpty);
    }

    /// Whether a frame of it follows from the events that are written.
    boolean absorbs(ResponsesFrame frame) {
        return isWritten && (frame.role() == Role.GREW || frame.isOfPart() || isOver);
    }

    /// Its rest is written from events: with all of its parts, if the client has received nothing of it.
    void change() {
        isWritten = true;
        isPartOpen &= index >= 0;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public int index() {
        return index;
    }

    /// The text of the part that grows.
    @Override
    public ResponsesItemText text() {
        return texts.getLast();
    }

    /// The type that it has at the backend.
    String type() {
        return json.path("type").asText("");
    }

    /// Takes note of the part to which a frame belongs, unless the item is written. Where both fields of reasoning
    /// grow, they have the same text: the first one counts.
    void locate(ResponsesFrame frame) {
        boolean isOfPart = frame.delta().isPresent() || frame.role() == Role.PART && frame.isOfPart();
        if (isWritten || !isText() || !isOfPart) {
            return;
        }
        isSummary = texts.getFirst().isEmpty() ? frame.isOfSummary() : isSummary;
        if (isSummary == frame.isOfSummary()) {
            part(frame.part());
            isPartOpen = !frame.repeatsText() || !frame.body().has("part");
            if (frame.type().endsWith(".added")) {
                partType = frame.type().replace("response.", "").replace(".added", "");
            }
        }
    }

    /// Continues in this part.
    private void part(int at) {
        if (at != part && !text().isEmpty()) {
            texts.add(new ResponsesItemText(kind.orElseThrow()));
        }
        part = at;
    }

    /// Grows by an event of which the client receives the frame.
    void forwarded(StreamEvent event) {
        hasContent = true;
        switch (event) {
            case StreamEvent.TextDelta(String more) -> text().append(more);
            case StreamEvent.ReasoningDelta(String more) -> text().append(more);
            case StreamEvent.ToolCallArgs(int _, String more) -> text().append(more);
            case StreamEvent _ -> {}
        }
    }

    /// Grows by an event that is written: in a part behind those that ended.
    @Override
    public void append(String more) {
        if (!isPartOpen) {
            part(texts.getFirst().isEmpty() ? 0 : part + 1);
            isPartOpen = true;
            isPartNew = true;
            partType = isSummary ? "reasoning_summary_part" : "content_part";
        }
        text().append(more);
    }

    @Override
    public void sign(String proof) {
        json.put("encrypted_content", proof);
    }

    /// Takes note of what the backend repeats of an item that is written.
    void repeat(ResponsesFrame frame) {
        if (isWritten && !isOver && frame.role() == Role.DONE) {
            done(frame.body().path("item"));
        } else if (isWritten && frame.repeatsText() && frame.body().has("part")) {
            repeatedPart = frame.body().path("part");
        }
    }

    private void done(JsonNode whole) {
        isDone = true;
        json = whole instanceof ObjectNode object ? object : json;
    }

    /// The client received the backend's end of it, or the response repeats it.
    void end(JsonNode whole) {
        done(whole);
        isOver = true;
    }

    /// The client received its end.
    void end() {
        isOver = true;
    }

    private String field() {
        return isSummary ? "summary" : "content";
    }

    @Override
    public TextEvents textEvents() {
        if (!isPartOpen) {
            return TextEvents.NONE;
        }
        String text = is(Kind.TEXT) ? "output_text" : isSummary ? "reasoning_summary_text" : "reasoning_text";
        return new TextEvents(text, partType, ",\"" + field() + "_index\":" + part);
    }

    @Override
    public void part(ResponsesItemText text, FrameBuffer out) {
        JsonNode one = !isPartNew && repeatedPart instanceof ObjectNode object
                ? object.putPOJO(ResponsesPartTexts.field(object), text)
                : ResponsesPartTexts.part(json, field(), new POJONode(text));
        ResponsesRelayFrames.tree(one, out);
    }

    /// Only one that the backend did not announce is begun here.
    @Override
    public void begun(FrameBuffer out) {
        ResponsesRelayFrames.tree(unannounced(), out);
    }

    /// With the text that the client received, if it has not received the end.
    @Override
    public void whole(ResponsesItemStatus status, FrameBuffer out) {
        if (!isOver) {
            if (!isDone) {
                json.put("status", status.id());
            }
            if (isText()) {
                putTexts("content");
            }
            if (is(Kind.REASONING)) {
                putTexts("summary");
            }
        }
        ResponsesRelayFrames.tree(json, out);
    }

    private void putTexts(String name) {
        boolean isGrown = name.equals(field());
        boolean hasText = !texts.getFirst().isEmpty() || isGrown && isPartOpen;
        Iterator<POJONode> rest =
                texts.stream().filter(_ -> hasText).map(POJONode::new).iterator();
        JsonNode received = json.path(name);
        ArrayNode parts = ResponsesPartTexts.replaced(received, rest);
        while (rest.hasNext() && (isGrown || name.equals("content") && received.isArray())) {
            parts.add(ResponsesPartTexts.part(json, name, rest.next()));
        }
        if (json.has(name) || !parts.isEmpty()) {
            json.set(name, parts);
        }
    }
}
