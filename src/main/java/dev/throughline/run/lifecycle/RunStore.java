package dev.throughline.run.lifecycle;

import dev.throughline.access.KeyId;
import dev.throughline.run.Run;
import dev.throughline.run.RunId;
import dev.throughline.run.RunSettings;
import dev.throughline.run.RunState;
import dev.throughline.run.RunTally;
import dev.throughline.run.UnknownRunException;
import dev.throughline.run.events.RunEventSource;
import dev.throughline.run.lifecycle.RunSealer.SealObserverException;
import dev.throughline.store.StoredJson;
import dev.throughline.store.TransactionRunner;
import dev.throughline.verdict.RunScore;
import dev.throughline.verdict.VerdictSummary;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import org.hibernate.reactive.mutiny.Mutiny.StatelessSession;
import org.jboss.logging.Logger;

/// The runs: opens, finds by URL, resets, seals and deletes them.
@ApplicationScoped
public class RunStore {
    private static final Logger LOG = Logger.getLogger(RunStore.class);

    private static final int KEY_BYTES = 32;
    private static final String PUBLISH = "UPDATE run SET published = :published WHERE run_id = :run";
    private static final String PIN = "UPDATE run SET pinned = :pinned WHERE run_id = :run";
    private static final String SHOWN =
            "SELECT run_id FROM run WHERE run_id = ANY (:runs) AND (:all OR published OR key_id = :key)";
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final MonotonicClock OPENINGS = new MonotonicClock();

    private final TransactionRunner transactionRunner;
    private final RunEventSource events;
    private final RunSealer runSealer;
    private final ShutdownRunSealer opened;
    private final DeploymentCells cells;

    RunStore(
            TransactionRunner transactionRunner,
            RunEventSource events,
            RunSealer runSealer,
            ShutdownRunSealer opened,
            DeploymentCells cells) {
        this.transactionRunner = transactionRunner;
        this.events = events;
        this.runSealer = runSealer;
        this.opened = opened;
        this.cells = cells;
    }

    /// Opens a run.
    /// @param owner the key that requests it; empty for a run that belongs to none
    public Uni<Run> create(RunSettings settings, Optional<KeyId> owner) {
        return transactionRunner
                .run(session -> insert(session, settings, owner))
                .invoke(opened::add);
    }

    public Uni<Optional<Run>> find(RunId id) {
        return transactionRunner.run(session -> RunAliasTable.run(session, id));
    }

    /// The run that `/r/{id}` currently refers to: the run itself, or the one that replaced it at a reset.
    public Uni<Optional<Run>> behind(RunId id) {
        return transactionRunner.run(session -> RunAliasTable.behind(session, id));
    }

    /// Seals a run and puts a new one with the same settings at the same URL. A run that was already
    /// replaced stays as it is, and its replacement is returned.
    ///
    /// Fails with `UnknownRunException`.
    public Uni<Run> reset(RunId id) {
        return sealing(id, Optional.empty(), this::replace);
    }

    /// Seals a run and stores its verdict; sealing twice changes nothing. Exchanges in progress may still end.
    ///
    /// Fails with `UnknownRunException`.
    public Uni<Run> seal(RunId id) {
        return seal(id, Optional.empty());
    }

    /// Seals a run whose client has not finished. Its verdict is over what was recorded, and can be PASS
    /// only if the run was idle.
    /// @param reason why, or `Run.IDLE`
    public Uni<Run> seal(RunId id, Optional<String> reason) {
        return sealing(id, reason, (_, ended) -> Uni.createFrom().item(ended));
    }

    /// The verdict stored when the run was sealed; empty for an open run.
    public Uni<Optional<StoredVerdict>> verdict(RunId id) {
        return transactionRunner
                .run(session -> session.get(VerdictRow.class, id.value()))
                .map(row -> Optional.ofNullable(row).map(VerdictRow::toVerdict));
    }

    /// The part of that verdict that pages show; empty for an open run.
    public Uni<Optional<VerdictSummary>> summary(RunId id) {
        return transactionRunner.run(session -> session.createNativeQuery(VerdictRow.SUMMARY, String.class)
                .setParameter("run", id.value())
                .getSingleResultOrNull()
                .map(json -> Optional.ofNullable(json).map(text -> StoredJson.read(text, VerdictSummary.class))));
    }

    /// Deletes a run with everything recorded for it; what the matrix learned when it was sealed stays.
    ///
    /// Fails with `AnswersInFlightException` without changing anything.
    /// @return whether the run existed
    public Uni<Boolean> delete(RunId id) {
        return transactionRunner.run(session -> RunDeletion.delete(session, id)).invoke(() -> events.publish(id));
    }

    /// Publishes a run to other keys, or unpublishes it.
    ///
    /// Fails with `UnknownRunException`.
    public Uni<Run> publish(RunId id, boolean isPublished) {
        return change(id, PUBLISH, "published", isPublished);
    }

    /// Pins a run so that retention skips it, or unpins it. What was removed before is not restored.
    ///
    /// Fails with `UnknownRunException`.
    public Uni<Run> pin(RunId id, boolean isPinned) {
        return change(id, PIN, "pinned", isPinned);
    }

    /// The given runs that exist here and that a key may read.
    /// @param seesOnly the key; empty for one that sees all runs
    public Uni<Set<String>> shown(Collection<String> ids, Optional<KeyId> seesOnly) {
        if (ids.isEmpty()) {
            return Uni.createFrom().item(Set.of());
        }
        return transactionRunner.run(session -> session.createNativeQuery(SHOWN, String.class)
                .setParameter("runs", ids.toArray(String[]::new))
                .setParameter("all", seesOnly.isEmpty())
                .setParameter("key", seesOnly.map(KeyId::value).orElse(""))
                .getResultList()
                .map(Set::copyOf));
    }

    /// Notifies the observers of all runs that were sealed without, as far as they succeed now.
    public Uni<Void> observe() {
        return transactionRunner
                .run(runSealer::observe)
                .repeat()
                .whilst(found -> found)
                .collect()
                .last()
                .replaceWithVoid();
    }

    // A failed observer leaves the transaction unusable; the run is sealed without it in another one.
    private Uni<Run> sealing(RunId id, Optional<String> reason, BiFunction<StatelessSession, Run, Uni<Run>> followed) {
        return transactionRunner
                .run(session -> runSealer.apply(session, id, reason).chain(run -> followed.apply(session, run)))
                .onFailure(SealObserverException.class)
                .invoke(failure -> LOG.error(failure.getMessage(), failure.getCause()))
                .onFailure(SealObserverException.class)
                .recoverWithUni(() -> transactionRunner.run(session ->
                        runSealer.unobserved(session, id, reason).chain(run -> followed.apply(session, run))))
                .invoke(() -> events.publish(id));
    }

    private Uni<Run> change(RunId id, String sql, String flag, boolean value) {
        return transactionRunner.run(session -> session.createNativeQuery(sql)
                .setParameter("run", id.value())
                .setParameter(flag, value)
                .executeUpdate()
                .chain(() -> RunAliasTable.run(session, id))
                .map(run -> run.orElseThrow(() -> new UnknownRunException(id))));
    }

    private Uni<Run> replace(StatelessSession session, Run former) {
        return RunAliasTable.behind(session, former.id())
                .map(Optional::orElseThrow)
                .chain(current -> current.id().equals(former.id())
                        ? insert(session, former.settings(), former.owner())
                                .call(fresh -> RunAliasTable.move(session, former.id(), fresh.id()))
                        : Uni.createFrom().item(current));
    }

    Uni<Run> insert(StatelessSession session, RunSettings settings, Optional<KeyId> owner) {
        // PostgreSQL stores microseconds; truncated so that the returned value equals the one that is read
        // later.
        Instant now = OPENINGS.next(Instant.now().truncatedTo(ChronoUnit.MICROS));
        byte[] key = new byte[KEY_BYTES];
        RANDOM.nextBytes(key);
        Run run = new Run(
                cells.next(now),
                RunState.CREATED,
                settings,
                0,
                now,
                Optional.empty(),
                key,
                owner,
                false,
                false,
                Optional.empty(),
                true);
        return session.insert(RunRow.of(run)).replaceWith(run);
    }

    /// Deletes a run with everything recorded for it, in one transaction, unless answers of it are in flight.
    ///
    /// The run's row is locked first: a request that is about to begin waits for the lock, and then finds no run.
    /// Later writes of its journal are left out, since its exchange is gone (`TokenBatchInsert`); a
    /// batch that passed that check just before the deletion was committed is removed by `OrphanSweep`.
    static final class RunDeletion {
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

    /// The verdict of a run as it was stored when the run was sealed.
    public record StoredVerdict(RunScore score, RunTally tally) {}

    /// A run cannot be deleted while it has answers in flight: their clients would receive the end of an answer
    /// that is not recorded.
    public static final class AnswersInFlightException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        AnswersInFlightException(RunId run, long answers) {
            super("The run " + run + " has " + answers + (answers == 1 ? " answer" : " answers")
                    + " in flight. Wait until they end, or close their clients; then retry.");
        }
    }
}
