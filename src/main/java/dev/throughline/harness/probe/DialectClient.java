package dev.throughline.harness.probe;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.text.Json;
import java.util.List;
import java.util.OptionalInt;

/// Writes requests and reads answers in one dialect.
public sealed interface DialectClient permits ChatDialectClient, MessagesDialectClient, ResponsesDialectClient {
    String SYSTEM = "You are a careful assistant. Use the tool when it helps, and answer briefly.";

    static DialectClient of(ServerDialect dialect) {
        return switch (dialect) {
            case CHAT -> new ChatDialectClient();
            case MESSAGES -> new MessagesDialectClient();
            case RESPONSES -> new ResponsesDialectClient();
        };
    }

    ServerDialect dialect();

    ObjectNode body(ProbeRequest probeRequest);

    /// Whether a body is a complete answer of this dialect.
    boolean isAnswer(JsonNode body);

    ProbeAnswer whole(JsonNode body);

    ProbeAnswer streamed(List<String> frames);

    /// Number of prompt tokens of an answer, including cached ones; empty if the answer does not report it.
    OptionalInt promptTokens(JsonNode body);

    /// The JSON schema of the only tool's arguments.
    static ObjectNode parameters() {
        ObjectNode schema = Json.TREES.createObjectNode().put("type", "object");
        schema.putObject("properties")
                .putObject("place")
                .put("type", "string")
                .put("description", "Name of the place.");
        schema.putArray("required").add("place");
        return schema;
    }

    /// Arguments as an object; an empty one if they are not an object.
    static JsonNode object(String arguments) {
        try {
            JsonNode read = Json.TREES.readTree(arguments);
            return read.isObject() ? read : Json.TREES.createObjectNode();
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            return Json.TREES.createObjectNode();
        }
    }

    /// Text as an array of two parts.
    static void parts(ArrayNode parts, String type, String text) {
        int middle = Math.max(text.indexOf(' '), 0);
        parts.addObject().put("type", type).put("text", text.substring(0, middle));
        parts.addObject().put("type", type).put("text", text.substring(middle));
    }

    /// The sum of counts, if any of them is present.
    static OptionalInt sum(JsonNode usage, String... names) {
        int sum = 0;
        boolean found = false;
        for (String name : names) {
            found |= usage.path(name).isNumber();
            sum += usage.path(name).asInt();
        }
        return found && sum > 0 ? OptionalInt.of(sum) : OptionalInt.empty();
    }
}
