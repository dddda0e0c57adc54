package dev.throughline.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.EffortInForce;
import dev.throughline.wire.TemplateKwargs;
import java.util.List;
import java.util.Optional;

/// Translates thinking options: an effort, and for chat templates `chat_template_kwargs` with the client's
/// values from its own or other fields, and a backend's defaults for what it does not set.
final class ResponsesTranslatedThinking {
    /// A budget below it is a low effort, in tokens.
    private static final int LOW_BELOW = 4_096;
    /// A budget below it is a medium effort, in tokens.
    private static final int MEDIUM_BELOW = 16_000;

    private static final String THINKING = "thinking";
    private static final String ENABLE = "enable_thinking";
    private static final String CLEAR = "clear_thinking";

    private ResponsesTranslatedThinking() {}

    static void write(ObjectNode sent, ObjectNode defaults, ObjectNode body) {
        effort(sent).ifPresent(effort -> body.putObject("reasoning").put("effort", effort));
        if (sent.path(TemplateKwargs.FIELD) instanceof ObjectNode kwargs) {
            body.set(TemplateKwargs.FIELD, kwargs.deepCopy());
        }
        TemplateKwargs.fill(body, body, requested(sent));
        TemplateKwargs.fill(body, sent, defaults);
    }

    /// Settings that the client puts elsewhere. Enabled thinking is not repeated: it is the default of the
    /// templates.
    private static ObjectNode requested(ObjectNode sent) {
        ObjectNode requested = sent.objectNode();
        if (sent.path(THINKING).path("type").asText("").equals("disabled")) {
            requested.put(ENABLE, false);
        }
        for (JsonNode holder : List.of(sent, sent.path(THINKING))) {
            for (String key : List.of(ENABLE, CLEAR)) {
                if (holder.path(key).isBoolean()) {
                    requested.set(key, holder.get(key));
                }
            }
        }
        return requested;
    }

    /// The client's value if it has one: `reasoning_effort` (OpenAI), `reasoning.effort` (OpenRouter),
    /// that in force (Anthropic); otherwise derived from `thinking` and its budget.
    private static Optional<String> effort(ObjectNode sent) {
        JsonNode thinking = sent.path(THINKING);
        if (thinking.path("type").asText("").equals("disabled") || isOff(sent.path(ENABLE))) {
            return Optional.of("none");
        }
        for (JsonNode word :
                List.of(sent.path("reasoning_effort"), sent.at("/reasoning/effort"), EffortInForce.of(sent))) {
            if (word.isTextual()) {
                return Optional.of(word.textValue());
            }
        }
        JsonNode budget = thinking.path("budget_tokens");
        return budget.isIntegralNumber() ? Optional.of(effort(budget.longValue())) : Optional.empty();
    }

    private static String effort(long budget) {
        if (budget < LOW_BELOW) {
            return "low";
        }
        return budget < MEDIUM_BELOW ? "medium" : "high";
    }

    private static boolean isOff(JsonNode value) {
        return value.isBoolean() && !value.booleanValue();
    }
}
