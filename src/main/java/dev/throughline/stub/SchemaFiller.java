package dev.throughline.stub;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Optional;

/// Creates arguments that a tool's JSON schema accepts: its required fields, with the simplest valid value.
final class SchemaFiller {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final int DEEPEST = 8;

    private SchemaFiller() {}

    /// An object with all required fields of a schema.
    static ObjectNode required(JsonNode schema) {
        return object(schema, 0);
    }

    /// The first field that accepts any text: a required one before an optional one.
    static Optional<String> freeTextField(JsonNode schema) {
        Optional<String> optional = Optional.empty();
        for (Map.Entry<String, JsonNode> field : schema.path("properties").properties()) {
            JsonNode type = field.getValue();
            boolean isFree = type.path("type").asText().equals("string") && !type.has("enum") && !type.has("format");
            if (isFree && isRequired(schema, field.getKey())) {
                return Optional.of(field.getKey());
            }
            if (isFree && optional.isEmpty()) {
                optional = Optional.of(field.getKey());
            }
        }
        return optional;
    }

    private static boolean isRequired(JsonNode schema, String name) {
        for (JsonNode required : schema.path("required")) {
            if (required.asText().equals(name)) {
                return true;
            }
        }
        return false;
    }

    private static ObjectNode object(JsonNode schema, int depth) {
        ObjectNode filled = JSON.objectNode();
        for (JsonNode name : schema.path("required")) {
            filled.set(name.asText(), value(schema.path("properties").path(name.asText()), depth + 1));
        }
        return filled;
    }

    private static JsonNode value(JsonNode schema, int depth) {
        if (schema.has("const")) {
            return schema.get("const");
        }
        if (schema.path("enum").size() > 0) {
            return schema.path("enum").get(0);
        }
        if (schema.has("default")) {
            return schema.get("default");
        }
        for (String union : new String[] {"anyOf", "oneOf", "allOf"}) {
            if (schema.path(union).size() > 0) {
                return value(schema.path(union).get(0), depth + 1);
            }
        }
        return plain(schema, depth);
    }

    private static JsonNode plain(JsonNode schema, int depth) {
        JsonNode type = schema.path("type");
        String name = type.isArray() && !type.isEmpty() ? type.get(0).asText() : type.asText("string");
        return switch (name) {
            case "integer", "number" ->
                JSON.numberNode(Math.max(1, schema.path("minimum").asInt(1)));
            case "boolean" -> JSON.booleanNode(false);
            case "array" -> array(schema, depth);
            case "object" -> depth > DEEPEST ? JSON.objectNode() : object(schema, depth);
            case "null" -> JSON.nullNode();
            default -> JSON.textNode("Shows a mark");
        };
    }

    private static ArrayNode array(JsonNode schema, int depth) {
        ArrayNode array = JSON.arrayNode();
        int least = Math.min(DEEPEST, schema.path("minItems").asInt(0));
        for (int i = 0; i < least && depth <= DEEPEST; i++) {
            array.add(value(schema.path("items"), depth + 1));
        }
        return array;
    }
}
