package dev.throughline.vendor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.text.Sha256;
import java.util.Map;

/// The hash of what a thought is bound to: system prompt, tools, and the messages before its turn.
///
/// Cache marks do not count: clients move them with each request, and need do nothing about thoughts.
public final class PrefixHash {
    private static final String CACHE = "cache_control";

    private PrefixHash() {}

    /// @param before number of messages before the turn
    public static String of(ObjectNode body, int before) {
        var text = new StringBuilder();
        write(body.path("system"), text);
        write(body.path("tools"), text);
        JsonNode messages = body.path("messages");
        for (int i = 0; i < Math.min(before, messages.size()); i++) {
            write(messages.get(i), text);
        }
        return Sha256.hex(text.toString());
    }

    private static void write(JsonNode node, StringBuilder text) {
        if (node instanceof ObjectNode object) {
            text.append('{');
            for (Map.Entry<String, JsonNode> field : object.properties()) {
                if (!field.getKey().equals(CACHE)) {
                    text.append(field.getKey()).append(':');
                    write(field.getValue(), text);
                }
            }
            text.append('}');
        } else if (node instanceof ArrayNode array) {
            text.append('[');
            array.forEach(element -> write(element, text));
            text.append(']');
        } else {
            text.append(node).append(',');
        }
    }
}
