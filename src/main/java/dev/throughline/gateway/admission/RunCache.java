package dev.throughline.gateway.admission;

import dev.throughline.run.Run;
import dev.throughline.run.RunState;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/// The open runs behind base URLs as this process last saw them, so that a request need not look its run up. What is
/// known may be out of date: any process may seal, replace or delete a run. Whoever is then refused by the run itself
/// forgets it and looks it up. That it was published, and may be used by its own key only, is seen within `LIFETIME`.
///
/// Used by all event loops. Holds a bounded number of runs; when there are more, all are forgotten.
@Singleton
class RunCache {
    private static final int MOST = 4_096;
    private static final Duration LIFETIME = Duration.ofSeconds(2);

    private final ConcurrentMap<RunCacheKey, Known> runs = new ConcurrentHashMap<>();

    Optional<Run> find(RunCacheKey runCacheKey) {
        long now = System.nanoTime();
        return Optional.ofNullable(runs.get(runCacheKey))
                .filter(known -> now - known.learnedNanos() < LIFETIME.toNanos())
                .map(Known::run);
    }

    void learn(RunCacheKey runCacheKey, Run run) {
        if (run.state() == RunState.SEALED) {
            return;
        }
        if (runs.size() >= MOST) {
            runs.clear();
        }
        runs.put(runCacheKey, new Known(run, System.nanoTime()));
    }

    void forget(RunCacheKey runCacheKey, Run run) {
        runs.computeIfPresent(runCacheKey, (_, known) -> known.run() == run ? null : known);
    }

    /// @param learnedNanos when it was seen, by `System.nanoTime`
    private record Known(Run run, long learnedNanos) {}
}
