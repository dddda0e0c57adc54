package dev.throughline.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.backend.BackendSettings;
import dev.throughline.backend.Family;
import dev.throughline.backend.HttpBackend;
import dev.throughline.conversation.Conversation;
import dev.throughline.filter.FilterSettings;
import dev.throughline.filter.GlmFilter;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Chooses the filter for an answer.
final class Filters {
    private static final List<String> SWITCHES =
            List.of("/chat_template_kwargs/enable_thinking", "/enable_thinking", "/extra_body/enable_thinking");

    private Filters() {}

    /// The filter for what the backend's model writes; empty for a model whose answers pass byte for byte.
    static Optional<GlmFilter> of(Admitted exchange, HttpBackend backend) {
        BackendSettings settings = backend.settings();
        Conversation request = exchange.request();
        if (!settings.family().isGlm(request.model())) {
            return Optional.empty();
        }
        boolean startsInReasoning = backend.reasoningStart().isPrefilled(isThinkingOff(request, settings.family()));
        return Optional.of(new GlmFilter(
                FilterSettings.of(request, startsInReasoning, settings.maxToolCalls(), callIds(exchange))));
    }

    private static Supplier<String> callIds(Admitted exchange) {
        String prefix =
                exchange.request().dialect().callIdPrefix() + exchange.call().key();
        int[] count = {0};
        return () -> prefix + count[0]++;
    }

    /// GLM-5.3 always thinks; the others do not when the request says so.
    private static boolean isThinkingOff(Conversation request, Family family) {
        ObjectNode body = request.body();
        boolean isOff = SWITCHES.stream().map(body::at).anyMatch(value -> value.isBoolean() && !value.booleanValue())
                || isWord(body.at("/thinking/type"), "disabled")
                || isWord(body.at("/reasoning/effort"), "none")
                || isWord(body.at("/reasoning_effort"), "none");
        return isOff && family != Family.GLM_5_3;
    }

    private static boolean isWord(JsonNode value, String word) {
        return value.isTextual() && value.textValue().equals(word);
    }
}
