package dev.throughline.render;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.text.Json;
import java.util.Optional;

/// Parses the arguments of calls that the chat dialect carries as a string, as servers do before rendering.
public final class CallArguments {
    private static final String ARGUMENTS = "arguments";

    private CallArguments() {}

    /// Replaces every arguments string by the object that it contains; an empty one by an empty object.
    ///
    /// @param context with `messages`; modified
    /// @return the pointer of the first string that is not a JSON object
    public static Optional<String> parse(ObjectNode context) {
        JsonNode messages = context.path("messages");
        for (int message = 0; message < messages.size(); message++) {
            JsonNode calls = messages.path(message).path("tool_calls");
            for (int call = 0; call < calls.size(); call++) {
                JsonNode function = calls.path(call).path("function");
                if (function instanceof ObjectNode object && !parsed(object)) {
                    return Optional.of("/messages/%d/tool_calls/%d/function/arguments".formatted(message, call));
                }
            }
        }
        return Optional.empty();
    }

    private static boolean parsed(ObjectNode function) {
        JsonNode arguments = function.path(ARGUMENTS);
        if (!arguments.isTextual()) {
            return true;
        }
        if (arguments.textValue().isBlank()) {
            function.putObject(ARGUMENTS);
            return true;
        }
        try {
            JsonNode value = Json.EXACT.readTree(arguments.textValue());
            function.set(ARGUMENTS, value);
            return value.isObject();
        } catch (JsonProcessingException _) {
            return false;
        }
    }
}
