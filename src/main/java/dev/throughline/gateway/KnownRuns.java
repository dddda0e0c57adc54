package dev.throughline.gateway;

import dev.throughline.run.Run;
import dev.throughline.run.RunState;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/// The open runs behind base URLs as this process last saw them, so that a request need not look its run up. What is
/// known may be out of date: any process may seal, replace or delete a run. Whoever is then refused by the run itself
/// forgets it and looks it up.
///
/// Used by all event loops. Holds a bounded number of runs; when there are more, all are forgotten.
@ApplicationScoped
class KnownRuns {
    private static final int MOST = 4_096;

    private final ConcurrentMap<Base, Run> runs = new ConcurrentHashMap<>();

    Optional<Run> find(Base base) {
        return Optional.ofNullable(runs.get(base));
    }

    void learn(Base base, Run run) {
        if (run.state() == RunState.SEALED) {
            return;
        }
        if (runs.size() >= MOST) {
            runs.clear();
        }
        runs.put(base, run);
    }

    void forget(Base base, Run run) {
        runs.remove(base, run);
    }
}
