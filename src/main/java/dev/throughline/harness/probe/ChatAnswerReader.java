package dev.throughline.harness.probe;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/// Reads messages and chunks of chat answers.
final class ChatAnswerReader {
    /// Fields that carry reasoning as a string. Source: what public servers emit.
    private static final List<String> STRINGS = List.of("reasoning_content", "reasoning", "reasoning_text", "thinking");

    private ChatAnswerReader() {}

    static void chunk(JsonNode chunk, AnswerCollector answer) {
        if (chunk.hasNonNull("error")) {
            answer.failure("an error inside the stream: "
                    + chunk.path("error").path("message").asText());
        }
        JsonNode choice = chunk.path("choices").path(0);
        message(choice.path("delta"), answer);
        answer.finish(choice.path("finish_reason"));
        answer.usage(chunk.path("usage"));
    }

    /// Reads a message, or the delta of a chunk.
    static void message(JsonNode message, AnswerCollector answer) {
        STRINGS.forEach(field -> answer.reasoning(field, text(message.path(field))));
        for (JsonNode detail : message.path("reasoning_details")) {
            answer.reasoning("reasoning_details", text(detail.path("text")) + text(detail.path("summary")));
        }
        answer.content(content(message.path("content")));
        int position = 0;
        for (JsonNode call : message.path("tool_calls")) {
            int index = call.path("index").asInt(position++);
            JsonNode function = call.path("function");
            answer.call(index, text(call.path("id")), text(function.path("name")));
            JsonNode arguments = function.path("arguments");
            answer.arguments(index, arguments.isObject() ? arguments.toString() : text(arguments));
        }
    }

    private static String content(JsonNode content) {
        if (!content.isArray()) {
            return text(content);
        }
        var all = new StringBuilder();
        content.forEach(part -> all.append(text(part.path("text"))));
        return all.toString();
    }

    /// A string value; empty for any other type.
    static String text(JsonNode value) {
        return value.isTextual() ? value.asText() : "";
    }
}
