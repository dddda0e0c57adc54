package dev.throughline.backend.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.vendor.BackendKind;
import dev.throughline.wire.StrictJson;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/// Discovers a backend's kind: from the setting, its host, or its list of models, which is requested in the
/// background at the first use and, until it responds, again after a minute. Never delays an answer. Thread-safe.
final class KindDiscovery {
    private static final long RETRY_NANOS = Duration.ofMinutes(1).toNanos();
    private static final long NEVER = Long.MIN_VALUE;

    private final AtomicLong askedNanos = new AtomicLong(NEVER);
    private volatile BackendKind known;

    /// @param set the configured value
    /// @param host of the backend's URL
    KindDiscovery(BackendKind set, String host) {
        known = set.equals(BackendKind.AUTO) ? BackendKind.ofHost(host).orElse(BackendKind.AUTO) : set;
    }

    /// The kind known so far; `AUTO` if unknown.
    BackendKind kind() {
        return known;
    }

    /// Requests the list of models if it is time.
    /// @param nanos the time by `System.nanoTime`
    /// @param models requests them from the backend
    void use(long nanos, Supplier<Uni<BackendBody>> models) {
        long asked = askedNanos.get();
        boolean isDue = known.equals(BackendKind.AUTO) && (asked == NEVER || nanos - asked > RETRY_NANOS);
        if (isDue && askedNanos.compareAndSet(asked, nanos)) {
            models.get().subscribe().with(this::read, _ -> {});
        }
    }

    private void read(BackendBody list) {
        Optional<BackendKind> named = list.head().header("server").flatMap(BackendKind::ofName);
        if (named.isEmpty() && list.isGood()) {
            JsonNode owner = StrictJson.object(list.bytes())
                    .map(body -> body.at("/data/0/owned_by"))
                    .orElse(StrictJson.MAPPER.missingNode());
            named = Optional.of(BackendKind.ofName(owner.asText("")).orElse(BackendKind.OTHER));
        }
        named.ifPresent(found -> known = found);
    }
}
