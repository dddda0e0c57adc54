package dev.throughline.telemetry;

import dev.throughline.conversation.Dialect;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.util.concurrent.atomic.AtomicInteger;

/// Metrics of requests on dialect endpoints, including those refused before they became an exchange.
@Singleton
class RequestMeters {
    private final AtomicInteger active = new AtomicInteger();
    private final MeterProvider<Counter> requests;

    RequestMeters(MeterRegistry registry) {
        Gauge.builder("throughline.requests.active", active, AtomicInteger::get)
                .description("Requests in flight on dialect endpoints.")
                .strongReference(true)
                .register(registry);
        this.requests = Counter.builder("throughline.requests")
                .description("Completed requests on dialect endpoints.")
                .withRegistry(registry);
    }

    void began() {
        active.incrementAndGet();
    }

    void over(String endpoint, Dialect dialect, int status) {
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
}
