package dev.throughline.filter;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/// A call written as JSON inside the tags: `{"name", "arguments"}` or `NAME {arguments}`.
/// @param arguments one JSON object
record JsonCall(String name, String arguments) {

    static Optional<JsonCall> parse(CharSequence body) {
        String text = CallName.trim(body);
        int brace = text.indexOf('{');
        if (brace < 0) {
            return Optional.empty();
        }
        Optional<JsonNode> object = ArgumentValue.parse(text.substring(brace)).filter(JsonNode::isObject);
        String name = CallName.of(text.substring(0, brace));
        if (!name.isEmpty()) {
            return object.map(arguments -> new JsonCall(name, ArgumentValue.write(arguments)));
        }
        return object.filter(call -> !CallName.of(call.path("name").asText()).isEmpty())
                .map(call -> new JsonCall(call.path("name").asText(), arguments(call)));
    }

    private static String arguments(JsonNode call) {
        JsonNode given = call.has("arguments") ? call.path("arguments") : call.path("parameters");
        if (given.isTextual()) {
            return ArgumentValue.parse(given.textValue())
                    .filter(JsonNode::isObject)
                    .map(ArgumentValue::write)
                    .orElse("{}");
        }
        return given.isObject() ? ArgumentValue.write(given) : "{}";
    }
}
