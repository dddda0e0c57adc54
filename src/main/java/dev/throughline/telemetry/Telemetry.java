package dev.throughline.telemetry;

import dev.throughline.conversation.Dialect;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import io.vertx.core.MultiMap;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.microprofile.config.Config;

/// Receives the gateway's telemetry. Every method is cheap, never blocks, and is called once per request or exchange.
@Singleton
public class Telemetry {
    private final AtomicInteger active = new AtomicInteger();
    private final MeterProvider<Counter> requests;
    private final ExchangeMeters exchanges;
    private final Optional<OtlpSpanSender> spans;

    Telemetry(MeterRegistry registry, ExchangeMeters exchanges, Config config) {
        Gauge.builder("throughline.requests.active", active, AtomicInteger::get)
                .description("Requests in flight on dialect endpoints.")
                .strongReference(true)
                .register(registry);
        this.requests = Counter.builder("throughline.requests")
                .description("Completed requests on dialect endpoints.")
                .withRegistry(registry);
        this.exchanges = exchanges;
        this.spans = OtlpSpanSender.areWanted(config) ? Optional.of(new OtlpSpanSender(config)) : Optional.empty();
    }

    /// A request on a dialect endpoint was received; its end must be reported too.
    public void requestBegan() {
        active.incrementAndGet();
    }

    /// A request on a dialect endpoint has ended.
    /// @param endpoint one of a few names, never the path of the request
    /// @param status HTTP status; 499 for a client that disconnected
    public void requestOver(String endpoint, Dialect dialect, int status) {
        active.decrementAndGet();
        requests.withTags(
                        "endpoint",
                        endpoint,
                        "dialect",
                        dialect.id(),
                        "status",
                        status < 100 || status > 599 ? "none" : Integer.toString(status))
                .increment();
    }

    /// A request became an exchange.
    /// @param route its path with placeholder names, such as `/r/{run}/v1/messages`
    /// @param requestId the id used in logs and in the response headers
    public ExchangeSpans begin(String route, String requestId, Instant received, MultiMap headers) {
        return spans.map(live -> live.begin(route, requestId, received, headers))
                .orElse(ExchangeSpans.OFF);
    }

    /// An exchange has ended, and everything about it is recorded or lost.
    public void over(CompletedExchange exchange, ExchangeSpans trace) {
        exchanges.count(exchange);
        trace.over(exchange, exchanges.model(exchange));
    }

    void stop(@Observes ShutdownEvent stopped) {
        spans.ifPresent(OtlpSpanSender::close);
    }
}
