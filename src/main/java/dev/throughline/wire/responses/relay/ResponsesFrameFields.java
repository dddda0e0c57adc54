package dev.throughline.wire.responses.relay;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.sse.FrameBuffer;
import dev.throughline.wire.sse.SseFrame;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The fields of a frame that change when it is sent at another place of the answer; all other bytes stay as they came.
record ResponsesFrameFields(SseFrame frame, List<Place> places) {
    static final String NUMBER = "sequence_number";
    static final String INDEX = "output_index";

    /// A number, from its first byte to behind its last one.
    record Place(String field, long value, int from, int to) {}

    static ResponsesFrameFields of(SseFrame frame) {
        List<Place> places = new ArrayList<>(2);
        int from = frame.dataFrom();
        try (JsonParser json =
                StrictJson.LENIENT.getFactory().createParser(frame.data(), from, frame.dataTo() - from)) {
            json.nextToken();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String field = json.currentName();
                boolean isNumber = json.nextToken() == JsonToken.VALUE_NUMBER_INT;
                if (isNumber && (field.equals(NUMBER) || field.equals(INDEX))) {
                    int at = from + (int) json.currentTokenLocation().getByteOffset();
                    places.add(new Place(field, json.getLongValue(), at, at + json.getTextLength()));
                } else {
                    json.skipChildren();
                }
            }
        } catch (IOException _) {
            // What follows the end of an answer need not be JSON; it has nothing to change.
            places.clear();
        }
        return new ResponsesFrameFields(frame, places);
    }

    /// The frame's number; -1 for none.
    long number() {
        return places.stream()
                .filter(place -> place.field().equals(NUMBER))
                .mapToLong(Place::value)
                .findFirst()
                .orElse(-1);
    }

    /// Writes the frame with another number and at another place; data that came in several lines becomes one.
    /// @param index -1 where that stays
    void write(long number, int index, FrameBuffer out) {
        boolean isOneLine = frame.data() == frame.bytes();
        byte[] data = isOneLine ? frame.data() : oneLine();
        int at = isOneLine ? frame.from() : frame.dataFrom();
        if (!isOneLine) {
            out.raw(frame.event().isEmpty() ? "" : "event: " + frame.event() + "\n")
                    .raw("data: ");
        }
        for (Place place : places) {
            long value = place.field().equals(NUMBER) ? number : index;
            if (value >= 0) {
                out.raw(data, at, place.from() - at).number(value);
                at = place.to();
            }
        }
        out.raw(data, at, (isOneLine ? frame.to() : frame.dataTo()) - at).raw(isOneLine ? "" : "\n\n");
    }

    /// Line ends are white space between JSON tokens.
    private byte[] oneLine() {
        byte[] data = Arrays.copyOf(frame.data(), frame.dataTo());
        for (int i = frame.dataFrom(); i < data.length; i++) {
            data[i] = data[i] == '\n' ? (byte) ' ' : data[i];
        }
        return data;
    }
}
