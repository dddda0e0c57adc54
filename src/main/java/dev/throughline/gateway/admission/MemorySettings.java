package dev.throughline.gateway.admission;

import dev.throughline.settings.Between;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;

/// Limits on the heap for request bodies and gathered answers: `throughline.gateway.memory.*`.
@ConfigMapping(prefix = "throughline.gateway.memory")
public interface MemorySettings {
    /// Heap for all decoded request bodies and all buffered answers together. A request that does not fit
    /// waits for `wait-timeout` and is then refused with 503 and `Retry-After`. From 1 MiB to the maximum
    /// heap. Default: a quarter of that.
    Optional<MemorySize> budget();

    /// How long a request, or a growing answer, waits for its share of the budget. From 0 to one hour.
    @WithDefault("5s")
    Duration waitTimeout();

    /// Maximum waiting requests; more are refused at once, first those of the key or address that has the
    /// most waiting.
    @WithDefault("256")
    @Between(least = 0, most = 100_000)
    int maxWaiting();

    /// Largest answer that is kept in memory until its end: one that is not streamed, and a stream of Responses that
    /// is translated or filtered, whose last events repeat all of it. A longer one ends in an error. From 1 KiB to
    /// 1 GiB.
    @WithDefault("32M")
    MemorySize maxAnswer();

    /// Heap for the latest large request of each conversation, of which the next one need not be parsed again. From 0,
    /// for none, to the maximum heap. Default: an eighth of that. A fourth of it more is for histories whose
    /// reasoning was restored.
    Optional<MemorySize> knownRequests();
}
