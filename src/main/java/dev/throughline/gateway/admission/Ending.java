package dev.throughline.gateway.admission;

import dev.throughline.run.ExchangeEnd;
import dev.throughline.run.Produced;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Usage;
import dev.throughline.trace.ExchangeOutcome;
import java.util.List;
import java.util.Optional;

/// Ends an exchange that got no answer.
public record Ending(Admitted exchange) {

    /// Writes down a request that is refused before anybody was asked, and refuses it.
    public static void refused(Admitted exchange, Failure failure) {
        Call call = exchange.call();
        call.then(
                exchange.pipeline()
                        .workers()
                        .begin(
                                call,
                                () -> exchange.pipeline()
                                        .exchanges()
                                        .begin(exchange.number(), Starts.of(exchange, List.of(), "", false))),
                _ -> new Ending(exchange)
                        .unanswered(
                                ExchangeOutcome.FAILED,
                                failure.status(),
                                failure.message(),
                                () -> call.refuse(failure)));
    }

    /// @param reason why; empty for none
    public void unanswered(ExchangeOutcome outcome, int status, String reason, Runnable next) {
        Call call = exchange.call();
        Optional<String> error = reason.isEmpty() ? Optional.empty() : Optional.of(reason);
        var end = new ExchangeEnd(
                outcome, status, 0, new Usage(0, 0, 0, 0), Optional.empty(), call.elapsed(), Produced.NOTHING, error);
        call.then(
                exchange.pipeline()
                        .exchanges()
                        .end(exchange.answer(), end)
                        .onItemOrFailure()
                        .invoke((_, lost) -> call.watch().over(end, lost == null)),
                _ -> next.run());
    }
}
