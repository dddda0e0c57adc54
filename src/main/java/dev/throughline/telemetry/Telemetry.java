package dev.throughline.telemetry;

import dev.throughline.conversation.Dialect;
import io.quarkus.runtime.ShutdownEvent;
import io.vertx.core.MultiMap;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;

/// What the gateway tells of its work. Every method is cheap, never blocks, and is called once per request or exchange.
@Singleton
public class Telemetry {
    private final RequestMeters requests;
    private final ExchangeMeters exchanges;
    private final Optional<OtlpSpanSender> spans;

    Telemetry(RequestMeters requests, ExchangeMeters exchanges, Config config) {
        this.requests = requests;
        this.exchanges = exchanges;
        this.spans = OtlpSpanSender.areWanted(config) ? Optional.of(new OtlpSpanSender(config)) : Optional.empty();
    }

    /// A request on a dialect endpoint came; its end must be told too.
    public void requestBegan() {
        requests.began();
    }

    /// A request on a dialect endpoint is over.
    /// @param endpoint one of a few names, never a path as it came
    /// @param status HTTP status; 499 for a client that went away
    public void requestOver(String endpoint, Dialect dialect, int status) {
        requests.over(endpoint, dialect, status);
    }

    /// A request became an exchange.
    /// @param route its path with the names of what varies in it, as `/r/{run}/v1/messages`
    /// @param requestId the id that logs and the answer's headers name
    public ExchangeSpans begin(String route, String requestId, Instant received, MultiMap headers) {
        return spans.map(live -> live.begin(route, requestId, received, headers))
                .orElse(ExchangeSpans.OFF);
    }

    /// An exchange is over, and everything of it is recorded or lost.
    public void over(CompletedExchange exchange, ExchangeSpans trace) {
        exchanges.count(exchange);
        trace.over(exchange, exchanges.model(exchange));
    }

    void stop(@Observes ShutdownEvent stopped) {
        spans.ifPresent(OtlpSpanSender::close);
    }
}
