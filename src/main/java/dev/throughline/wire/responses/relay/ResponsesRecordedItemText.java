package dev.throughline.wire.responses.relay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.POJONode;
import dev.throughline.wire.sse.RecordedText;
import java.util.ArrayList;
import java.util.List;

/// Where the text of an item is in the recorded answer: in several places if items of its kind grew in turn. With it
/// the text can be given up once the client received the item, and is read back when the end of the answer repeats it.
final class ResponsesRecordedItemText {
    private final List<RecordedText> places = new ArrayList<>(1);
    private long length;
    /// As `String.hashCode` of the whole text.
    private int hash;

    /// The text grew by a recorded event.
    /// @param continues whether no other item grew by this kind of events since it last grew
    void add(RecordedText.Kind kind, long place, String more, boolean continues) {
        if (continues && !places.isEmpty()) {
            RecordedText last = places.removeLast();
            places.add(new RecordedText(kind, last.from(), place + 1, last.length() + more.length()));
        } else {
            places.add(new RecordedText(kind, place, place + 1, more.length()));
        }
        length += more.length();
        for (int i = 0; i < more.length(); i++) {
            hash = 31 * hash + more.charAt(i);
        }
    }

    /// Replaces the strings of an item that are the recorded text by its places. Others stay: parts of it, and what
    /// differs from it.
    /// @param shortest UTF-16 code units of a text that is replaced, at least 1
    void replaceIn(JsonNode json, int shortest) {
        if (length < shortest) {
            return;
        }
        if (json instanceof ObjectNode object) {
            List<String> same = new ArrayList<>();
            object.properties().forEach(field -> {
                if (isSame(field.getValue())) {
                    same.add(field.getKey());
                } else {
                    replaceIn(field.getValue(), shortest);
                }
            });
            same.forEach(name -> object.set(name, new POJONode(List.copyOf(places))));
        } else if (json instanceof ArrayNode array) {
            array.forEach(element -> replaceIn(element, shortest));
        }
    }

    private boolean isSame(JsonNode value) {
        return value.isTextual()
                && value.textValue().length() == length
                && value.textValue().hashCode() == hash;
    }

    /// The UTF-16 code units that an item takes in memory.
    static long units(JsonNode json) {
        if (json.isTextual()) {
            return json.textValue().length();
        }
        long units = 0;
        for (JsonNode child : json) {
            units += units(child);
        }
        return units;
    }
}
