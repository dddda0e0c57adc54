package dev.throughline.gateway;

import dev.throughline.backend.Backends;
import dev.throughline.backend.HttpBackend;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.gateway.admission.ExchangeContext;
import dev.throughline.gateway.admission.ExchangeRecord;
import dev.throughline.gateway.admission.HeldExpansion;
import dev.throughline.gateway.admission.HeldHistories;
import dev.throughline.gateway.admission.HeldHistory;
import dev.throughline.gateway.admission.RequestWorkers;
import dev.throughline.run.RunMode;
import dev.throughline.stream.FailureKind;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.WireException;
import java.util.function.Consumer;

/// A request that refers to a conversation instead of sending it. A backend that cannot look it up receives
/// all of it; one that speaks the client's dialect receives ids that it issued itself unchanged; the stub
/// only checks that the conversation exists.
record HeldRequest(
        ExchangeContext exchange,
        Backends backends,
        RequestWorkers workers,
        HeldHistories heldHistories,
        ExchangeRecord exchangeRecord,
        Consumer<ExchangeContext> next) {
    /// Continues with the exchange, its request expanded if necessary, or refuses it.
    void resolve() {
        Conversation request = exchange.request();
        boolean namesObject =
                request.dialect() == Dialect.RESPONSES && request.body().hasNonNull("conversation");
        if (namesObject && !isOwnDialect()) {
            refuse(noConversations());
        } else if (request.dialect() != Dialect.OPENAI_CHAT && HeldHistory.isNamedIn(request)) {
            expand();
        } else {
            next.accept(exchange);
        }
    }

    static Failure noConversations() {
        return Failure.of(
                        FailureKind.INVALID_REQUEST,
                        "Conversation objects are not supported; send previous_response_id or the whole input"
                                + " instead of conversation.")
                .at("conversation");
    }

    private boolean isOwnDialect() {
        return exchange.run()
                .settings()
                .backend()
                .flatMap(backends::find)
                .map(HttpBackend::settings)
                .filter(settings -> settings.dialect() == exchange.request().dialect())
                .isPresent();
    }

    private void expand() {
        HeldHistory history = heldHistories.of(
                exchange.dialectRequest(),
                exchange.run().id(),
                exchange.dialectRequest().codec());
        exchange.dialectRequest().then(history.expand(exchange.request().body()), expansion -> {
            switch (expansion) {
                case HeldExpansion.Expanded expanded -> expanded(expanded, history.bytes());
                case HeldExpansion.Unknown(Failure failure) -> unknown(failure);
            }
        });
    }

    private void expanded(HeldExpansion.Expanded expanded, long bytes) {
        if (exchange.run().settings().mode() == RunMode.STUB) {
            next.accept(exchange);
            return;
        }
        exchange.dialectRequest().requestBytes(bytes);
        workers.run(exchange.dialectRequest(), () -> whole(expanded), next, this::notDecoded);
    }

    private ExchangeContext whole(HeldExpansion.Expanded expanded) throws WireException {
        Conversation whole = exchange.dialectRequest().codec().decode(expanded.body());
        return exchange.expanded(
                whole.continuing(exchange.request().previousResponse()), StrictJson.write(expanded.body()));
    }

    private void notDecoded(Throwable cause) {
        if (cause instanceof WireException refused) {
            refuse(refused.failure());
        } else {
            exchange.dialectRequest().broken(cause);
        }
    }

    private void unknown(Failure failure) {
        if (failure.kind() == FailureKind.NOT_FOUND && isOwnDialect()) {
            next.accept(exchange);
        } else {
            refuse(failure);
        }
    }

    private void refuse(Failure failure) {
        exchangeRecord.refuse(exchange, failure);
    }
}
