package dev.throughline.backend.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.backend.settings.BackendKind;
import dev.throughline.wire.StrictJson;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/// Finds out what a backend is: as set, by its host, or from its list of models, which is asked for in the background
/// at
/// the first use and again after a minute as long as it did not answer. Never makes an answer wait. Thread-safe.
final class KindDiscovery {
    private static final long RETRY_NANOS = Duration.ofMinutes(1).toNanos();
    private static final long NEVER = Long.MIN_VALUE;

    private final AtomicLong askedNanos = new AtomicLong(NEVER);
    private volatile BackendKind known;

    /// @param set the setting
    /// @param host of the backend's URL
    KindDiscovery(BackendKind set, String host) {
        known = set == BackendKind.AUTO ? BackendKind.ofHost(host).orElse(BackendKind.AUTO) : set;
    }

    /// What is known by now; `AUTO` as long as nothing is.
    BackendKind kind() {
        return known;
    }

    /// Asks for the list of models if it is time.
    /// @param nanos the time, as `System.nanoTime` gives it
    /// @param models asks the backend
    void use(long nanos, Supplier<Uni<BackendBody>> models) {
        long asked = askedNanos.get();
        boolean isDue = known == BackendKind.AUTO && (asked == NEVER || nanos - asked > RETRY_NANOS);
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
