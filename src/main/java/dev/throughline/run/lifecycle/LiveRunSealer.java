package dev.throughline.run.lifecycle;

import dev.throughline.run.RunId;
import dev.throughline.store.TransactionRunner;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;

/// Seals runs of live traffic whose day (UTC) is over and whose client has paused, or that are full, once no answer
/// of them is in flight.
@ApplicationScoped
class LiveRunSealer {
    // A process whose clock is behind, or that has not noticed that a run is full, may still send it requests.
    private static final String OVER = """
            SELECT r.run_id FROM run r
            WHERE r.live_day IS NOT NULL AND r.state <> 'SEALED'
                AND (r.live_day < ((now() - interval '1 minute') AT TIME ZONE 'UTC')::date
                        AND r.last_active < now() - :pause * interval '1 second'
                    OR r.exchanges >= :full AND r.last_active < now() - interval '10 seconds')
                AND NOT EXISTS (SELECT 1 FROM exchange e
                    WHERE e.run_id = r.run_id COLLATE "default" AND e.outcome = 'OPEN')
            ORDER BY r.run_id LIMIT 100""";

    private final TransactionRunner transactionRunner;
    private final RunStore runStore;
    private final RunConfig config;

    LiveRunSealer(TransactionRunner transactionRunner, RunStore runStore, RunConfig config) {
        this.transactionRunner = transactionRunner;
        this.runStore = runStore;
        this.config = config;
    }

    Uni<Void> seal() {
        return over().onItem()
                .transformToMulti(ids -> Multi.createFrom().iterable(ids))
                .onItem()
                .transformToUniAndConcatenate(id -> runStore.seal(new RunId(id)))
                .collect()
                .last()
                .replaceWithVoid();
    }

    private Uni<List<String>> over() {
        return transactionRunner.run(session -> session.createNativeQuery(OVER, String.class)
                .setParameter("full", config.liveRequests())
                .setParameter("pause", config.livePause().toSeconds())
                .getResultList());
    }
}
