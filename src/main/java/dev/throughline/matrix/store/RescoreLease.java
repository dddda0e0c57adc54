package dev.throughline.matrix.store;

import dev.throughline.matrix.RescoreSummary;
import dev.throughline.store.TransactionRunner;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import org.hibernate.reactive.mutiny.Mutiny.StatelessSession;

/// Allows one rescoring at a time, across all services on the database and all of its batches. A concurrent
/// one is refused at once instead of waiting in the database.
@ApplicationScoped
class RescoreLease {
    /// Seconds without a batch after which another rescoring may begin.
    static final int SECONDS = 60;

    // Held by a batch until its transaction ends, however long it takes.
    private static final String TRY_LOCK = "SELECT pg_try_advisory_xact_lock(" + RescoreRunner.LOCK + ")";
    private static final String TAKE = """
            INSERT INTO rescore_lease (holder, began, renewed, runs) VALUES (:holder, now(), now(), 0)
            ON CONFLICT (is_only) DO UPDATE SET holder = excluded.holder, began = excluded.began,
                renewed = excluded.renewed, runs = 0
            WHERE rescore_lease.renewed < now() - interval '%d seconds'""".formatted(SECONDS);
    private static final String RENEW =
            "UPDATE rescore_lease SET renewed = now(), runs = runs + :runs WHERE holder = :holder";
    private static final String RELEASE = "DELETE FROM rescore_lease WHERE holder = :holder";
    private static final String SHOW = "SELECT 'since ' || to_char(began AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS')"
            + " || ' UTC and has scored ' || runs || ' runs' FROM rescore_lease";

    private final TransactionRunner transactionRunner;

    RescoreLease(TransactionRunner transactionRunner) {
        this.transactionRunner = transactionRunner;
    }

    /// Takes or renews the lease.
    ///
    /// Fails with `RescoreBusyException` if another rescoring holds it.
    /// @param holder identifies the rescoring
    Uni<Void> take(String holder) {
        return transactionRunner.run(session -> renew(session, holder, 0)
                .chain(renewed -> renewed > 0 ? Uni.createFrom().voidItem() : takeFree(session, holder)));
    }

    /// Records a finished batch; the last one releases the lease.
    Uni<Void> done(String holder, RescoreSummary batch) {
        return batch.next().isEmpty()
                ? release(holder)
                : transactionRunner
                        .run(session -> renew(session, holder, batch.runs()))
                        .replaceWithVoid();
    }

    /// Releases the lease.
    Uni<Void> release(String holder) {
        return transactionRunner
                .run(session -> session.createNativeQuery(RELEASE)
                        .setParameter("holder", holder)
                        .executeUpdate())
                .replaceWithVoid();
    }

    private Uni<Void> takeFree(StatelessSession session, String holder) {
        return session.createNativeQuery(TRY_LOCK, Boolean.class)
                .getSingleResult()
                .chain(isFree -> isFree
                        ? session.createNativeQuery(TAKE)
                                .setParameter("holder", holder)
                                .executeUpdate()
                        : Uni.createFrom().item(0))
                .chain(taken -> taken > 0 ? Uni.createFrom().voidItem() : refused(session));
    }

    private static Uni<Void> refused(StatelessSession session) {
        return session.createNativeQuery(SHOW, String.class)
                .getSingleResultOrNull()
                .map(Optional::ofNullable)
                .chain(shown -> Uni.createFrom().failure(new RescoreBusyException(shown)));
    }

    private static Uni<Integer> renew(StatelessSession session, String holder, int runs) {
        return session.createNativeQuery(RENEW)
                .setParameter("holder", holder)
                .setParameter("runs", runs)
                .executeUpdate();
    }
}
