package dev.throughline.wire.responses.relay;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.POJONode;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.sse.FrameBuffer;
import dev.throughline.wire.sse.RecordedText;
import dev.throughline.wire.sse.SseFrame;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Writes the frames for the client: those of the backend as received until something is changed; from then on they
/// continue the sequence numbers without a gap, and all their other bytes stay.
final class ResponsesRelayFrames {
    private static final String NUMBER = "sequence_number";
    private static final String INDEX = "output_index";

    private FrameBuffer out = new FrameBuffer();
    /// The latest frame that was written as received.
    private @Nullable SseFrame latest;

    private boolean isAltered;
    private long next;

    void into(FrameBuffer buffer) {
        out = buffer;
    }

    boolean isAltered() {
        return isAltered;
    }

    void alter() {
        if (!isAltered) {
            isAltered = true;
            next = latest == null ? 0 : number(latest) + 1;
            latest = null;
        }
    }

    private static long number(SseFrame frame) {
        int length = frame.dataTo() - frame.dataFrom();
        try {
            return StrictJson.LENIENT
                    .readTree(frame.data(), frame.dataFrom(), length)
                    .path(NUMBER)
                    .asLong(-1);
        } catch (IOException _) {
            return -1;
        }
    }

    /// Writes a frame of the backend.
    /// @param index the client's index of its item; -1 for none
    void forward(SseFrame frame, int index) {
        if (isAltered && !frame.isEmpty()) {
            renumbered(frame.data() == frame.bytes() ? frame : singleLine(frame), index);
        } else {
            latest = frame.isEmpty() ? latest : frame;
            out.raw(frame.bytes(), frame.from(), frame.length());
        }
    }

    private void renumbered(SseFrame frame, int index) {
        int start = frame.dataFrom();
        int at = frame.from();
        try (JsonParser json =
                StrictJson.LENIENT.getFactory().createParser(frame.data(), start, frame.dataTo() - start)) {
            json.nextToken();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                boolean isNumber = json.currentName().equals(NUMBER);
                boolean isChanged = isNumber || index >= 0 && json.currentName().equals(INDEX);
                if (json.nextToken() == JsonToken.VALUE_NUMBER_INT && isChanged) {
                    int from = start + (int) json.currentTokenLocation().getByteOffset();
                    out.raw(frame.bytes(), at, from - at).number(isNumber ? next++ : index);
                    at = from + json.getTextLength();
                } else {
                    json.skipChildren();
                }
            }
        } catch (IOException _) {
            // What follows the end of an answer need not be JSON: its rest stays.
        }
        out.raw(frame.bytes(), at, frame.to() - at);
    }

    /// Line ends are white space between JSON tokens.
    private static SseFrame singleLine(SseFrame frame) {
        byte[] data = Arrays.copyOfRange(frame.data(), frame.dataFrom(), frame.dataTo());
        for (int i = 0; i < data.length; i++) {
            data[i] = data[i] == '\n' ? (byte) ' ' : data[i];
        }
        return SseFrame.of(frame.event(), data);
    }

    /// Writes a delta.
    /// @param place its fields between number and text
    void delta(String type, byte[] place, String text, String end) {
        out.raw("event: ").raw(type).raw("\ndata: {\"type\":\"").raw(type).raw("\",\"" + NUMBER + "\":");
        out.number(next++).raw(place).json(text).raw(end);
    }

    /// An event with the next number.
    ObjectNode event(String type) {
        alter();
        return JsonNodeFactory.instance.objectNode().put("type", type).put(NUMBER, next++);
    }

    /// An event about a part of an item.
    ObjectNode event(String type, ResponsesRelayItem item) {
        return event(type).put("item_id", item.id).put(INDEX, item.index);
    }

    /// Writes an event that repeats an item.
    void item(String type, ResponsesRelayItem item, ObjectNode json) {
        ObjectNode event = event(type).put(INDEX, item.index);
        event.set("item", json);
        write(type, event);
    }

    /// Writes an event.
    /// @param name its name; empty for none
    void write(String name, ObjectNode event) {
        out.raw(name.isEmpty() ? "" : "event: " + name + "\n").raw("data: ");
        out.raw(StrictJson.write(event)).raw("\n\n");
    }

    /// Writes the event that ends the answer: texts that were given up are read from the recorded answer.
    void end(String name, ObjectNode event) {
        out.frame();
        out.raw(name.isEmpty() ? "" : "event: " + name + "\n").raw("data: ");
        tree(event);
        out.raw("\n\n");
    }

    private void tree(JsonNode node) {
        switch (node) {
            case ObjectNode object -> {
                String before = "{";
                for (Map.Entry<String, JsonNode> field : object.properties()) {
                    out.raw(before).json(field.getKey()).raw(":");
                    tree(field.getValue());
                    before = ",";
                }
                out.raw(object.isEmpty() ? "{}" : "}");
            }
            case ArrayNode array -> {
                String before = "[";
                for (JsonNode element : array) {
                    out.raw(before);
                    tree(element);
                    before = ",";
                }
                out.raw(array.isEmpty() ? "[]" : "]");
            }
            case POJONode given
            when given.getPojo() instanceof List<?> places ->
                out.recorded(places.stream().map(RecordedText.class::cast).toList());
            case JsonNode leaf -> out.raw(StrictJson.write(leaf));
        }
    }

    /// Writes an event of the backend that was changed.
    void rewrite(String name, ObjectNode event) {
        if (event.has(NUMBER)) {
            event.put(NUMBER, next++);
        }
        end(name, event);
    }
}
