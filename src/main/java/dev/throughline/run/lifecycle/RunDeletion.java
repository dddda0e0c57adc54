package dev.throughline.run.lifecycle;

import dev.throughline.run.RunId;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.util.List;
import org.hibernate.reactive.mutiny.Mutiny.StatelessSession;

/// Deletes a run with everything recorded for it, in one transaction, unless answers of it are in flight.
///
/// The run's row is locked first: a request that is about to begin waits for the lock, and then finds no run. What a
/// journal still writes for it is left out, since its exchange is gone (`TokenBatchInsert`); a batch that passed that
/// check just before the deletion was committed is removed by `OrphanSweep`.
final class RunDeletion {
    private static final String LOCK = "SELECT 1 FROM run WHERE run_id = :run FOR UPDATE";
    // The exchanges of a process that is gone are closed soon and no longer written to.
    private static final String IN_FLIGHT = """
            SELECT count(*) FROM exchange e JOIN instance i ON i.instance_id = e.instance_id
            WHERE e.run_id = :run AND e.outcome = 'OPEN'""";
    // Rows that refer to a run and are not deleted by a cascade.
    private static final List<String> TABLES =
            List.of("run", "exchange_body", "item", "observation", "repeated_answer", "token_slice");

    private RunDeletion() {}

    /// Fails with `AnswersInFlightException`.
    /// @return whether the run existed
    static Uni<Boolean> delete(StatelessSession session, RunId id) {
        return session.createNativeQuery(LOCK, Integer.class)
                .setParameter("run", id.value())
                .getResultList()
                .chain(locked -> locked.isEmpty()
                        ? Uni.createFrom().item(false)
                        : deleteLocked(session, id).replaceWith(true));
    }

    private static Uni<Void> deleteLocked(StatelessSession session, RunId id) {
        return session.createNativeQuery(IN_FLIGHT, Long.class)
                .setParameter("run", id.value())
                .getSingleResult()
                .invoke(answers -> {
                    if (answers > 0) {
                        throw new AnswersInFlightException(id, answers);
                    }
                })
                .chain(() -> Multi.createFrom()
                        .iterable(TABLES)
                        .onItem()
                        .transformToUniAndConcatenate(table -> delete(session, table, id))
                        .collect()
                        .last())
                .replaceWithVoid();
    }

    private static Uni<Integer> delete(StatelessSession session, String table, RunId id) {
        return session.createNativeQuery("DELETE FROM " + table + " WHERE run_id = :run")
                .setParameter("run", id.value())
                .executeUpdate();
    }
}
