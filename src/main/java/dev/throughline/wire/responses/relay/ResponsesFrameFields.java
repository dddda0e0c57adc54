package dev.throughline.wire.responses.relay;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.sse.FrameBuffer;
import dev.throughline.wire.sse.SseFrame;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Where in the data of a frame those fields stand that change when it is sent at another place of the answer; all
/// other bytes stay as they came. Only for frames that were read before.
///
/// @param places the fields, in their order
/// @param number the frame's number; -1 for none
record ResponsesFrameFields(SseFrame frame, List<Place> places, long number) {
    static final String NUMBER = "sequence_number";
    static final String INDEX = "output_index";
    static final String DELTA = "delta";

    private static final Set<String> FIELDS = Set.of(NUMBER, INDEX, DELTA);

    /// A value, from its first byte to behind its last one.
    record Place(String field, int from, int to) {}

    static ResponsesFrameFields of(SseFrame frame) {
        List<Place> places = new ArrayList<>(FIELDS.size());
        long number = -1;
        int length = frame.dataTo() - frame.dataFrom();
        try (JsonParser json = StrictJson.LENIENT.getFactory().createParser(frame.data(), frame.dataFrom(), length)) {
            json.nextToken();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String field = json.currentName();
                JsonToken value = json.nextToken();
                if (FIELDS.contains(field) && value.isScalarValue()) {
                    places.add(place(field, frame.dataFrom(), json));
                    number = field.equals(NUMBER) ? json.getValueAsLong(-1) : number;
                } else {
                    json.skipChildren();
                }
            }
        } catch (IOException _) {
            // What stands behind the end of an answer need not be JSON; it has nothing to change.
            places.clear();
        }
        return new ResponsesFrameFields(frame, places, number);
    }

    /// Writes the frame.
    /// @param values what stands in these fields instead, as JSON
    void write(Map<String, String> values, FrameBuffer out) {
        boolean isOneLine = frame.data() == frame.bytes();
        if (!isOneLine) {
            out.raw(frame.event().isEmpty() ? "" : "event: " + frame.event() + "\n")
                    .raw("data: ");
        }
        int at = isOneLine ? frame.from() : frame.dataFrom();
        for (Place place : places) {
            String value = values.get(place.field());
            if (value != null) {
                copy(at, place.from(), isOneLine, out);
                out.raw(value);
                at = place.to();
            }
        }
        copy(at, isOneLine ? frame.to() : frame.dataTo(), isOneLine, out);
        out.raw(isOneLine ? "" : "\n\n");
    }

    private static Place place(String field, int start, JsonParser json) throws IOException {
        int from = start + (int) json.currentTokenLocation().getByteOffset();
        boolean isText = json.currentToken() == JsonToken.VALUE_STRING;
        // The parser stands behind the closing quote only once the text was read.
        int units = json.getTextLength();
        int to = isText ? start + (int) json.currentLocation().getByteOffset() : from + units;
        return new Place(field, from, to);
    }

    /// Data that came in several lines becomes one: their ends are white space between JSON tokens.
    private void copy(int from, int to, boolean isOneLine, FrameBuffer out) {
        byte[] data = frame.data();
        if (isOneLine) {
            out.raw(data, from, to - from);
            return;
        }
        byte[] line = java.util.Arrays.copyOfRange(data, from, to);
        for (int i = 0; i < line.length; i++) {
            line[i] = line[i] == '\n' ? (byte) ' ' : line[i];
        }
        out.raw(line);
    }
}
