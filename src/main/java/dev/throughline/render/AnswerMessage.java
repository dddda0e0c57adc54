package dev.throughline.render;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.render.ParsedAnswer.ParsedCall;
import java.util.Iterator;
import java.util.List;

/// Writes a parsed answer as the assistant message that a template reads.
public final class AnswerMessage {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private AnswerMessage() {}

    /// The message; a call with truncated arguments is omitted.
    ///
    /// @param next the messages that follow: the ids of their results, in order, are those of the calls
    public static ObjectNode of(ParsedAnswer answer, List<ObjectNode> next) {
        ObjectNode message = JsonNodeFactory.instance.objectNode();
        message.put("role", "assistant").put("content", answer.content());
        if (!answer.reasoning().isEmpty()) {
            message.put("reasoning_content", answer.reasoning());
        }
        Iterator<String> ids = next.stream()
                .map(result -> result.path("tool_call_id").asText())
                .filter(id -> !id.isEmpty())
                .iterator();
        ArrayNode calls = message.arrayNode();
        for (ParsedCall call : answer.calls()) {
            JsonNode arguments = object(call.arguments());
            String id = ids.hasNext() ? ids.next() : "call_" + calls.size();
            if (arguments.isObject()) {
                ObjectNode function =
                        calls.addObject().put("id", id).put("type", "function").putObject("function");
                function.put("name", call.name()).set("arguments", arguments);
            }
        }
        if (!calls.isEmpty()) {
            message.set("tool_calls", calls);
        }
        return message;
    }

    private static JsonNode object(String arguments) {
        try {
            return JSON.readTree(arguments);
        } catch (JsonProcessingException _) {
            return JsonNodeFactory.instance.missingNode();
        }
    }
}
