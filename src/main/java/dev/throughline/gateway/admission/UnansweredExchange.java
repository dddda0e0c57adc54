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

    /// @param reason why; empty for none
    public void unanswered(ExchangeOutcome outcome, int status, String reason, Runnable next) {
        DialectRequest dialectRequest = exchange.call();
        Optional<String> error = reason.isEmpty() ? Optional.empty() : Optional.of(reason);
        ExchangeEnd end =
                ExchangeEnd.unanswered(outcome, status, dialectRequest.elapsed(), AnswerOutcome.NOTHING, error);
        dialectRequest.then(
                exchange.pipeline()
                        .exchangeStore()
                        .end(exchange.answer(), end)
                        .onItemOrFailure()
                        .invoke((_, lost) -> dialectRequest.exchangeTelemetry().over(end, lost == null)),
                _ -> next.run());
    }
}
