package dev.throughline.wire.anthropic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.ToolChoice;
import dev.throughline.wire.TemplateKwargs;
import java.util.Optional;
import java.util.OptionalInt;

/// The `thinking` option for a request of another dialect: its own `thinking` object unchanged; otherwise
/// `disabled` if thinking is switched off; otherwise a budget for its effort. A budget is at least 1024
/// tokens and below `max_tokens`, and a forced call allows none; if no budget fits, the option is omitted.
/// Source: the Anthropic API reference, "Extended thinking".
final class AnthropicThinkingOption {
    private static final int LEAST_BUDGET = 1024;
    private static final String SWITCH = "enable_thinking";

    private AnthropicThinkingOption() {}

    /// @param body the body being built, with its `chat_template_kwargs`
    static Optional<JsonNode> of(Conversation request, ObjectNode body, int maxTokens) {
        ObjectNode sent = request.body();
        if (sent.path("thinking").isObject()) {
            return Optional.of(sent.path("thinking").deepCopy());
        }
        String effort = effort(sent);
        boolean isOff = isFalse(sent.path(SWITCH))
                || isFalse(body.path(TemplateKwargs.FIELD).path(SWITCH));
        if (isOff || effort.equals("none")) {
            return Optional.of(option("disabled"));
        }
        OptionalInt budget = budget(effort);
        if (budget.isEmpty() || maxTokens <= LEAST_BUDGET || isForced(request)) {
            return Optional.empty();
        }
        return Optional.of(option("enabled").put("budget_tokens", Math.min(budget.getAsInt(), maxTokens - 1)));
    }

    private static String effort(ObjectNode sent) {
        JsonNode effort = sent.path("reasoning_effort");
        return (effort.isTextual() ? effort : sent.path("reasoning").path("effort")).asText();
    }

    private static OptionalInt budget(String effort) {
        return switch (effort) {
            case "minimal", "low" -> OptionalInt.of(LEAST_BUDGET);
            case "medium" -> OptionalInt.of(8_192);
            case "high" -> OptionalInt.of(16_384);
            case "xhigh", "max" -> OptionalInt.of(32_768);
            default -> OptionalInt.empty();
        };
    }

    private static boolean isForced(Conversation request) {
        return !request.tools().isEmpty()
                && switch (request.toolChoice()) {
                    case ToolChoice.Required _, ToolChoice.Named _ -> true;
                    case ToolChoice.Auto _, ToolChoice.None _ -> false;
                };
    }

    private static boolean isFalse(JsonNode value) {
        return value.isBoolean() && !value.booleanValue();
    }

    private static ObjectNode option(String type) {
        return JsonNodeFactory.instance.objectNode().put("type", type);
    }
}
