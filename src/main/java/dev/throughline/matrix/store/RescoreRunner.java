package dev.throughline.matrix.store;

import dev.throughline.conversation.Dialect;
import dev.throughline.matrix.RescoreCursor;
import dev.throughline.matrix.RescoreSummary;
import dev.throughline.matrix.RunMeasurement;
import dev.throughline.matrix.store.EvidenceWriter.Known;
import dev.throughline.run.RunId;
import dev.throughline.run.RunMode;
import dev.throughline.run.SealedRun;
import dev.throughline.run.lifecycle.SealedRunReader;
import dev.throughline.store.TransactionRunner;
import dev.throughline.verdict.SuiteVersion;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.hibernate.reactive.mutiny.Mutiny.StatelessSession;
import org.jboss.logging.Logger;

/// Rescores sealed runs by the current rules, from what was recorded, and recomputes the affected cells.
///
/// Works in batches, each in its own transaction; `RescoreLease` allows one rescoring at a time. Runs can
/// still be sealed: a seal of the same combination waits for the batch, and both count. Repeating a
/// rescoring changes nothing. An incomplete run keeps its evidence. What the exchanges do not record (the
/// version of the gateway and the backend's dialect) is taken from the existing evidence.
@ApplicationScoped
public class RescoreRunner {
    private static final Logger LOG = Logger.getLogger(RescoreRunner.class);
    static final int LOCK = 0x72657363;
    private static final String ONE_AT_A_TIME = "SELECT CAST(pg_advisory_xact_lock(" + LOCK + ") AS text)";
    // Retention skips a run that is locked.
    private static final String HOLD = """
            SELECT run_id FROM run WHERE state = 'SEALED'
                AND run_id IN (SELECT * FROM jsonb_array_elements_text(CAST(CAST(:names AS text) AS jsonb)))
            ORDER BY run_id FOR SHARE""";
    private static final String REMOVE = """
            DELETE FROM evidence
            WHERE run_id IN (SELECT * FROM jsonb_array_elements_text(CAST(CAST(:names AS text) AS jsonb)))""";
    private static final String CLEAR = """
            DELETE FROM cell
            WHERE cell_key IN (SELECT * FROM jsonb_array_elements_text(CAST(CAST(:names AS text) AS jsonb)))""";
    private static final String FIRST = """
            UPDATE cell c SET first_measured = (SELECT min(sealed) FROM evidence e
                    WHERE e.cell_key = c.cell_key AND e.owner IS NULL
                        AND jsonb_exists(e.capabilities, c.capability))
            WHERE cell_key IN (SELECT * FROM jsonb_array_elements_text(CAST(CAST(:names AS text) AS jsonb)))""";
    private static final String UNKNOWN = "unknown";

    private final TransactionRunner transactionRunner;
    private final SealedRunReader sealedRunReader;
    private final RescoreLease lease;

    RescoreRunner(TransactionRunner transactionRunner, SealedRunReader sealedRunReader, RescoreLease lease) {
        this.transactionRunner = transactionRunner;
        this.sealedRunReader = sealedRunReader;
        this.lease = lease;
    }

    /// Processes the next batch of a rescoring.
    ///
    /// Fails with `RescoreBusyException` while another one is in progress.
    /// @param holder identifies the rescoring across its batches; empty for a rescoring of a single batch
    /// @param limit maximum number of runs; at least as many as a cell is based on
    /// @param isDry whether everything is rolled back at the end
    public Uni<RescoreSummary> next(Optional<String> holder, RescoreCursor place, int limit, boolean isDry) {
        String name = holder.orElseGet(() -> UUID.randomUUID().toString());
        Uni<RescoreSummary> batch = lease.take(name).chain(() -> next(place, limit, isDry));
        return holder.isPresent()
                ? batch.call(done -> lease.done(name, done))
                : batch.onTermination().call(() -> lease.release(name));
    }

    /// Processes a batch without checking for other rescorings.
    /// @param limit maximum number of runs; at least as many as a cell is based on
    /// @param isDry whether everything is rolled back at the end
    Uni<RescoreSummary> next(RescoreCursor place, int limit, boolean isDry) {
        return transactionRunner.run(session -> {
            if (isDry) {
                session.currentTransaction().markForRollback();
            }
            return session.createNativeQuery(ONE_AT_A_TIME, String.class)
                    .getSingleResult()
                    .chain(() -> RescoreBatch.after(place, session, limit))
                    .chain(batch -> rescored(session, batch));
        });
    }

    /// The result of a run by the current rules.
    /// @param row empty if it is not eligible
    private record ScoredRun(String run, Optional<EvidenceRow> row) {}

    private Uni<RescoreSummary> rescored(StatelessSession session, RescoreBatch batch) {
        return names(session, HOLD, batch.runs())
                .onItem()
                .transformToMulti(held -> Multi.createFrom().iterable(held))
                .onItem()
                .transformToUniAndConcatenate(run -> scored(session, run, batch))
                .collect()
                .asList()
                .chain(scored -> written(
                        session,
                        batch,
                        scored.stream().flatMap(Optional::stream).toList()));
    }

    /// Empty for a run that cannot be scored.
    private Uni<Optional<ScoredRun>> scored(StatelessSession session, String run, RescoreBatch batch) {
        Optional<KnownEvidence> known = Optional.ofNullable(batch.known().get(run));
        return sealedRunReader
                .read(session, new RunId(run))
                .map(found -> scored(run, found, known))
                .onFailure()
                .invoke(failure -> LOG.errorf(failure, "run not rescored run=%s", run))
                .onFailure()
                .recoverWithItem(Optional.empty());
    }

    private static Optional<ScoredRun> scored(String run, SealedRun found, Optional<KnownEvidence> known) {
        return found.mix().isWhole() ? Optional.of(new ScoredRun(run, row(found, known))) : Optional.empty();
    }

    private static Optional<EvidenceRow> row(SealedRun sealed, Optional<KnownEvidence> known) {
        boolean isProxied = sealed.run().settings().mode() == RunMode.PROXY;
        Optional<Dialect> spoken = known.filter(evidence -> isProxied)
                .flatMap(KnownEvidence::dialectOut)
                .or(sealed::backendDialect);
        var then = new SealedRun(sealed.run(), sealed.score(), sealed.tally(), sealed.mix(), spoken);
        String throughline = known.flatMap(KnownEvidence::throughline).orElse(UNKNOWN);
        String suite = known.flatMap(KnownEvidence::suite).orElse(SuiteVersion.VERSION);
        return new RunMeasurement(then, throughline, suite).measurement().map(EvidenceRow::of);
    }

    private static Uni<RescoreSummary> written(StatelessSession session, RescoreBatch batch, List<ScoredRun> scored) {
        List<EvidenceRow> changed = scored.stream()
                .flatMap(one -> one.row().stream())
                .filter(row -> !isSame(batch, row))
                .toList();
        Set<String> removed = new HashSet<>(scored.stream()
                .filter(one -> one.row().isEmpty() && batch.known().containsKey(one.run()))
                .map(ScoredRun::run)
                .toList());
        TreeSet<String> keys = keys(batch, changed);
        return EvidenceWriter.lock(session, keys)
                .chain(() -> StoredCells.read(session, keys))
                .call(() -> execute(session, CLEAR, keys))
                .call(() -> execute(session, REMOVE, removed))
                .call(() -> EvidenceWriter.write(session, changed, Known.REPLACE))
                .call(() -> CellWriter.recompute(session, keys))
                .call(() -> execute(session, FIRST, keys))
                .chain(before -> StoredCells.read(session, keys)
                        .map(after -> new RescoreSummary(
                                scored.size(),
                                changed.size(),
                                removed.size(),
                                kept(batch, scored),
                                before.changes(after),
                                batch.next())));
    }

    private static int kept(RescoreBatch batch, List<ScoredRun> scored) {
        Set<String> known = new HashSet<>(batch.known().keySet());
        scored.forEach(one -> known.remove(one.run()));
        return known.size();
    }

    private static boolean isSame(RescoreBatch batch, EvidenceRow row) {
        return Optional.ofNullable(batch.known().get(row.runId()))
                .filter(known -> known.isSame(row))
                .isPresent();
    }

    private static TreeSet<String> keys(RescoreBatch batch, List<EvidenceRow> changed) {
        TreeSet<String> keys = new TreeSet<>(batch.keys());
        batch.known().values().stream().map(KnownEvidence::cellKey).forEach(keys::add);
        changed.stream().map(EvidenceRow::cellKey).forEach(keys::add);
        return keys;
    }

    private static Uni<List<String>> names(StatelessSession session, String sql, Collection<String> names) {
        return session.createNativeQuery(sql, String.class)
                .setParameter("names", MatrixJsonb.write(names))
                .getResultList();
    }

    private static Uni<Void> execute(StatelessSession session, String sql, Collection<String> names) {
        return session.createNativeQuery(sql)
                .setParameter("names", MatrixJsonb.write(names))
                .executeUpdate()
                .replaceWithVoid();
    }
}
