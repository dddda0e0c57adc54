package dev.throughline.gateway.proxy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.backend.BackendMarkup;
import dev.throughline.backend.HttpBackend;
import dev.throughline.backend.ReasoningState;
import dev.throughline.backend.UnparsedMarkup;
import dev.throughline.backend.settings.BackendSettings;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Role;
import dev.throughline.filter.FamilyFilter;
import dev.throughline.filter.FamilyMarkers;
import dev.throughline.filter.FilterSettings;
import dev.throughline.filter.ReasoningOpening;
import dev.throughline.gateway.admission.ExchangeContext;
import dev.throughline.render.GlmVersion;
import dev.throughline.wire.translation.FunctionTools;
import java.util.Optional;
import java.util.function.Supplier;

/// Chooses the filter for an answer.
final class FilterSelector {
    private FilterSelector() {}

    /// The filter of one answer.
    /// @param filter of the backend's model; empty for a model whose answers pass byte for byte
    /// @param unparsed looks at an answer of a model whose family nothing names
    record Chosen(Optional<FamilyFilter> filter, Optional<UnparsedMarkup> unparsed) {}

    /// @param sent the request for the backend, whose name for the model determines the family
    /// @param isThinkingOff whether the answer begins outside the reasoning
    static Chosen of(ExchangeContext exchange, Conversation sent, HttpBackend backend, boolean isThinkingOff) {
        return new Chosen(filter(exchange, sent, backend, isThinkingOff), unparsed(exchange, sent, backend));
    }

    private static Optional<FamilyFilter> filter(
            ExchangeContext exchange, Conversation sent, HttpBackend backend, boolean isThinkingOff) {
        BackendSettings settings = backend.settings();
        Conversation request = FunctionTools.of(sent, settings.dialect());
        ReasoningState state = backend.modelReasoningStates().of(request.model());
        return backend.family(request.model())
                .map(family -> filter(
                        exchange,
                        request,
                        backend,
                        family.markers(),
                        isThinkingOff ? ReasoningOpening.MODEL : opening(backend, request.model(), state)))
                .or(() -> backend.markup()
                        .map(markup -> filter(
                                exchange,
                                request,
                                backend,
                                markup.markers(),
                                startsInReasoning(state, request, backend, markup, isThinkingOff)
                                        ? ReasoningOpening.PROMPT
                                        : ReasoningOpening.MODEL)));
    }

    private static Optional<UnparsedMarkup> unparsed(ExchangeContext exchange, Conversation sent, HttpBackend backend) {
        Conversation request = FunctionTools.of(sent, backend.settings().dialect());
        return backend.unparsed(
                request.model(),
                FilterSettings.of(
                        request, ReasoningOpening.MODEL, backend.settings().maxToolCalls(), callIds(exchange)));
    }

    /// Where text and reasoning have separate fields or blocks, only a closer shows that a text begins inside the
    /// reasoning, not that a limit cut it off.
    private static ReasoningOpening opening(HttpBackend backend, String model, ReasoningState state) {
        ReasoningOpening opening = backend.modelReasoningStates().opening(model, state);
        boolean isTyped = backend.settings().dialect() != Dialect.OPENAI_CHAT
                || !backend.kindSoFar().hosts().isEmpty();
        boolean isGuess = opening == ReasoningOpening.UNKNOWN && state == ReasoningState.UNSEEN;
        return isGuess && isTyped ? ReasoningOpening.UNDESCRIBED : opening;
    }

    private static FamilyFilter filter(
            ExchangeContext exchange,
            Conversation request,
            HttpBackend backend,
            FamilyMarkers markers,
            ReasoningOpening opening) {
        FilterSettings made =
                FilterSettings.of(request, opening, backend.settings().maxToolCalls(), callIds(exchange));
        boolean hasField = backend.modelReasoningStates().of(request.model()) == ReasoningState.PARSED;
        return new FamilyFilter(hasField ? made.withReasoningField() : made, markers);
    }

    /// Whether an answer of a model that only its template describes begins inside the reasoning.
    private static boolean startsInReasoning(
            ReasoningState state,
            Conversation request,
            HttpBackend backend,
            BackendMarkup markup,
            boolean isThinkingOff) {
        return switch (backend.settings().reasoningIn()) {
            case PREFILLED -> true;
            case PARSED, INLINE -> false;
            case AUTO ->
                state != ReasoningState.PARSED
                        && !isThinkingOff
                        && markup.startsInReasoning().test(options(request, backend));
        };
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
        String prefix = exchange.request().dialect().callIdPrefix()
                + exchange.dialectRequest().key()
                + infix;
        int[] count = {0};
        return () -> prefix + count[0]++;
    }

    /// Whether an answer begins outside the reasoning, according to the request or the backend's defaults.
    /// A request that ends in an answer whose reasoning is closed is continued behind it (antirez/ds4#897).
    /// @param model the backend's name for the model
    static boolean isThinkingOff(Conversation request, String model, HttpBackend backend) {
        if (endsBehindReasoning(request, model, backend)) {
            return true;
        }
        Optional<GlmVersion> version =
                backend.settings().family().version(model).flatMap(GlmVersion::find);
        return ThinkingSwitch.isOff(request.body(), backend.templateKwargs(), version);
    }

    private static boolean endsBehindReasoning(Conversation request, String model, HttpBackend backend) {
        if (request.messages().isEmpty() || request.messages().getLast().role() != Role.ASSISTANT) {
            return false;
        }
        String said = request.messages().getLast().text().stripTrailing();
        return backend
                .family(model)
                .map(known -> known.markers())
                .or(() -> backend.markup().map(BackendMarkup::markers))
                .stream()
                .flatMap(markers -> markers.family().reasoning().stream())
                .flatMap(reasoning -> reasoning.close().stream())
                .anyMatch(closer -> !closer.isEmpty() && said.endsWith(closer));
    }
}
