package dev.throughline.gateway;

import dev.throughline.run.ExchangeEnd;
import dev.throughline.run.Produced;
import dev.throughline.stream.StreamEvent.Usage;
import dev.throughline.trace.ExchangeOutcome;
import java.util.Optional;

/// Ends an exchange that got no answer.
record Ending(Admitted exchange) {

    /// @param reason why; empty for none
    void unanswered(ExchangeOutcome outcome, int status, String reason, Runnable next) {
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
