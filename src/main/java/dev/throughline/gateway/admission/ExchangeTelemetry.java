package dev.throughline.gateway.admission;

import dev.throughline.backend.HttpBackend;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.run.ExchangeEnd;
import dev.throughline.run.RunMode;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Start;
import dev.throughline.stub.StubModels;
import dev.throughline.telemetry.CompletedExchange;
import dev.throughline.telemetry.CompletedExchange.BackendPeer;
import dev.throughline.telemetry.CompletedExchange.Timing;
import dev.throughline.telemetry.ExchangeSpans;
import dev.throughline.telemetry.Telemetry;
import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.trace.Preservation;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// Collects telemetry of an exchange and reports it once, at its end. Confined to the exchange's event
/// loop.
public final class ExchangeTelemetry {
    private static final long NEVER = -1;

    private @Nullable Watched exchange;
    private ExchangeSpans trace = ExchangeSpans.OFF;
    private Optional<BackendPeer> backend = Optional.empty();
    private Optional<String> answeredBy = Optional.empty();
    private Optional<StreamEvent> terminal = Optional.empty();
    private OptionalInt conversation = OptionalInt.empty();
    private Optional<String> loss = Optional.empty();
    private int repairs;
    private List<String> dropped = List.of();
    private long askedMicros = NEVER;
    private long calledMicros = NEVER;
    private long firstTokenMicros = NEVER;
    private long terminalMicros = NEVER;

    /// A request became an exchange.
    public void admitted(ExchangeContext exchangeContext, Telemetry telemetry) {
        DialectRequest dialectRequest = exchangeContext.dialectRequest();
        exchange = Watched.of(exchangeContext, telemetry);
        int begun = exchangeContext.tracing().link().conversation();
        conversation = OptionalInt.of(begun == 0 ? exchangeContext.number() : begun);
        loss = exchangeContext.preservation().loss();
        trace = telemetry.begin(
                dialectRequest.routeTarget().route(),
                "req_" + dialectRequest.key(),
                dialectRequest.received(),
                dialectRequest.request().headers());
    }

    /// A backend is about to be called.
    /// @param headers of the request to it; the trace context is added, if there is one
    public void asked(HttpBackend asked, Map<String, String> headers, int repaired, DialectRequest dialectRequest) {
        backend = Optional.of(new BackendPeer(asked.name(), asked.settings().dialect(), asked.host(), asked.port()));
        repairs = repaired;
        askedMicros = dialectRequest.sinceBodyMicros();
        calledMicros = dialectRequest.micros();
        trace.asked(headers);
    }

    /// @param fields names of request fields that its translation omits; few values
    public void dropped(List<String> fields) {
        dropped = fields;
    }

    public void began(Start start) {
        answeredBy = Optional.of(start.model()).filter(name -> !name.isEmpty());
    }

    /// Reasoning, text or a call was received.
    public void token(long micros) {
        if (firstTokenMicros == NEVER) {
            firstTokenMicros = micros;
        }
    }

    /// When the backend was called, since the request; empty if none was.
    public Optional<Duration> calledAt() {
        return since(calledMicros);
    }

    /// When reasoning, text or a call was received first, since the request; empty if none was.
    public Optional<Duration> firstTokenAt() {
        return since(firstTokenMicros);
    }

    /// The last event was received.
    public void ended(StreamEvent last, long micros) {
        terminal = Optional.of(last);
        terminalMicros = micros;
    }

    /// The conversation in its run: the number of its first exchange; empty for a request that is no exchange.
    public OptionalInt conversation() {
        return conversation;
    }

    /// The loss of earlier reasoning in the request: `missing; turns=1,2`; empty for nothing.
    public Optional<String> loss() {
        return loss;
    }

    /// The number of messages in which lost reasoning was put back.
    public int repairs() {
        return repairs;
    }

    /// The trace that the exchange belongs to.
    public Optional<String> traceId() {
        return trace.id();
    }

    /// The exchange has ended.
    /// @param isRecorded whether it is completely committed
    public void over(ExchangeEnd end, boolean isRecorded) {
        Watched watched = exchange;
        if (watched != null) {
            exchange = null;
            watched.telemetry().over(over(watched, end, isRecorded), trace);
        }
    }

    private CompletedExchange over(Watched watched, ExchangeEnd end, boolean isRecorded) {
        boolean isKnown =
                watched.isStub() ? StubModels.lists(watched.model()) : end.outcome() == ExchangeOutcome.COMPLETED;
        return new CompletedExchange(
                watched.dialectRequest().client().knownName(),
                watched.dialect(),
                watched.isStream(),
                watched.isStub(),
                backend,
                watched.model(),
                isKnown,
                answeredBy,
                terminal,
                end,
                isRecorded,
                new Timing(
                        since(askedMicros),
                        since(firstTokenMicros),
                        since(terminalMicros),
                        watched.dialectRequest().elapsed()),
                watched.preservation(),
                repairs,
                dropped);
    }

    /// The part of an exchange that is needed at its end. The request itself can be large and is not kept.
    private record Watched(
            Telemetry telemetry,
            DialectRequest dialectRequest,
            Dialect dialect,
            boolean isStream,
            boolean isStub,
            String model,
            Preservation.State preservation) {
        static Watched of(ExchangeContext exchangeContext, Telemetry telemetry) {
            Conversation request = exchangeContext.request();
            return new Watched(
                    telemetry,
                    exchangeContext.dialectRequest(),
                    request.dialect(),
                    request.stream(),
                    exchangeContext.run().settings().mode() == RunMode.STUB,
                    request.model(),
                    exchangeContext.preservation().state());
        }
    }

    private static Optional<Duration> since(long micros) {
        return micros == NEVER ? Optional.empty() : Optional.of(Duration.ofNanos(micros * 1_000));
    }
}
