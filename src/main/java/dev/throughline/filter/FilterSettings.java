package dev.throughline.filter;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Tool;
import dev.throughline.conversation.ToolChoice;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/// Facts about the request and the backend that a filter must know.
///
/// @param opening who opens the first reasoning of the answer
/// @param hasReasoningField whether the model is known to send its reasoning in a separate field
/// @param tools the declared tools with their schemas; calls are extracted only if there are any
/// @param forbidsCalls whether the request declares tools and forbids calls: what a call of them is written in is left
///     out
/// @param maxCalls calls after which the turn is ended
/// @param callIds generates the ids of extracted calls
public record FilterSettings(
        ReasoningOpening opening,
        boolean hasReasoningField,
        Map<String, JsonNode> tools,
        boolean forbidsCalls,
        int maxCalls,
        Supplier<String> callIds) {
    public FilterSettings {
        tools = Map.copyOf(tools);
    }

    /// Settings for a model that is not known to have a reasoning field.
    /// @param startsInReasoning whether the template has already opened the reasoning
    public FilterSettings(
            boolean startsInReasoning, Map<String, JsonNode> tools, int maxCalls, Supplier<String> callIds) {
        this(
                startsInReasoning ? ReasoningOpening.PROMPT : ReasoningOpening.MODEL,
                false,
                tools,
                false,
                maxCalls,
                callIds);
    }

    /// The same settings for a model that sends its reasoning in a separate field.
    public FilterSettings withReasoningField() {
        return new FilterSettings(opening, true, tools, forbidsCalls, maxCalls, callIds);
    }

    /// The same settings for a filter that cannot tell calls of declared tools from other text.
    FilterSettings withoutForbidden() {
        return forbidsCalls ? new FilterSettings(opening, hasReasoningField, Map.of(), false, maxCalls, callIds) : this;
    }

    /// The settings for one request: no extraction without tools.
    public static FilterSettings of(
            Conversation request, ReasoningOpening opening, int maxCalls, Supplier<String> callIds) {
        Map<String, JsonNode> tools = new HashMap<>();
        for (Tool tool : request.tools()) {
            tools.put(tool.name(), tool.schema());
        }
        boolean forbidsCalls = request.toolChoice() instanceof ToolChoice.None;
        return new FilterSettings(opening, false, tools, forbidsCalls, maxCalls, callIds);
    }

    boolean extracts() {
        return !tools.isEmpty();
    }
}
