package dev.throughline.run.lifecycle;

import dev.throughline.run.Run;
import dev.throughline.run.RunId;
import dev.throughline.store.TransactionRunner;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;

/// Seals runs that received no request within their idle timeout. A run that never received one waits a day
/// for its first, or for its idle timeout if that is longer.
@ApplicationScoped
class IdleRunSealer {
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

    private final TransactionRunner transactionRunner;
    private final RunStore runStore;

    IdleRunSealer(TransactionRunner transactionRunner, RunStore runStore) {
        this.transactionRunner = transactionRunner;
        this.runStore = runStore;
    }

    Uni<Void> seal() {
        return idle().onItem()
                .transformToMulti(ids -> Multi.createFrom().iterable(ids))
                .onItem()
                .transformToUniAndConcatenate(id -> runStore.seal(new RunId(id), Optional.of(Run.IDLE)))
                .collect()
                .last()
                .replaceWithVoid();
    }

    private Uni<List<String>> idle() {
        return transactionRunner.run(
                session -> session.createNativeQuery(IDLE, String.class).getResultList());
    }
}
