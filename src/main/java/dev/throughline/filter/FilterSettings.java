package dev.throughline.filter;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Tool;
import dev.throughline.conversation.ToolChoice;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.Usage;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
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
/// @param maxTokens the request's limit for the answer
public record FilterSettings(
        ReasoningOpening opening,
        boolean hasReasoningField,
        Map<String, JsonNode> tools,
        boolean forbidsCalls,
        int maxCalls,
        Supplier<String> callIds,
        OptionalInt maxTokens) {
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
                callIds,
                OptionalInt.empty());
    }

    /// The same settings for a model that sends its reasoning in a separate field.
    public FilterSettings withReasoningField() {
        return new FilterSettings(opening, true, tools, forbidsCalls, maxCalls, callIds, maxTokens);
    }

    /// The same settings for a filter that cannot tell calls of declared tools from other text.
    FilterSettings withoutForbidden() {
        return forbidsCalls
                ? new FilterSettings(opening, hasReasoningField, Map.of(), false, maxCalls, callIds, maxTokens)
                : this;
    }

    /// The settings for one request: no extraction without tools.
    public static FilterSettings of(
            Conversation request, ReasoningOpening opening, int maxCalls, Supplier<String> callIds) {
        Map<String, JsonNode> tools = new HashMap<>();
        for (Tool tool : request.tools()) {
            tools.put(tool.name(), tool.schema());
        }
        boolean forbidsCalls = request.toolChoice() instanceof ToolChoice.None;
        return new FilterSettings(opening, false, tools, forbidsCalls, maxCalls, callIds, request.maxTokens());
    }

    boolean extracts() {
        return !tools.isEmpty();
    }

    /// The end of an answer as its usage shows it. One with calls that used up the limit was cut, whatever the server
    /// says; one that ends in a complete call and did not, was not.
    /// @param calls number of calls
    /// @param endsInCall whether the last thing in its text is a complete call
    Finish corrected(Finish said, Optional<Usage> usage, int calls, boolean endsInCall) {
        if (usage.isEmpty() || maxTokens.isEmpty()) {
            return said;
        }
        boolean isUsedUp = usage.get().outputTokens() >= maxTokens.getAsInt();
        return switch (said.reason()) {
            case STOP, TOOL_CALLS -> isUsedUp && calls > 0 ? new Finish(FinishReason.LENGTH) : said;
            case LENGTH -> endsInCall && !isUsedUp ? new Finish(FinishReason.TOOL_CALLS) : said;
            case CONTENT_FILTER -> said;
        };
    }
}
