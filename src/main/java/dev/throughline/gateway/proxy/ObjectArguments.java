package dev.throughline.gateway.proxy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.wire.StrictJson;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Writes the arguments of earlier tool calls as objects instead of as strings, for servers that hand them to a chat
/// template which needs objects. Source: mlx-lm, `process_message_content`: up to 0.30.0 it leaves them as they are,
/// and GLM's template then fails; from 0.30.2 on it parses them itself.
final class ObjectArguments {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String ARGUMENTS = "arguments";

    private ObjectArguments() {}

    /// @param body of a chat request; not modified
    /// @return the same instance if no message has a call
    static ObjectNode of(ObjectNode body) {
        if (!(body.path("messages") instanceof ArrayNode messages)) {
            return body;
        }
        ArrayNode written = JSON.arrayNode();
        boolean isChanged = false;
        for (JsonNode message : messages) {
            boolean hasCalls = message instanceof ObjectNode
                    && message.path("tool_calls") instanceof ArrayNode calls
                    && !calls.isEmpty();
            isChanged |= hasCalls;
            written.add(hasCalls ? with((ObjectNode) message) : message);
        }
        return isChanged ? StrictJson.with(body, "messages", written) : body;
    }

    private static ObjectNode with(ObjectNode message) {
        ArrayNode calls = JSON.arrayNode();
        for (JsonNode call : message.path("tool_calls")) {
            calls.add(object(call.at("/function/" + ARGUMENTS))
                    .map(arguments -> {
                        ObjectNode function = StrictJson.with((ObjectNode) call.path("function"), ARGUMENTS, arguments);
                        return (JsonNode) StrictJson.with((ObjectNode) call, "function", function);
                    })
                    .orElse(call));
        }
        return StrictJson.with(message, "tool_calls", calls);
    }

    /// Empty for what is no text of an object.
    private static Optional<ObjectNode> object(JsonNode arguments) {
        return arguments.isTextual()
                ? StrictJson.object(arguments.textValue().getBytes(StandardCharsets.UTF_8))
                : Optional.empty();
    }
}
