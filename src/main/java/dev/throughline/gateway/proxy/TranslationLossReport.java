package dev.throughline.gateway.proxy;

import dev.throughline.backend.Backends;
import dev.throughline.backend.HttpBackend;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.gateway.admission.ExchangeContext;
import dev.throughline.stream.FailureKind;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.trace.repair.EditedHistory;
import dev.throughline.vendor.BackendKind;
import dev.throughline.wire.translation.TranslationLoss;
import java.util.List;
import java.util.Optional;

/// Reports what the translation of a request loses to the client and to the metrics.
final class TranslationLossReport {
    private TranslationLossReport() {}

    /// The loss of the translation; none without a backend.
    /// @param model the backend's name for the model
    static TranslationLoss of(ExchangeContext exchange, Optional<HttpBackend> backend, String model) {
        if (backend.isEmpty()) {
            return new TranslationLoss(List.of(), Optional.empty());
        }
        Dialect server = backend.get().settings().dialect();
        TranslationLoss ofDialect = exchange.request().dialect() == server
                ? choices(exchange, backend.get(), model)
                : TranslationLoss.of(exchange.request(), server);
        return ofDialect.and(ofKind(exchange, backend.get()));
    }

    /// The thoughts that the backend's vendor does not get.
    /// @param history after all that is put back
    static List<String> foreign(
            ExchangeContext exchange, Backends backends, HttpBackend backend, EditedHistory history) {
        return backends.profile(backend, history.request().model())
                .map(profile -> VendorFit.foreignThoughts(
                        exchange.request(), history, profile, backend.settings().dialect()))
                .orElse(List.of());
    }

    /// Reports it to the client and to the metrics.
    static void report(ExchangeContext exchange, TranslationLoss loss) {
        Dialect client = exchange.request().dialect();
        if (!loss.dropped().isEmpty()) {
            exchange.dialectRequest().response().putHeader(TranslationLoss.HEADER, loss.header());
            exchange.dialectRequest()
                    .exchangeTelemetry()
                    .dropped(loss.dropped().stream()
                            .map(pointer -> TranslationLoss.field(client, pointer))
                            .toList());
        }
    }

    /// The fields that this kind of backend rejects.
    private static List<String> ofKind(ExchangeContext exchange, HttpBackend backend) {
        Dialect server = backend.settings().dialect();
        Conversation request = exchange.request();
        if (server == request.dialect()) {
            return SameDialectThinking.fit(request.body(), backend.kindSoFar(), server, backend.templateKwargs())
                    .dropped();
        }
        if (server != Dialect.OPENAI_CHAT) {
            return List.of();
        }
        BackendKind kind = backend.kind(() -> BackendRequestHeaders.of(
                exchange.dialectRequest().request().headers(), backend.settings(), false, false));
        return BackendKindRules.dropped(request, kind.traits(), backend.templateKwargs());
    }

    /// In the same dialect nothing is lost, but a filter reads only one choice.
    private static TranslationLoss choices(ExchangeContext exchange, HttpBackend backend, String model) {
        boolean isFiltered = backend.settings().family().isGlm(model);
        boolean isOne = exchange.request().body().path("n").asInt(1) <= 1;
        if (isOne || !isFiltered) {
            return new TranslationLoss(List.of(), Optional.empty());
        }
        Failure failure = Failure.of(
                FailureKind.INVALID_REQUEST,
                "The field /n requests several choices; a model whose markup is filtered returns one. Leave it out"
                        + " and send several requests.");
        return new TranslationLoss(List.of(), Optional.of(failure.at("/n")));
    }
}
