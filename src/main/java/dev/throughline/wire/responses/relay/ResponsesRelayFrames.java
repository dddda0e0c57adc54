package dev.throughline.wire.responses.relay;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.POJONode;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.responses.answer.ResponsesEventFrames;
import dev.throughline.wire.responses.answer.ResponsesItemText;
import dev.throughline.wire.sse.FrameBuffer;
import dev.throughline.wire.sse.SseFrame;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Writes the frames for the client: those of the backend as received until something is changed; from then on they
/// continue the sequence numbers without a gap, and all their other bytes stay.
final class ResponsesRelayFrames {
    private static final String NUMBER = "sequence_number";

    private final ResponsesEventFrames written = new ResponsesEventFrames();
    private FrameBuffer out = new FrameBuffer();
    /// The latest frame that was written as received.
    private @Nullable SseFrame latest;

    private boolean isAltered;

    void into(FrameBuffer buffer) {
        out = buffer;
        written.into(buffer);
    }

    boolean isAltered() {
        return isAltered;
    }

    void alter() {
        if (!isAltered) {
            isAltered = true;
            written.continueAt(latest == null ? 0 : number(latest) + 1);
            latest = null;
        }
    }

    private static long number(SseFrame frame) {
        int length = frame.dataTo() - frame.dataFrom();
        try {
            JsonNode event = StrictJson.LENIENT.readTree(frame.data(), frame.dataFrom(), length);
            return event.path(NUMBER).asLong(-1);
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
                boolean isChanged = isNumber || index >= 0 && json.currentName().equals("output_index");
                if (json.nextToken() == JsonToken.VALUE_NUMBER_INT && isChanged) {
                    int from = start + (int) json.currentTokenLocation().getByteOffset();
                    out.raw(frame.bytes(), at, from - at).number(isNumber ? written.takeNumber() : index);
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

    /// Begins an event; its further fields, each with a comma before it, go into the buffer that is returned.
    /// @param type the event's type without `response.`
    FrameBuffer begin(String type) {
        alter();
        return written.begin(type);
    }

    void end() {
        written.end();
    }

    /// Writes a delta; see `ResponsesEventFrames`.
    void delta(byte[] head, byte[] place, String text, byte[] tail) {
        written.delta(head, place, text, tail);
    }

    /// Writes an event that repeats an item.
    void item(String type, ResponsesRelayItem item) {
        tree(item.json, begin(type).raw(",\"output_index\":").number(item.index).raw(",\"item\":"));
        end();
    }

    /// Writes an event of the backend that was changed.
    /// @param name its name; empty for none
    void rewrite(String name, ObjectNode event) {
        if (event.has(NUMBER)) {
            event.put(NUMBER, written.takeNumber());
        }
        out.frame();
        tree(event, out.raw(name.isEmpty() ? "" : "event: " + name + "\n").raw("data: "));
        out.raw("\n\n");
    }

    /// Writes a tree with texts of items in it.
    static void tree(JsonNode node, FrameBuffer out) {
        String before = "";
        switch (node) {
            case ObjectNode object -> {
                out.raw("{");
                for (Map.Entry<String, JsonNode> field : object.properties()) {
                    tree(field.getValue(), out.raw(before).json(field.getKey()).raw(":"));
                    before = ",";
                }
                out.raw("}");
            }
            case ArrayNode array -> {
                out.raw("[");
                for (JsonNode element : array) {
                    tree(element, out.raw(before));
                    before = ",";
                }
                out.raw("]");
            }
            case POJONode given when given.getPojo() instanceof ResponsesItemText text -> text.json(out);
            case JsonNode leaf -> out.raw(StrictJson.write(leaf));
        }
    }
}
