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
class KnownRuns {
    private static final int MOST = 4_096;
    private static final Duration LIFETIME = Duration.ofSeconds(2);

    private final ConcurrentMap<Place, Known> runs = new ConcurrentHashMap<>();

    Optional<Run> find(Place place) {
        long now = System.nanoTime();
        return Optional.ofNullable(runs.get(place))
                .filter(known -> now - known.learnedNanos() < LIFETIME.toNanos())
                .map(Known::run);
    }

    void learn(Place place, Run run) {
        if (run.state() == RunState.SEALED) {
            return;
        }
        if (runs.size() >= MOST) {
            runs.clear();
        }
        runs.put(place, new Known(run, System.nanoTime()));
    }

    void forget(Place place, Run run) {
        runs.computeIfPresent(place, (_, known) -> known.run() == run ? null : known);
    }

    /// @param learnedNanos when it was seen, by `System.nanoTime`
    private record Known(Run run, long learnedNanos) {}
}
