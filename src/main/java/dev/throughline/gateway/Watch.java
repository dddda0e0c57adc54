package dev.throughline.gateway;

import dev.throughline.backend.HttpBackend;
import dev.throughline.run.ExchangeEnd;
import dev.throughline.run.RunMode;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Start;
import dev.throughline.telemetry.ExchangeTrace;
import dev.throughline.telemetry.Peer;
import dev.throughline.telemetry.Telemetry;
import dev.throughline.telemetry.WatchedExchange;
import dev.throughline.telemetry.WatchedExchange.Timing;
import dev.throughline.trace.ExchangeOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What is noted of an exchange on its way for those who watch the service, and told them once, when it is over. Lives
/// on the exchange's event loop.
final class Watch {
    private static final long NEVER = -1;

    private @Nullable Admitted exchange;
    private ExchangeTrace trace = ExchangeTrace.OFF;
    private Optional<Peer> backend = Optional.empty();
    private Optional<String> answeredBy = Optional.empty();
    private Optional<StreamEvent> terminal = Optional.empty();
    private int repairs;
    private List<String> dropped = List.of();
    private long askedMicros = NEVER;
    private long firstTokenMicros = NEVER;
    private long terminalMicros = NEVER;

    /// A request became an exchange.
    void admitted(Admitted admitted) {
        Call call = admitted.call();
        exchange = admitted;
        trace = telemetry(admitted)
                .begin(
                        call.target().route(),
                        "req_" + call.key(),
                        call.received(),
                        call.request().headers());
    }

    /// A backend is about to be asked.
    /// @param headers of the request to it; they get the trace context, if there is one
    /// @param micros microseconds since the whole request came
    void asked(HttpBackend asked, Map<String, String> headers, int repaired, long micros) {
        backend = Optional.of(new Peer(asked.name(), asked.settings().dialect(), asked.host(), asked.port()));
        repairs = repaired;
        askedMicros = micros;
        trace.asked(headers);
    }

    /// @param fields of the request that its translation did not carry, by name; few values
    void dropped(List<String> fields) {
        dropped = fields;
    }

    void began(Start start) {
        answeredBy = Optional.of(start.model()).filter(name -> !name.isEmpty());
    }

    /// Reasoning, text or a call came.
    void token(long micros) {
        if (firstTokenMicros == NEVER) {
            firstTokenMicros = micros;
        }
    }

    /// The last event came.
    void ended(StreamEvent last, long micros) {
        terminal = Optional.of(last);
        terminalMicros = micros;
    }

    /// The trace that the exchange belongs to.
    Optional<String> traceId() {
        return trace.id();
    }

    /// The exchange is over.
    /// @param isRecorded whether everything of it is committed
    void over(ExchangeEnd end, boolean isRecorded) {
        Admitted admitted = exchange;
        if (admitted != null) {
            exchange = null;
            telemetry(admitted).over(watched(admitted, end, isRecorded), trace);
        }
    }

    private WatchedExchange watched(Admitted admitted, ExchangeEnd end, boolean isRecorded) {
        boolean isStub = admitted.run().settings().mode() == RunMode.STUB;
        boolean isKnown =
                isStub ? Catalogue.lists(admitted.request().model()) : end.outcome() == ExchangeOutcome.COMPLETED;
        return new WatchedExchange(
                admitted.request().dialect(),
                admitted.request().stream(),
                isStub,
                backend,
                admitted.request().model(),
                isKnown,
                answeredBy,
                terminal,
                end,
                isRecorded,
                new Timing(
                        since(askedMicros),
                        since(firstTokenMicros),
                        since(terminalMicros),
                        admitted.call().elapsed()),
                admitted.preservation().state(),
                repairs,
                dropped);
    }

    private static Telemetry telemetry(Admitted admitted) {
        return admitted.pipeline().telemetry();
    }

    private static Optional<Duration> since(long micros) {
        return micros == NEVER ? Optional.empty() : Optional.of(Duration.ofNanos(micros * 1_000));
    }
}
