package dev.throughline.access.connection;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/// Counts what was closed for a limit.
final class ClosedConnections {

    /// The limit that was met.
    enum Reason {
        /// The address had the most connections, or requests, already.
        ADDRESS,
        /// The head of a request did not come in time.
        HEAD,
        /// Nothing of an answer was taken for too long.
        UNREAD,
        /// More frames of HTTP/2 came that ask for nothing than any client has a use for.
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
        counters.get(reason).increment();
    }
}
