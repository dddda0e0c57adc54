package dev.throughline.filter;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/// A call written as JSON inside the tags: `{"name", "arguments"}` or `NAME {arguments}`.
/// @param arguments one JSON object
public record JsonCall(String name, String arguments) {
    static Optional<JsonCall> parse(String body, DeclaredTools tools) {
        String text = CallName.trim(body);
        int brace = text.indexOf('{');
        if (brace < 0) {
            return Optional.empty();
        }
        Optional<JsonNode> object = object(text.substring(brace));
        String name = tools.name(text.substring(0, brace));
        if (!name.isEmpty()) {
            return object.map(arguments -> new JsonCall(name, ArgumentValue.write(arguments)));
        }
        return object.filter(call -> !named(call, tools).isEmpty())
                .map(call -> new JsonCall(named(call, tools), arguments(call)));
    }

    /// The call of a truncated body, with its arguments as far as they were received. Empty if the name is not known.
    static Optional<JsonCall> cut(String body, DeclaredTools tools) {
        int brace = body.indexOf('{');
        String name = tools.name(body.substring(0, Math.max(brace, 0)));
        return name.isEmpty() ? Optional.empty() : Optional.of(new JsonCall(name, body.substring(brace)));
    }

    private static String named(JsonNode call, DeclaredTools tools) {
        return call.path("name").isTextual() ? tools.name(call.path("name").textValue()) : "";
    }

    private static Optional<JsonNode> object(String text) {
        return ArgumentValue.literal(text).filter(JsonNode::isObject);
    }

    private static String arguments(JsonNode call) {
        JsonNode given = call.has("arguments") ? call.path("arguments") : call.path("parameters");
        if (given.isTextual()) {
            return object(given.textValue()).map(ArgumentValue::write).orElse("{}");
        }
        return given.isObject() ? ArgumentValue.write(given) : "{}";
    }
}
