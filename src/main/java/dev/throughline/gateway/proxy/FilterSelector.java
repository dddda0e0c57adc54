package dev.throughline.gateway.proxy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.backend.http.BackendMarkup;
import dev.throughline.backend.http.HttpBackend;
import dev.throughline.backend.http.ReasoningState;
import dev.throughline.backend.settings.BackendSettings;
import dev.throughline.conversation.Conversation;
import dev.throughline.filter.AnswerFilter;
import dev.throughline.filter.FamilyFilter;
import dev.throughline.filter.FilterSettings;
import dev.throughline.filter.ReasoningOpening;
import dev.throughline.filter.TemplateFilter;
import dev.throughline.gateway.admission.ExchangeContext;
import dev.throughline.render.GlmVersion;
import dev.throughline.wire.translation.FunctionTools;
import java.util.Optional;
import java.util.function.Supplier;

/// Chooses the filter for an answer.
final class FilterSelector {
    private FilterSelector() {}

    /// The filter for the backend's model; empty for a model whose answers pass byte for byte.
    /// @param sent the request for the backend, whose name for the model determines the family
    /// @param isThinkingOff whether the answer begins outside the reasoning
    static Optional<AnswerFilter> of(
            ExchangeContext exchange, Conversation sent, HttpBackend backend, boolean isThinkingOff) {
        BackendSettings settings = backend.settings();
        Conversation request = FunctionTools.of(sent, settings.dialect());
        ReasoningState state = backend.modelReasoningStates().of(request.model());
        ReasoningOpening opening = isThinkingOff
                ? ReasoningOpening.MODEL
                : backend.modelReasoningStates().opening(request.model(), state);
        FilterSettings made = FilterSettings.of(request, opening, settings.maxToolCalls(), callIds(exchange));
        FilterSettings placed = state == ReasoningState.PARSED ? made.withReasoningField() : made;
        return backend.family(request.model())
                .<AnswerFilter>map(family -> new FamilyFilter(placed, family.markers()))
                .or(() ->
                        backend.markup().map(markup -> byTemplate(exchange, request, backend, markup, isThinkingOff)));
    }

    /// The filter for a model that no family describes: by the markers of its template.
    private static AnswerFilter byTemplate(
            ExchangeContext exchange,
            Conversation request,
            HttpBackend backend,
            BackendMarkup markup,
            boolean isThinkingOff) {
        ReasoningState state = backend.modelReasoningStates().of(request.model());
        boolean startsInReasoning = switch (state) {
            case PREFILLED -> true;
            case PARSED, INLINE -> false;
            case UNSEEN, LIKELY_PREFILLED, ABSENT ->
                !isThinkingOff && markup.startsInReasoning().test(options(request, backend));
        };
        FilterSettings made = FilterSettings.of(
                request,
                startsInReasoning ? ReasoningOpening.PROMPT : ReasoningOpening.MODEL,
                backend.settings().maxToolCalls(),
                callIds(exchange));
        return new TemplateFilter(made, markup.markup());
    }

    /// The template options in the request.
    private static ObjectNode options(Conversation request, HttpBackend backend) {
        ObjectNode options = backend.templateKwargs().deepCopy();
        if (request.body().path("chat_template_kwargs") instanceof ObjectNode sent) {
            options.setAll(sent);
        }
        JsonNode effort = request.body().path("reasoning_effort");
        if (effort.isTextual() && !options.has("reasoning_effort")) {
            options.set("reasoning_effort", effort);
        }
        return options;
    }

    private static Supplier<String> callIds(ExchangeContext exchange) {
        return callIds(exchange, "");
    }

    /// Ids for calls that the backend sent without one; never those of calls that a filter finds.
    static Supplier<String> missingCallIds(ExchangeContext exchange) {
        return callIds(exchange, "n");
    }

    private static Supplier<String> callIds(ExchangeContext exchange, String infix) {
        // The generator lives as long as the answer, and must not retain the request.
        String prefix =
                exchange.request().dialect().callIdPrefix() + exchange.call().key() + infix;
        int[] count = {0};
        return () -> prefix + count[0]++;
    }

    /// Whether an answer begins outside the reasoning, according to the request or the backend's defaults.
    /// @param model the backend's name for the model
    static boolean isThinkingOff(Conversation request, String model, HttpBackend backend) {
        Optional<GlmVersion> version =
                backend.settings().family().version(model).flatMap(GlmVersion::find);
        return ThinkingSwitch.isOff(request.body(), backend.templateKwargs(), version);
    }
}
