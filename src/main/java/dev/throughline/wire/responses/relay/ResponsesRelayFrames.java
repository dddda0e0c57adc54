package dev.throughline.wire.responses.relay;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.sse.FrameBuffer;
import dev.throughline.wire.sse.SseFrame;
import org.jspecify.annotations.Nullable;

/// Writes the frames that a client gets: those of the backend as they came until something is changed; from then on
/// all numbers follow the last one that came.
final class ResponsesRelayFrames {
    private FrameBuffer out = new FrameBuffer();
    /// The latest frame that was written as it came.
    private @Nullable SseFrame latest;

    private boolean isAltered;
    private long last = -1;

    void into(FrameBuffer buffer) {
        out = buffer;
    }

    boolean isAltered() {
        return isAltered;
    }

    void alter() {
        if (!isAltered) {
            isAltered = true;
            last = latest == null ? -1 : ResponsesFrameFields.of(latest).number();
            latest = null;
        }
    }

    private long next() {
        alter();
        return ++last;
    }

    /// Writes a frame of the backend.
    /// @param item the item that it speaks of; absent for none
    void forward(SseFrame frame, @Nullable ResponsesRelayItem item) {
        ResponsesFrameFields fields = isAltered ? ResponsesFrameFields.of(frame) : null;
        if (fields == null || fields.places().isEmpty()) {
            latest = isAltered || frame.isEmpty() ? latest : frame;
            out.raw(frame.bytes(), frame.from(), frame.length());
        } else {
            fields.write(fields.number() < 0 ? -1 : next(), item == null ? -1 : item.index, out);
        }
    }

    /// Writes a delta whose fields were laid out before.
    void delta(String type, byte[] fields, String text, String end) {
        out.raw("event: ").raw(type).raw("\ndata: {\"type\":\"").raw(type);
        out.raw("\",\"sequence_number\":").number(next()).raw(fields).json(text).raw(end);
    }

    /// An event with the next number.
    ObjectNode event(String type) {
        return JsonNodeFactory.instance.objectNode().put("type", type).put(ResponsesFrameFields.NUMBER, next());
    }

    /// An event of an item.
    ObjectNode event(String type, ResponsesRelayItem item) {
        return event(type).put("item_id", item.id()).put(ResponsesFrameFields.INDEX, item.index);
    }

    /// Writes an event that is made here.
    void write(ObjectNode event) {
        write(event.path("type").textValue(), event);
    }

    /// Writes an event of the backend that was changed.
    /// @param name its name; empty for none
    void rewrite(String name, ObjectNode event) {
        if (event.has(ResponsesFrameFields.NUMBER)) {
            event.put(ResponsesFrameFields.NUMBER, next());
        }
        write(name, event);
    }

    private void write(String name, ObjectNode event) {
        out.raw(name.isEmpty() ? "" : "event: " + name + "\n").raw("data: ");
        out.raw(StrictJson.write(event)).raw("\n\n");
    }
}
