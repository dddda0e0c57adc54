package dev.throughline.filter;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Tool;
import dev.throughline.conversation.ToolChoice;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/// What a filter must know of the request and the backend.
///
/// @param startsInReasoning whether the template has opened the reasoning already
/// @param tools the declared tools with their schemas; calls are extracted only when there are some
/// @param maxCalls calls after which the turn is ended
/// @param callIds makes the ids of extracted calls
public record FilterSettings(
        boolean startsInReasoning, Map<String, JsonNode> tools, int maxCalls, Supplier<String> callIds) {
    public FilterSettings {
        tools = Map.copyOf(tools);
    }

    /// The settings for one request: no extraction without tools, or when the request forbids calls.
    public static FilterSettings of(
            Conversation request, boolean startsInReasoning, int maxCalls, Supplier<String> callIds) {
        Map<String, JsonNode> tools = new HashMap<>();
        if (!(request.toolChoice() instanceof ToolChoice.None)) {
            for (Tool tool : request.tools()) {
                tools.put(tool.name(), tool.schema());
            }
        }
        return new FilterSettings(startsInReasoning, tools, maxCalls, callIds);
    }

    boolean extracts() {
        return !tools.isEmpty();
    }
}
