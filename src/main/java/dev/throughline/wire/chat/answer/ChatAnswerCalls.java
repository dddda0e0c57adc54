package dev.throughline.wire.chat.answer;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.ToolCallArgs;
import dev.throughline.stream.StreamEvent.ToolCallEnd;
import dev.throughline.stream.StreamEvent.ToolCallStart;
import dev.throughline.wire.StrictJson;
import java.util.function.Consumer;

/// Decodes the calls of a complete answer, including the single `function_call` of old servers. Arguments
/// in the form of an object are written compactly; a call without an id has an empty one.
final class ChatAnswerCalls {
    private ChatAnswerCalls() {}

    static void decode(JsonNode message, Consumer<? super StreamEvent> out) {
        int index = 0;
        for (JsonNode call : message.path("tool_calls")) {
            call(index++, call.path("id").asText(""), call.path("function"), out);
        }
        JsonNode single = message.path("function_call");
        if (index == 0 && single.isObject()) {
            call(index, single.path("id").asText(""), single, out);
        }
    }

    private static void call(int index, String id, JsonNode function, Consumer<? super StreamEvent> out) {
        out.accept(new ToolCallStart(index, id, function.path("name").asText("")));
        JsonNode arguments = function.path("arguments");
        String text = arguments.isObject() ? StrictJson.text(arguments) : arguments.asText("");
        if (!text.isEmpty()) {
            out.accept(new ToolCallArgs(index, text));
        }
        out.accept(new ToolCallEnd(index));
    }
}
