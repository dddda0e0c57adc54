package dev.throughline.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.util.IdentityHashMap;
import java.util.Map;

/// Writes a changed copy of a parsed body, see `ParsedBody.written`.
final class ChangedBody {
    /// Room for what is added, as a part of the body.
    private static final int PART = 4;

    private final ParsedBody parsed;
    private final ObjectNode changed;
    private final ArrayNode elements;
    private final Map<JsonNode, Integer> known = new IdentityHashMap<>();
    private final ByteArrayOutputStream out;

    /// @param elements the history of the changed body
    ChangedBody(ParsedBody parsed, ObjectNode changed, ArrayNode elements) {
        this.parsed = parsed;
        this.changed = changed;
        this.elements = elements;
        this.out = new ByteArrayOutputStream(parsed.bytes().length + parsed.bytes().length / PART);
        JsonNode history = parsed.tree().get(parsed.history());
        // Where the first one begins is not known.
        for (int i = 1; i < parsed.elements(); i++) {
            known.put(history.get(i), i);
        }
    }

    byte[] bytes() {
        char before = '{';
        for (Map.Entry<String, JsonNode> field : changed.properties()) {
            out.write(before);
            write(JsonNodeFactory.instance.textNode(field.getKey()));
            out.write(':');
            if (field.getKey().equals(parsed.history())) {
                history();
            } else {
                write(field.getValue());
            }
            before = ',';
        }
        out.write('}');
        return out.toByteArray();
    }

    private void history() {
        char before = '[';
        for (JsonNode element : elements) {
            out.write(before);
            Integer place = known.get(element);
            if (place == null) {
                write(element);
            } else {
                int from = start(place);
                out.write(parsed.bytes(), from, parsed.end(place) - from);
            }
            before = ',';
        }
        if (elements.isEmpty()) {
            out.write(before);
        }
        out.write(']');
    }

    /// Between two elements are a comma and white space.
    private int start(int element) {
        int at = parsed.end(element - 1);
        while (parsed.bytes()[at] != '{') {
            at++;
        }
        return at;
    }

    private void write(JsonNode value) {
        out.writeBytes(StrictJson.write(value));
    }
}
