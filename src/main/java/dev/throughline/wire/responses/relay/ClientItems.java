package dev.throughline.wire.responses.relay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.wire.JsonBody;
import dev.throughline.wire.responses.answer.Delta;
import dev.throughline.wire.responses.answer.EventFrames;
import dev.throughline.wire.responses.answer.Item;
import dev.throughline.wire.responses.answer.ItemFrames;
import dev.throughline.wire.responses.answer.ItemStatus;
import dev.throughline.wire.responses.answer.PartTexts;
import dev.throughline.wire.responses.answer.Seen;
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
final class ClientItems {

    /// An item that the client heard of.
    sealed interface Told {
        record Own(RelayedItem item) implements Told {}

        /// @param status how it stands, once it is over
        record Made(Item item, List<ItemStatus> status) implements Told {}
    }

    private final Numbering numbering = new Numbering();
    private final EventFrames frames = new EventFrames(numbering::next);
    private final ItemFrames made = new ItemFrames(frames);
    private final List<Told> told = new ArrayList<>();
    /// Items of which the client has not heard yet.
    private final List<RelayedItem> fresh = new ArrayList<>();

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

    Numbering numbering() {
        return numbering;
    }

    EventFrames frames() {
        return frames;
    }

    boolean isAltered() {
        return isAltered;
    }

    /// From here on the client gets something else than what came. What waits beside items need not wait any more.
    void altered() {
        if (!isAltered) {
            isAltered = true;
            for (RelayedItem item : fresh) {
                item.waiting.stream().filter(RelayedItem.Waiting::isBeside).forEach(waiting -> {
                    numbering.released(waiting.frame());
                    write(waiting.frame(), null);
                });
                item.waiting.removeIf(RelayedItem.Waiting::isBeside);
            }
        }
    }

    void begun(RelayedItem item) {
        fresh.add(item);
    }

    /// Items of which the client has not heard yet, a copy.
    List<RelayedItem> fresh() {
        return List.copyOf(fresh);
    }

    void waits(RelayedItem item, SseFrame frame, boolean isBeside) {
        numbering.held(frame);
        item.waiting.add(new RelayedItem.Waiting(frame, isBeside));
    }

    void waitsForText(RelayedItem item, SseFrame frame, Seen seen) {
        numbering.held(frame);
        item.endings.add(new RelayedItem.Ending(frame, seen));
    }

    void drop(SseFrame frame) {
        if (!frame.isEmpty()) {
            numbering.dropped(frame);
        }
    }

    /// Writes a frame as it came, at its place.
    void write(SseFrame frame, @Nullable RelayedItem item) {
        numbering.write(frame, values(item), out);
    }

    /// Writes a delta with another text.
    void write(SseFrame frame, RelayedItem item, String text) {
        Map<String, String> values = new HashMap<>(values(item));
        values.put(FramePlaces.DELTA, new String(new FrameBuffer().json(text).take(), StandardCharsets.UTF_8));
        numbering.write(frame, values, out);
    }

    private static Map<String, String> values(@Nullable RelayedItem item) {
        return item == null || item.place() < 0 || item.index < 0 || item.index == item.place()
                ? Map.of()
                : Map.of(FramePlaces.INDEX, Integer.toString(item.index));
    }

    /// The client hears of an item, and of those that waited before it; of these only if the backend said nothing in
    /// them.
    void open(RelayedItem item) {
        for (RelayedItem older : fresh()) {
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

    private void openNow(RelayedItem item) {
        fresh.remove(item);
        item.state = RelayedItem.State.OPEN;
        item.index = place(item.place());
        told.add(new Told.Own(item));
        item.waiting.forEach(waiting -> numbering.released(waiting.frame()));
        item.waiting.forEach(waiting -> write(waiting.frame(), waiting.isBeside() ? null : item));
        item.waiting.clear();
    }

    /// The client does not hear of an item.
    void discard(RelayedItem item) {
        altered();
        fresh.remove(item);
        item.state = RelayedItem.State.GONE;
        item.waiting.clear();
        item.endings.clear();
        numbering.discarded();
        shift--;
    }

    private int place(int came) {
        int next = came < 0 ? lastIndex + 1 : came + shift;
        int place = isAltered ? Math.max(lastIndex + 1, next) : next;
        lastIndex = Math.max(lastIndex, place);
        return place;
    }

    /// Writes the frames that waited for the rest of a text, now that there is none.
    void settle(RelayedItem item) {
        List<RelayedItem.Ending> endings = List.copyOf(item.endings);
        item.endings.clear();
        endings.forEach(ending -> numbering.released(ending.frame()));
        endings.forEach(ending -> repeat(item, ending.frame(), ending.seen()));
    }

    /// Writes a frame that repeats texts, with what the client was told.
    void repeat(RelayedItem item, SseFrame frame, Seen seen) {
        boolean isChanged = seen.body() instanceof ObjectNode event && item.texts.impose(event);
        if (isChanged && seen.body() instanceof ObjectNode event) {
            rewrite(item, frame, event);
        } else {
            write(frame, item);
        }
        if (seen.role() == Seen.Role.DONE) {
            over(item, seen.body().path("item"), isChanged);
        }
    }

    /// The item is over for the client.
    void over(RelayedItem item, JsonNode done, boolean isMade) {
        item.state = RelayedItem.State.SHUT;
        item.done = done instanceof ObjectNode object ? object : null;
        item.isMade = isMade;
    }

    private void rewrite(RelayedItem item, SseFrame frame, ObjectNode event) {
        numbering
                .number(event.path(FramePlaces.NUMBER).asLong(-1))
                .ifPresent(number -> event.put(FramePlaces.NUMBER, number));
        if (event.has(FramePlaces.INDEX)) {
            event.put(FramePlaces.INDEX, item.index);
        }
        writeEvent(frame.event(), event);
    }

    void writeEvent(String name, ObjectNode event) {
        out.raw(name.isEmpty() ? "" : "event: " + name + "\n").raw("data: ");
        out.raw(JsonBody.write(event)).raw("\n\n");
    }

    /// Ends an item of the backend before the backend does.
    void close(RelayedItem item, ItemStatus status) {
        ObjectNode whole = item.whole(status);
        item.texts.content().forEach((part, text) -> closePart(item, whole, "content", part, text.toString()));
        item.texts.summary().forEach((part, text) -> closePart(item, whole, "summary", part, text.toString()));
        ObjectNode event = event("response.output_item.done", item);
        event.set("item", whole);
        writeEvent("response.output_item.done", event);
        over(item, whole, true);
    }

    private void closePart(RelayedItem item, ObjectNode whole, String field, int part, String text) {
        boolean isSummary = field.equals("summary");
        String type = isSummary
                ? "reasoning_summary_text"
                : item.kind() == RelayedItem.Kind.TEXT ? "output_text" : "reasoning_text";
        ObjectNode told = event("response." + type + ".done", item)
                .put("item_id", item.id())
                .put(isSummary ? "summary_index" : "content_index", part)
                .put("text", text);
        writeEvent("response." + type + ".done", told);
        String end = isSummary ? "response.reasoning_summary_part.done" : "response.content_part.done";
        ObjectNode event =
                event(end, item).put("item_id", item.id()).put(isSummary ? "summary_index" : "content_index", part);
        event.set("part", PartTexts.part(whole, field, text));
        writeEvent(end, event);
    }

    /// Writes more text of an item of the backend for which no frame came.
    void grow(RelayedItem item, String text) {
        Delta.Kind kind = item.grown();
        boolean isSummary = kind == Delta.Kind.SUMMARY;
        String type = isSummary
                ? "response.reasoning_summary_text.delta"
                : item.kind() == RelayedItem.Kind.TEXT ? "response.output_text.delta" : "response.reasoning_text.delta";
        ObjectNode event = event(type, item)
                .put("item_id", item.id())
                .put(isSummary ? "summary_index" : "content_index", item.part())
                .put("delta", text);
        writeEvent(type, event);
        item.grew(kind, item.part(), text);
    }

    private ObjectNode event(String type, RelayedItem item) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("type", type)
                .put(FramePlaces.NUMBER, numbering.next())
                .put(FramePlaces.INDEX, item.index);
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

    Told.Made open(Item item) {
        var opened = new Told.Made(item, new ArrayList<>());
        told.add(opened);
        made.opened(item);
        return opened;
    }

    void grow(Item item, String text) {
        item.text().append(text);
        made.grew(item, text);
    }

    void close(Told.Made item, ItemStatus status) {
        item.status().add(status);
        made.closed(item.item(), status);
    }
}
