package dev.throughline.access.connection;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/// Counts what was closed because of a limit.
final class ClosedConnections {

    /// The limit that was exceeded.
    enum Reason {
        /// The address already had the maximum of connections or requests.
        ADDRESS,
        /// The head of a request was not received in time.
        HEAD,
        /// Nothing of an answer was read by the client for too long.
        UNREAD,
        /// More HTTP/2 control frames were received than any client needs.
        FLOOD
    }

    private final Map<Reason, Counter> counters = new EnumMap<>(Reason.class);

    ClosedConnections(MeterRegistry registry) {
        for (Reason reason : Reason.values()) {
            counters.put(
                    reason,
                    Counter.builder("throughline.connections.closed")
                            .description("Connections, and streams of HTTP/2, closed because of a limit.")
                            .tag("reason", reason.name().toLowerCase(Locale.ROOT))
                            .register(registry));
        }
    }

    void count(Reason reason) {
        Objects.requireNonNull(counters.get(reason)).increment();
    }
}
