package dev.throughline.gateway.admission;

import dev.throughline.access.KeyId;
import dev.throughline.client.ClientProduct;
import dev.throughline.run.Run;
import dev.throughline.run.RunState;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;

/// Caches the open runs by base URL, so that a request need not look up its run. Entries may be stale: any
/// process may seal, replace or delete a run. A caller that is then refused by the run itself removes the
/// entry and looks the run up. That a run was published, after which its id alone no longer grants access,
/// is noticed within `LIFETIME` and the time of one look-up.
///
/// Shared by all event loops. Holds a limited number of runs and is cleared when it is full.
@Singleton
class RunCache {
    private static final int MOST = 4_096;
    private static final Duration LIFETIME = Duration.ofSeconds(2);

    private final ConcurrentMap<RunCacheKey, Known> runs = new ConcurrentHashMap<>();
    private final LongSupplier nanos;

    RunCache() {
        this(System::nanoTime);
    }

    /// @param nanos the time, as `System.nanoTime`
    RunCache(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /// The run of a base URL. Empty for an unknown one, and for one caller when an entry is older than `LIFETIME`:
    /// that caller looks the run up and learns or forgets it, the others go on with the entry meanwhile.
    Optional<Run> find(RunCacheKey runCacheKey) {
        long now = nanos.getAsLong();
        Known known = runs.get(runCacheKey);
        if (known == null) {
            return Optional.empty();
        }
        boolean isOld = now - known.learnedNanos() >= LIFETIME.toNanos();
        return isOld && runs.replace(runCacheKey, known, new Known(known.run(), now))
                ? Optional.empty()
                : Optional.of(known.run());
    }

    void learn(RunCacheKey runCacheKey, Run run) {
        if (run.state() == RunState.SEALED) {
            forget(runCacheKey);
            return;
        }
        if (runs.size() >= MOST) {
            runs.clear();
        }
        runs.put(runCacheKey, new Known(run, nanos.getAsLong()));
    }

    void forget(RunCacheKey runCacheKey) {
        runs.remove(runCacheKey);
    }

    /// Forgets a run unless another one was learned since.
    void forget(RunCacheKey runCacheKey, Run run) {
        runs.computeIfPresent(runCacheKey, (_, known) -> known.run() == run ? null : known);
    }

    /// @param learnedNanos when it was looked up, by `System.nanoTime`
    private record Known(Run run, long learnedNanos) {}

    /// The cache key of a run: a base URL; for a default one also what makes it the caller's own.
    record RunCacheKey(RunAddress base, Optional<Sender> sender) {
        /// The client of a key on one day (UTC), which has its own runs on default URLs.
        record Sender(Optional<KeyId> key, ClientProduct client, LocalDate day) {}

        static RunCacheKey of(DialectRequest dialectRequest) {
            RunAddress runAddress = dialectRequest.runBase();
            return switch (runAddress) {
                case RunAddress.ById _ -> new RunCacheKey(runAddress, Optional.empty());
                case RunAddress.Default _, RunAddress.Stub _, RunAddress.Proxy _ ->
                    new RunCacheKey(
                            runAddress,
                            Optional.of(new Sender(
                                    dialectRequest.caller().id(), dialectRequest.client(), dialectRequest.day())));
            };
        }
    }
}
