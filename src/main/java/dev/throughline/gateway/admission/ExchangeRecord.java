package dev.throughline.gateway.admission;

import dev.throughline.run.AnswerIdentity;
import dev.throughline.run.AnswerOutcome;
import dev.throughline.run.ExchangeEnd;
import dev.throughline.run.ExchangeStart;
import dev.throughline.run.exchange.ExchangeStore;
import dev.throughline.run.journal.Beginning;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.trace.ExchangeOutcome;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Records requests, and the ends of those that got no answer.
@Singleton
public record ExchangeRecord(ExchangeStore exchangeStore, RequestWorkers workers) {
    /// Begins an exchange; it is over with the response.
    /// @param start takes time in proportion to the request
    /// @param beginning receives the result of recording it
    public Uni<Void> begin(
            DialectRequest dialectRequest, int number, Supplier<ExchangeStart> start, Beginning beginning) {
        Runnable over = () -> exchangeStore.over(dialectRequest.key());
        return workers.begin(dialectRequest, () -> exchangeStore.begin(number, start.get(), beginning))
                .onTermination()
                .invoke(() -> dialectRequest.loop().runOnContext(_ -> dialectRequest.whenOver(over)));
    }

    /// Begins an exchange that is answered once it is recorded.
    public Uni<Void> begin(DialectRequest dialectRequest, int number, Supplier<ExchangeStart> start) {
        return begin(dialectRequest, number, start, new Beginning());
    }

    /// Records the end of an exchange whose answer has no events.
    public Uni<Void> end(AnswerIdentity answer, ExchangeEnd end) {
        return exchangeStore.end(answer, end);
    }

    /// Records a request that is refused before a backend was called, and refuses it.
    public void refuse(ExchangeContext exchange, Failure failure) {
        exchange.dialectRequest()
                .then(
                        begin(
                                exchange.dialectRequest(),
                                exchange.number(),
                                () -> ExchangeStartFactory.of(exchange, List.of(), "", false)),
                        _ -> refused(exchange, failure));
    }

    /// Records that a recorded request was refused, and refuses it.
    public void refused(ExchangeContext exchange, Failure failure) {
        unanswered(
                exchange,
                new Reason(ExchangeOutcome.FAILED, failure.status(), failure.message()),
                () -> exchange.dialectRequest().refuse(failure));
    }

    /// Records that a recorded request got no answer because of a defect, and responds with that.
    public void broken(ExchangeContext exchange, Throwable defect) {
        unanswered(
                exchange,
                new Reason(ExchangeOutcome.FAILED, 500, "a defect of Throughline"),
                () -> exchange.dialectRequest().broken(defect));
    }

    /// Records that the client of a recorded request disconnected before its answer.
    public void abandoned(ExchangeContext exchange) {
        unanswered(exchange, new Reason(ExchangeOutcome.CLIENT_GONE, 0, ""), () -> {});
    }

    /// Why there is none.
    ///
    /// @param error in words; empty for none
    /// @param found what was found in the request
    public record Reason(ExchangeOutcome outcome, int status, String error, AnswerOutcome found) {
        Reason(ExchangeOutcome outcome, int status, String error) {
            this(outcome, status, error, AnswerOutcome.NOTHING);
        }
    }

    /// Records that a recorded request got no answer, and continues.
    public void unanswered(ExchangeContext exchange, Reason reason, Runnable next) {
        DialectRequest dialectRequest = exchange.dialectRequest();
        Optional<String> error = reason.error().isEmpty() ? Optional.empty() : Optional.of(reason.error());
        ExchangeEnd end = ExchangeEnd.unanswered(
                reason.outcome(), reason.status(), dialectRequest.elapsed(), reason.found(), error);
        dialectRequest.then(
                end(exchange.answer(), end)
                        .onItemOrFailure()
                        .invoke((_, lost) -> dialectRequest.exchangeTelemetry().over(end, lost == null)),
                _ -> next.run());
    }
}
