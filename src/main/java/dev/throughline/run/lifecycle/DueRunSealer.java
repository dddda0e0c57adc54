package dev.throughline.run.lifecycle;

import dev.throughline.run.Run;
import dev.throughline.run.RunId;
import dev.throughline.store.TransactionRunner;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;

/// Seals the runs that nobody continues.
@ApplicationScoped
class DueRunSealer {
    // An exchange in progress keeps its run open; a long one counts until its end. All times are by the
    // database's clock.
    private static final String IDLE = """
            (SELECT r.run_id FROM run r
            WHERE r.state = 'RUNNING' AND r.idle_timeout_ms > 0
                AND r.last_active + r.idle_timeout_ms * interval '1 millisecond' < now()
                AND NOT EXISTS (
                    SELECT 1 FROM exchange e WHERE e.run_id = r.run_id COLLATE "default" AND (e.outcome = 'OPEN'
                        OR e.begun + (coalesce(e.total_micros, 0) + r.idle_timeout_ms * 1000)
                            * interval '1 microsecond' > now()))
            ORDER BY r.last_active LIMIT 100)
            UNION ALL
            (SELECT r.run_id FROM run r
            WHERE r.state = 'CREATED' AND r.idle_timeout_ms > 0 AND r.last_active < now() - interval '1 day'
                AND r.last_active + r.idle_timeout_ms * interval '1 millisecond' < now()
            ORDER BY r.last_active LIMIT 100)""";

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

    DueRunSealer(TransactionRunner transactionRunner, RunStore runStore, RunConfig config) {
        this.transactionRunner = transactionRunner;
        this.runStore = runStore;
        this.config = config;
    }

    /// Seals runs that received no request within their idle timeout. A run that never received one waits a day
    /// for its first, or for its idle timeout if that is longer.
    Uni<Void> sealIdle() {
        return seal(
                Optional.of(Run.IDLE),
                transactionRunner.run(
                        session -> session.createNativeQuery(IDLE, String.class).getResultList()));
    }

    /// Seals runs of live traffic whose day (UTC) is over and whose client has paused, or that are full, once no answer
    /// of them is in flight.
    Uni<Void> sealLive() {
        return seal(
                Optional.empty(),
                transactionRunner.run(session -> session.createNativeQuery(OVER, String.class)
                        .setParameter("full", config.liveRequests())
                        .setParameter("pause", config.livePause().toSeconds())
                        .getResultList()));
    }

    private Uni<Void> seal(Optional<String> reason, Uni<List<String>> due) {
        return due.onItem()
                .transformToMulti(ids -> Multi.createFrom().iterable(ids))
                .onItem()
                .transformToUniAndConcatenate(id -> runStore.seal(new RunId(id), reason))
                .collect()
                .last()
                .replaceWithVoid();
    }
}
