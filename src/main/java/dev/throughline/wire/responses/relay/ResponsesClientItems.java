package dev.throughline.wire.responses.relay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.responses.answer.ResponsesDelta;
import dev.throughline.wire.responses.answer.ResponsesEventFrames;
import dev.throughline.wire.responses.answer.ResponsesFrame;
import dev.throughline.wire.responses.answer.ResponsesItemFrames;
import dev.throughline.wire.responses.answer.ResponsesItemStatus;
import dev.throughline.wire.responses.answer.ResponsesOutputItem;
import dev.throughline.wire.responses.answer.ResponsesPartTexts;
import dev.throughline.wire.sse.FrameBuffer;
import dev.throughline.wire.sse.SseFrame;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The items of an answer as the client hears of them: those of the backend, in frames that came, and those made of
/// what filters found. Gives both their places and numbers.
final class ResponsesClientItems {

    /// An item that the client heard of.
    sealed interface Told {
        record Own(ResponsesRelayItem item) implements Told {}

        /// @param status how it stands, once it is over
        record Made(ResponsesOutputItem item, List<ResponsesItemStatus> status) implements Told {}
    }

    private final ResponsesSequenceNumbers responsesSequenceNumbers = new ResponsesSequenceNumbers();
    private final ResponsesEventFrames frames = new ResponsesEventFrames(responsesSequenceNumbers::next);
    private final ResponsesItemFrames made = new ResponsesItemFrames(frames);
    private final List<Told> told = new ArrayList<>();
    /// Items of which the client has not heard yet.
    private final List<ResponsesRelayItem> fresh = new ArrayList<>();

    private FrameBuffer out = new FrameBuffer();
    private boolean isAltered;
    private String key = "tl";
    private int lastIndex = -1;
    private int shift;
    private int count;

    void into(FrameBuffer buffer) {
        out = buffer;
        frames.into(buffer);
    }

    /// Names the items that are made here.
    /// @param responseId id of the response
    void named(String responseId) {
        key = key(responseId);
    }

    /// What the ids of items that are made here have of the response's.
    static String key(String responseId) {
        String bare = responseId.startsWith("resp_") ? responseId.substring(5) : responseId;
        return bare.isEmpty() ? "tl" : bare.replaceAll("[^A-Za-z0-9_-]", "_");
    }

    List<Told> told() {
        return told;
    }

    ResponsesSequenceNumbers responsesSequenceNumbers() {
        return responsesSequenceNumbers;
    }

    ResponsesEventFrames frames() {
        return frames;
    }

    boolean isAltered() {
        return isAltered;
    }

    /// From here on the client gets something else than what came. What waits beside items need not wait any more.
    void altered() {
        if (!isAltered) {
            isAltered = true;
            for (ResponsesRelayItem item : fresh) {
                item.waiting.stream()
                        .filter(ResponsesRelayItem.Waiting::isBeside)
                        .forEach(waiting -> {
                            responsesSequenceNumbers.released(waiting.frame());
                            write(waiting.frame(), null);
                        });
                item.waiting.removeIf(ResponsesRelayItem.Waiting::isBeside);
            }
        }
    }

    void begun(ResponsesRelayItem item) {
        fresh.add(item);
    }

    /// Items of which the client has not heard yet, a copy.
    List<ResponsesRelayItem> fresh() {
        return List.copyOf(fresh);
    }

    void waits(ResponsesRelayItem item, SseFrame frame, boolean isBeside) {
        responsesSequenceNumbers.held(frame);
        item.waiting.add(new ResponsesRelayItem.Waiting(frame, isBeside));
    }

    void waitsForText(ResponsesRelayItem item, SseFrame frame, ResponsesFrame responsesFrame) {
        responsesSequenceNumbers.held(frame);
        item.endings.add(new ResponsesRelayItem.Ending(frame, responsesFrame));
    }

    void drop(SseFrame frame) {
        if (!frame.isEmpty()) {
            responsesSequenceNumbers.dropped(frame);
        }
    }

    /// Writes a frame as it came, at its place.
    void write(SseFrame frame, @Nullable ResponsesRelayItem item) {
        responsesSequenceNumbers.write(frame, values(item), out);
    }

    /// Writes a delta with another text.
    void write(SseFrame frame, ResponsesRelayItem item, String text) {
        Map<String, String> values = new HashMap<>(values(item));
        values.put(
                ResponsesFrameFields.DELTA,
                new String(new FrameBuffer().json(text).take(), StandardCharsets.UTF_8));
        responsesSequenceNumbers.write(frame, values, out);
    }

    private static Map<String, String> values(@Nullable ResponsesRelayItem item) {
        return item == null || item.place() < 0 || item.index < 0 || item.index == item.place()
                ? Map.of()
                : Map.of(ResponsesFrameFields.INDEX, Integer.toString(item.index));
    }

    /// The client hears of an item, and of those that waited before it; of these only if the backend said nothing in
    /// them.
    void open(ResponsesRelayItem item) {
        for (ResponsesRelayItem older : fresh()) {
            if (older == item || !older.isTouched) {
                openNow(older);
            } else {
                discard(older);
            }
            if (older == item) {
                return;
            }
        }
        openNow(item);
    }

    private void openNow(ResponsesRelayItem item) {
        fresh.remove(item);
        item.state = ResponsesRelayItem.State.OPEN;
        item.index = place(item.place());
        told.add(new Told.Own(item));
        item.waiting.forEach(waiting -> responsesSequenceNumbers.released(waiting.frame()));
        item.waiting.forEach(waiting -> write(waiting.frame(), waiting.isBeside() ? null : item));
        item.waiting.clear();
    }

    /// The client does not hear of an item.
    void discard(ResponsesRelayItem item) {
        altered();
        fresh.remove(item);
        item.state = ResponsesRelayItem.State.GONE;
        item.waiting.clear();
        item.endings.clear();
        responsesSequenceNumbers.discarded();
        shift--;
    }

    private int place(int came) {
        int next = came < 0 ? lastIndex + 1 : came + shift;
        int place = isAltered ? Math.max(lastIndex + 1, next) : next;
        lastIndex = Math.max(lastIndex, place);
        return place;
    }

    /// Writes the frames that waited for the rest of a text, now that there is none.
    void settle(ResponsesRelayItem item) {
        List<ResponsesRelayItem.Ending> endings = List.copyOf(item.endings);
        item.endings.clear();
        endings.forEach(ending -> responsesSequenceNumbers.released(ending.frame()));
        endings.forEach(ending -> repeat(item, ending.frame(), ending.seen()));
    }

    /// Writes a frame that repeats texts, with what the client was told.
    void repeat(ResponsesRelayItem item, SseFrame frame, ResponsesFrame responsesFrame) {
        boolean isChanged = responsesFrame.body() instanceof ObjectNode event && item.texts.impose(event);
        if (isChanged && responsesFrame.body() instanceof ObjectNode event) {
            rewrite(item, frame, event);
        } else {
            write(frame, item);
        }
        if (responsesFrame.role() == ResponsesFrame.Role.DONE) {
            over(item, responsesFrame.body().path("item"), isChanged);
        }
    }

    /// The item is over for the client.
    void over(ResponsesRelayItem item, JsonNode done, boolean isMade) {
        item.state = ResponsesRelayItem.State.SHUT;
        item.done = done instanceof ObjectNode object ? object : null;
        item.isMade = isMade;
    }

    private void rewrite(ResponsesRelayItem item, SseFrame frame, ObjectNode event) {
        responsesSequenceNumbers
                .number(event.path(ResponsesFrameFields.NUMBER).asLong(-1))
                .ifPresent(number -> event.put(ResponsesFrameFields.NUMBER, number));
        if (event.has(ResponsesFrameFields.INDEX)) {
            event.put(ResponsesFrameFields.INDEX, item.index);
        }
        writeEvent(frame.event(), event);
    }

    void writeEvent(String name, ObjectNode event) {
        out.raw(name.isEmpty() ? "" : "event: " + name + "\n").raw("data: ");
        out.raw(StrictJson.write(event)).raw("\n\n");
    }

    /// Ends an item of the backend before the backend does.
    void close(ResponsesRelayItem item, ResponsesItemStatus status) {
        ObjectNode whole = item.whole(status);
        item.texts.content().forEach((part, text) -> closePart(item, whole, "content", part, text.toString()));
        item.texts.summary().forEach((part, text) -> closePart(item, whole, "summary", part, text.toString()));
        ObjectNode event = event("response.output_item.done", item);
        event.set("item", whole);
        writeEvent("response.output_item.done", event);
        over(item, whole, true);
    }

    private void closePart(ResponsesRelayItem item, ObjectNode whole, String field, int part, String text) {
        boolean isSummary = field.equals("summary");
        String type = isSummary
                ? "reasoning_summary_text"
                : item.kind() == ResponsesRelayItem.Kind.TEXT ? "output_text" : "reasoning_text";
        ObjectNode told = event("response." + type + ".done", item)
                .put("item_id", item.id())
                .put(isSummary ? "summary_index" : "content_index", part)
                .put("text", text);
        writeEvent("response." + type + ".done", told);
        String end = isSummary ? "response.reasoning_summary_part.done" : "response.content_part.done";
        ObjectNode event =
                event(end, item).put("item_id", item.id()).put(isSummary ? "summary_index" : "content_index", part);
        event.set("part", ResponsesPartTexts.part(whole, field, text));
        writeEvent(end, event);
    }

    /// Writes more text of an item of the backend for which no frame came.
    void grow(ResponsesRelayItem item, String text) {
        ResponsesDelta.Kind kind = item.grown();
        boolean isSummary = kind == ResponsesDelta.Kind.SUMMARY;
        String type = isSummary
                ? "response.reasoning_summary_text.delta"
                : item.kind() == ResponsesRelayItem.Kind.TEXT
                        ? "response.output_text.delta"
                        : "response.reasoning_text.delta";
        ObjectNode event = event(type, item)
                .put("item_id", item.id())
                .put(isSummary ? "summary_index" : "content_index", item.part())
                .put("delta", text);
        writeEvent(type, event);
        item.grew(kind, item.part(), text);
    }

    private ObjectNode event(String type, ResponsesRelayItem item) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("type", type)
                .put(ResponsesFrameFields.NUMBER, responsesSequenceNumbers.next())
                .put(ResponsesFrameFields.INDEX, item.index);
    }

    /// A place and an id for an item that is made here.
    /// @param prefix the prefix of the dialect for its kind
    record Name(String id, int index) {}

    Name name(String prefix) {
        altered();
        Name name = new Name(prefix + key + "_x" + count++, place(-1));
        shift++;
        return name;
    }

    Told.Made open(ResponsesOutputItem responsesOutputItem) {
        var opened = new Told.Made(responsesOutputItem, new ArrayList<>());
        told.add(opened);
        made.opened(responsesOutputItem);
        return opened;
    }

    void grow(ResponsesOutputItem responsesOutputItem, String text) {
        responsesOutputItem.text().append(text);
        made.grew(responsesOutputItem, text);
    }

    void close(Told.Made item, ResponsesItemStatus status) {
        item.status().add(status);
        made.closed(item.item(), status);
    }
}
