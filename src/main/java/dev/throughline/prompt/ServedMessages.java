package dev.throughline.prompt;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.throughline.wire.ReasoningField;
import dev.throughline.wire.StrictJson;
import java.util.List;
import java.util.Optional;

/// Brings the messages of a request into the form in which servers of the chat dialect hand them to a template.
///
/// Arguments of calls are parsed. A member that is null is left out, and a content that is null is an empty text,
/// since templates print both as `None`. Reasoning has each of the names that templates read, whichever the client
/// used. Source: vLLM 0.19, `chat_utils` (both names; an empty content).
public final class ServedMessages {
    private static final List<ReasoningField> PLAIN =
            List.of(ReasoningField.REASONING_CONTENT, ReasoningField.REASONING, ReasoningField.REASONING_TEXT);

    private ServedMessages() {}

    /// @param context with `messages`; modified
    /// @return the pointer of the first arguments string that is not a JSON object
    public static Optional<String> in(ObjectNode context) {
        for (JsonNode message : context.path("messages")) {
            if (message instanceof ObjectNode object) {
                served(object);
            }
        }
        return CallArgumentsParser.parse(context);
    }

    private static void served(ObjectNode message) {
        if (message.path("content").isNull()) {
            message.put("content", "");
        }
        message.properties().removeIf(member -> member.getValue().isNull());
        JsonNode reasoning = reasoning(message);
        if (message.path("role").asText().equals("assistant") && reasoning.isTextual()) {
            PromptFields.REASONING.stream()
                    .filter(name -> message.path(name).asText("").isEmpty())
                    .forEach(name -> message.set(name, reasoning));
        }
    }

    private static JsonNode reasoning(ObjectNode message) {
        for (ReasoningField field : PLAIN) {
            if (!message.path(field.id()).asText("").isEmpty()) {
                return message.path(field.id());
            }
        }
        var detailed = new StringBuilder();
        for (JsonNode detail : message.path(ReasoningField.REASONING_DETAILS.id())) {
            detailed.append(detail.path("text").asText(""))
                    .append(detail.path("summary").asText(""));
        }
        return detailed.isEmpty() ? message.path("none") : TextNode.valueOf(detailed.toString());
    }

    /// Parses the arguments of calls that the chat dialect carries as a string, as servers do before rendering.
    static final class CallArgumentsParser {
        private static final String ARGUMENTS = "arguments";

        private CallArgumentsParser() {}

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
                JsonNode value = StrictJson.LENIENT.readTree(arguments.textValue());
                function.set(ARGUMENTS, value);
                return value.isObject();
            } catch (JsonProcessingException _) {
                return false;
            }
        }
    }
}
