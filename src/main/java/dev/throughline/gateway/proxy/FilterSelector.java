package dev.throughline.gateway.proxy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.backend.http.BackendMarkup;
import dev.throughline.backend.http.HttpBackend;
import dev.throughline.backend.http.ReasoningState;
import dev.throughline.backend.settings.BackendSettings;
import dev.throughline.conversation.Conversation;
import dev.throughline.filter.AnswerFilter;
import dev.throughline.filter.FilterSettings;
import dev.throughline.filter.GlmFilter;
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

    /// The filter for what the backend's model writes; empty for a model whose answers pass byte for byte.
    /// @param sent the request as the backend gets it: the family goes by the name that it knows the model by
    static Optional<AnswerFilter> of(ExchangeContext exchange, Conversation sent, HttpBackend backend) {
        BackendSettings settings = backend.settings();
        Conversation request = FunctionTools.of(sent, settings.dialect());
        if (!settings.family().isGlm(request.model())) {
            return backend.markup().map(markup -> byTemplate(exchange, request, backend, markup));
        }
        ReasoningState state = backend.modelReasoningStates().of(request.model());
        ReasoningOpening opening = isThinkingOff(request, request.model(), backend)
                ? ReasoningOpening.MODEL
                : backend.modelReasoningStates().opening(request.model(), state);
        FilterSettings made = FilterSettings.of(request, opening, settings.maxToolCalls(), callIds(exchange));
        return Optional.of(new GlmFilter(state == ReasoningState.PARSED ? made.withReasoningField() : made));
    }

    /// The filter for a model that is no GLM: by the markers of its template.
    private static AnswerFilter byTemplate(
            ExchangeContext exchange, Conversation request, HttpBackend backend, BackendMarkup markup) {
        ReasoningState state = backend.modelReasoningStates().of(request.model());
        boolean startsInReasoning = switch (state) {
            case PREFILLED -> true;
            case PARSED, INLINE -> false;
            case UNSEEN, LIKELY_PREFILLED, ABSENT ->
                !isThinkingOff(request, request.model(), backend)
                        && markup.startsInReasoning().test(options(request, backend));
        };
        FilterSettings made = FilterSettings.of(
                request,
                startsInReasoning ? ReasoningOpening.PROMPT : ReasoningOpening.MODEL,
                backend.settings().maxToolCalls(),
                callIds(exchange));
        return new TemplateFilter(made, markup.markup());
    }

    /// What the template gets of the request besides its messages.
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

    /// Ids for calls of the backend that came without one; never those of calls that a filter finds.
    static Supplier<String> missingCallIds(ExchangeContext exchange) {
        return callIds(exchange, "n");
    }

    private static Supplier<String> callIds(ExchangeContext exchange, String infix) {
        // The ids are made as long as the answer lasts, which must not hold the request.
        String prefix =
                exchange.request().dialect().callIdPrefix() + exchange.call().key() + infix;
        int[] count = {0};
        return () -> prefix + count[0]++;
    }

    /// Whether an answer begins outside the reasoning, since the request or the backend's defaults say so.
    /// @param model the name that the backend knows the model by
    static boolean isThinkingOff(Conversation request, String model, HttpBackend backend) {
        Optional<GlmVersion> version =
                backend.settings().family().version(model).flatMap(GlmVersion::find);
        return ThinkingSwitch.isOff(request.body(), backend.templateKwargs(), version);
    }
}
