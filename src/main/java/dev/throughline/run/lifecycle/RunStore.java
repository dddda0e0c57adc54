package dev.throughline.run.lifecycle;

import dev.throughline.access.KeyId;
import dev.throughline.run.Run;
import dev.throughline.run.RunId;
import dev.throughline.run.RunSettings;
import dev.throughline.run.RunState;
import dev.throughline.run.UnknownRunException;
import dev.throughline.run.events.RunEventSource;
import dev.throughline.store.TransactionRunner;
import dev.throughline.verdict.RunVerdict;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.hibernate.reactive.mutiny.Mutiny.StatelessSession;
import org.jboss.logging.Logger;

/// The runs: opened, found behind a URL, reset, sealed, deleted.
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

    RunStore(
            TransactionRunner transactionRunner, RunEventSource events, RunSealer runSealer, ShutdownRunSealer opened) {
        this.transactionRunner = transactionRunner;
        this.events = events;
        this.runSealer = runSealer;
        this.opened = opened;
    }

    /// Opens a run that belongs to no key.
    public Uni<Run> create(RunSettings settings) {
        return create(settings, Optional.empty());
    }

    /// Opens a run.
    /// @param owner the key that asks for it
    public Uni<Run> create(RunSettings settings, Optional<KeyId> owner) {
        return transactionRunner
                .run(session -> insert(session, settings, owner))
                .invoke(opened::add);
    }

    /// The run with this very id.
    public Uni<Optional<Run>> find(RunId id) {
        return transactionRunner.run(session -> RunAliasTable.run(session, id));
    }

    /// The run that now stands behind `/r/{id}`: the run itself, or the one that a reset put in its place.
    public Uni<Optional<Run>> behind(RunId id) {
        return transactionRunner.run(session -> RunAliasTable.behind(session, id));
    }

    /// The run behind a default URL, opened on first use and again when the former one is sealed.
    /// Every key has its own.
    /// @param slot `stub`, or the name of a backend
    public Uni<Run> defaultRun(String slot, RunSettings settings, Optional<KeyId> owner) {
        String alias =
                RunAliasTable.defaultSlot(owner.map(key -> "key/" + key + "/").orElse("") + slot);
        return transactionRunner
                .run(session -> RunAliasTable.open(session, alias))
                .chain(found -> found.isPresent()
                        ? Uni.createFrom().item(found.get())
                        : transactionRunner.run(session -> openDefault(session, alias, settings, owner)));
    }

    /// Seals a run and puts a fresh one with the same settings behind the same URL. A run that was already replaced
    /// stays as it is; the one in its place is returned.
    ///
    /// Fails with `UnknownRunException`.
    public Uni<Run> reset(RunId id) {
        return sealing(
                        session -> runSealer
                                .apply(session, id, Optional.empty())
                                .chain(former -> replace(session, former)),
                        session -> runSealer
                                .unobserved(session, id, Optional.empty())
                                .chain(former -> replace(session, former)))
                .invoke(() -> events.tell(id));
    }

    /// Seals a run and stores its verdict; sealing twice changes nothing. Exchanges that are under way may still end.
    ///
    /// Fails with `UnknownRunException`.
    public Uni<Run> seal(RunId id) {
        return seal(id, Optional.empty());
    }

    /// The same for a run whose client is not done. Its verdict is over what was recorded, and is no PASS unless it was
    /// idle only.
    /// @param reason why, or `Run.IDLE`
    public Uni<Run> seal(RunId id, Optional<String> reason) {
        return sealing(
                        session -> runSealer.apply(session, id, reason),
                        session -> runSealer.unobserved(session, id, reason))
                .invoke(() -> events.tell(id));
    }

    /// The verdict as it stood when the run was sealed; empty for an open run.
    public Uni<Optional<RunVerdict>> verdict(RunId id) {
        return transactionRunner
                .run(session -> session.get(VerdictRow.class, id.value()))
                .map(row -> Optional.ofNullable(row).map(VerdictRow::toVerdict));
    }

    /// Deletes a run with everything recorded for it; what the matrix learnt from it when it was sealed stays.
    ///
    /// Fails with `AnswersInFlightException`, and changes nothing then.
    /// @return whether there was one
    public Uni<Boolean> delete(RunId id) {
        return transactionRunner.run(session -> RunDeletion.delete(session, id)).invoke(() -> events.tell(id));
    }

    /// Shows a run to other keys, or hides it from them again.
    ///
    /// Fails with `UnknownRunException`.
    public Uni<Run> publish(RunId id, boolean isPublished) {
        return change(id, PUBLISH, "published", isPublished);
    }

    /// Keeps a run from retention, or leaves it to it again. What was removed before does not come back.
    ///
    /// Fails with `UnknownRunException`.
    public Uni<Run> pin(RunId id, boolean isPinned) {
        return change(id, PIN, "pinned", isPinned);
    }

    /// All runs, newest first.
    /// @param before only runs with a smaller id
    public Uni<List<Run>> list(RunFilter filter, Optional<RunId> before, int limit) {
        return list(filter, Optional.empty(), before, limit);
    }

    /// The runs that a key sees, newest first.
    /// @param seesOnly the key; empty for one that sees all
    /// @param before only runs with a smaller id
    public Uni<List<Run>> list(RunFilter filter, Optional<KeyId> seesOnly, Optional<RunId> before, int limit) {
        return transactionRunner.run(
                session -> RunQuery.of(filter, seesOnly, before).list(session, limit));
    }

    /// Those of some runs that are kept here and that a key may read.
    /// @param seesOnly the key; empty for one that sees all
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

    // What an observer could not do leaves the transaction useless; the run is sealed in another one without it.
    private Uni<Run> sealing(
            Function<StatelessSession, Uni<Run>> observed, Function<StatelessSession, Uni<Run>> unobserved) {
        return transactionRunner
                .run(observed)
                .onFailure(SealObserverException.class)
                .invoke(failure -> LOG.error(failure.getMessage(), failure.getCause()))
                .onFailure(SealObserverException.class)
                .recoverWithUni(() -> transactionRunner.run(unobserved));
    }

    private Uni<Run> change(RunId id, String sql, String flag, boolean value) {
        return transactionRunner.run(session -> session.createNativeQuery(sql)
                .setParameter("run", id.value())
                .setParameter(flag, value)
                .executeUpdate()
                .chain(() -> RunAliasTable.run(session, id))
                .map(run -> run.orElseThrow(() -> new UnknownRunException(id))));
    }

    private Uni<Run> openDefault(StatelessSession session, String alias, RunSettings settings, Optional<KeyId> owner) {
        return RunAliasTable.lock(session, alias)
                .chain(() -> RunAliasTable.open(session, alias))
                .chain(found -> found.isPresent()
                        ? Uni.createFrom().item(found.get())
                        : insert(session, settings, owner).call(run -> RunAliasTable.put(session, alias, run.id())));
    }

    private Uni<Run> replace(StatelessSession session, Run former) {
        return RunAliasTable.behind(session, former.id())
                .map(Optional::orElseThrow)
                .chain(current -> current.id().equals(former.id())
                        ? insert(session, former.settings(), former.owner())
                                .call(fresh -> RunAliasTable.move(session, former.id(), fresh.id()))
                        : Uni.createFrom().item(current));
    }

    private static Uni<Run> insert(StatelessSession session, RunSettings settings, Optional<KeyId> owner) {
        // PostgreSQL keeps microseconds; what is returned now and what is read later are the same.
        Instant now = OPENINGS.next(Instant.now().truncatedTo(ChronoUnit.MICROS));
        byte[] key = new byte[KEY_BYTES];
        RANDOM.nextBytes(key);
        Run run = new Run(
                RunId.next(now),
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
                List.of());
        return session.insert(RunRow.of(run)).replaceWith(run);
    }
}
