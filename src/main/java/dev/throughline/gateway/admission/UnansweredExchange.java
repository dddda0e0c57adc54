package dev.throughline.gateway.admission;

import dev.throughline.run.AnswerOutcome;
import dev.throughline.run.ExchangeEnd;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.trace.ExchangeOutcome;
import java.util.List;
import java.util.Optional;

/// Ends an exchange that got no answer.
public record UnansweredExchange(ExchangeContext exchange) {
    /// Records a request that is refused before a backend was called, and refuses it.
    public static void refused(ExchangeContext exchange, Failure failure) {
        DialectRequest dialectRequest = exchange.call();
        dialectRequest.then(
                exchange.begin(() -> ExchangeStartFactory.of(exchange, List.of(), "", false)),
                _ -> new UnansweredExchange(exchange)
                        .unanswered(
                                ExchangeOutcome.FAILED,
                                failure.status(),
                                failure.message(),
                                () -> dialectRequest.refuse(failure)));
    }

    /// Why there is none.
    ///
    /// @param error in words; empty for none
    /// @param found what was found in the request
    public record Reason(ExchangeOutcome outcome, int status, String error, AnswerOutcome found) {}

    /// @param reason why; empty for none
    public void unanswered(ExchangeOutcome outcome, int status, String reason, Runnable next) {
        unanswered(new Reason(outcome, status, reason, AnswerOutcome.NOTHING), next);
    }

    public void unanswered(Reason reason, Runnable next) {
        DialectRequest dialectRequest = exchange.call();
        Optional<String> error = reason.error().isEmpty() ? Optional.empty() : Optional.of(reason.error());
        ExchangeEnd end = ExchangeEnd.unanswered(
                reason.outcome(), reason.status(), dialectRequest.elapsed(), reason.found(), error);
        dialectRequest.then(
                exchange.pipeline()
                        .exchangeStore()
                        .end(exchange.answer(), end)
                        .onItemOrFailure()
                        .invoke((_, lost) -> dialectRequest.exchangeTelemetry().over(end, lost == null)),
                _ -> next.run());
    }
}
