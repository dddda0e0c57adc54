package dev.throughline.wire.translation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.conversation.Conversation;
import java.util.HashSet;
import java.util.Set;

/// Restricts the tools of a request to those that its choice allows (`allowed_tools` of OpenAI's dialects), for a
/// dialect without such a choice.
public final class AllowedTools {
    private AllowedTools() {}

    /// The same request if its choice names no tools.
    public static Conversation of(Conversation request) {
        JsonNode choice = request.body().path("tool_choice");
        if (!choice.path("type").asText("").equals("allowed_tools")) {
            return request;
        }
        JsonNode inner = choice.path("allowed_tools");
        Set<String> names = new HashSet<>();
        for (JsonNode tool : (inner.isObject() ? inner : choice).path("tools")) {
            JsonNode function = tool.path("function");
            names.add((function.isObject() ? function : tool).path("name").asText(""));
        }
        return names.isEmpty()
                ? request
                : request.withTools(request.tools().stream()
                        .filter(tool -> names.contains(tool.name()))
                        .toList());
    }
}
