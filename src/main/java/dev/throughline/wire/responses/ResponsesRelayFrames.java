package dev.throughline.wire.responses;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.POJONode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.sse.FrameBuffer;
import dev.throughline.wire.sse.SseFrame;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

/// Forwards frames of the backend: as received until something is changed; from then on all frames have numbers
/// without a gap, and all other bytes stay.
final class ResponsesRelayFrames {
    private static final String NUMBER = "sequence_number";

    private final ResponsesEventFrames written = new ResponsesEventFrames();
    private FrameBuffer out = new FrameBuffer();
    /// The latest frame that was written as received.
    private SseFrame latest = SseFrame.of("", new byte[0]);

    private boolean isAltered;

    void into(FrameBuffer buffer) {
        out = buffer;
        written.into(buffer);
    }

    /// For the frames that are written, once something is changed.
    ResponsesEventFrames written() {
        return written;
    }

    boolean isAltered() {
        return isAltered;
    }

    /// Something is changed from here on.
    void alter() {
        if (!isAltered) {
            isAltered = true;
            written.startAt(number(latest) + 1);
        }
    }

    private static long number(SseFrame frame) {
        byte[] data = Arrays.copyOfRange(frame.data(), frame.dataFrom(), frame.dataTo());
        return StrictJson.object(data)
                .map(event -> event.path(NUMBER).asLong(-1))
                .orElse(-1L);
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

    /// Line ends are white space between JSON tokens.
    private static SseFrame singleLine(SseFrame frame) {
        return SseFrame.of(frame.event(), frame.text().replace('\n', ' ').getBytes(StandardCharsets.UTF_8));
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
                    out.raw(frame.bytes(), at, from - at).number(isNumber ? written.number() : index);
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

    /// Writes an event with the next number, if it has one.
    /// @param isNamed whether its type is also its name
    void write(ObjectNode event, boolean isNamed) {
        if (event.has(NUMBER)) {
            event.put(NUMBER, written.number());
        }
        out.raw(isNamed ? "event: " + event.path("type").asText("") + "\n" : "").raw("data: ");
        tree(event, out);
        out.raw("\n\n");
    }

    /// Writes a tree with texts and items in it.
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
            case TextNode text -> out.json(text.textValue());
            case POJONode given when given.getPojo() instanceof ResponsesItemText text -> text.json(out);
            case POJONode given
            when given.getPojo() instanceof ResponsesRelayEnd.SentItem(var item, var status) ->
                ResponsesItemJson.whole(item, status, out);
            case JsonNode leaf -> out.raw(StrictJson.write(leaf));
        }
    }
}
