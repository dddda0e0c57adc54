package dev.throughline.run.tally;

import dev.throughline.run.Run;
import dev.throughline.run.RunId;
import dev.throughline.run.RunTally;
import dev.throughline.run.RunTally.Preserved;
import dev.throughline.run.ScoredExchanges;
import dev.throughline.run.tally.SavedTally.Listed;
import dev.throughline.run.tally.TallyStep.Reached;
import dev.throughline.store.StatementRunner;
import dev.throughline.store.StoredJson;
import dev.throughline.verdict.RunScore;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/// The counts of large runs that are open: kept up to an exchange, brought up to date by whoever reads them.
///
/// Several processes may do so at once: each has the right result, and one of them keeps it.
@ApplicationScoped
public class RunTallies {
    private static final Logger LOG = Logger.getLogger(RunTallies.class);
    private static final int STEP = 10_000;
    private static final int WORTH_SAVING = 1_000;
    private static final String READ =
            "SELECT version, rules = $2, counted, listed, preserved FROM run_tally WHERE run_id = $1";
    private static final String INSERT = """
            INSERT INTO run_tally (run_id, version, through, rules, counted, listed, preserved)
            SELECT run_id, 1, $3, $4, $5, $6, $7 FROM run WHERE run_id = $1 AND state <> 'SEALED' AND $2::integer = 0
            ON CONFLICT (run_id) DO NOTHING""";
    // What is long and seldom changes is not written again.
    private static final String UPDATE = """
            UPDATE run_tally SET version = version + 1, through = $3, rules = $4, counted = $5,
                listed = coalesce($6, listed), preserved = coalesce($7, preserved)
            WHERE run_id = $1 AND version = $2""";
    private static final String BEHIND = """
            SELECT r.run_id FROM run r LEFT JOIN run_tally t ON t.run_id = r.run_id COLLATE "default"
            WHERE r.state <> 'SEALED' AND r.exchanges > $1 AND r.exchanges - coalesce(t.through, 0) >= $2
            ORDER BY r.run_id LIMIT 100""";

    private final StatementRunner statements;
    private final Vertx vertx;

    RunTallies(StatementRunner statements, Vertx vertx) {
        this.statements = statements;
        this.vertx = vertx;
    }

    /// What was found.
    public record Scored(RunScore score, RunTally tally) {}

    /// @param version 0 for none
    private record Stored(int version, Optional<SavedTally> tally) {}

    /// The score and the counts over everything that is recorded of a run.
    /// @return empty if the whole run has to be read for them, as for one that is not large
    public Uni<Optional<Scored>> of(Run run) {
        return stored(run.id())
                .chain(stored -> onWorker(() -> from(run, stored, true)))
                .onFailure()
                .invoke(failure -> LOG.warnf(failure, "tally not brought up to date run=%s", run.id()));
    }

    /// Judging thousands of answers takes longer than a turn of an event loop may.
    private <T> Uni<T> onWorker(Supplier<Uni<T>> work) {
        Context caller = vertx.getOrCreateContext();
        Context worker = ((VertxInternal) vertx).createWorkerContext();
        return Uni.createFrom()
                .<T>emitter(result ->
                        worker.runOnContext(_ -> work.get().subscribe().with(result::complete, result::fail)))
                .emitOn(task -> caller.runOnContext(_ -> task.run()));
    }

    /// Open runs whose kept counts are behind by many exchanges.
    public Uni<List<RunId>> behind() {
        return statements.run(BEHIND, Tuple.of(ScoredExchanges.WHOLE, WORTH_SAVING), rows -> {
            List<RunId> behind = new ArrayList<>(rows.size());
            rows.forEach(row -> behind.add(new RunId(row.getString(0))));
            return behind;
        });
    }

    /// @param isKept whether what is reached can be kept
    private Uni<Optional<Scored>> from(Run run, Stored stored, boolean isKept) {
        return statements
                .inTransaction(connection ->
                        new TallyStep(new TallyQueries(connection, run.id()), run, STEP).from(stored.tally()))
                .chain(reached -> keep(run.id(), stored, reached, isKept)
                        .chain(isSaved -> reached.isWhole()
                                ? Uni.createFrom().item(reached.scored())
                                : from(
                                        run,
                                        new Stored(isSaved ? stored.version() + 1 : stored.version(), reached.kept()),
                                        isSaved)));
    }

    private Uni<Stored> stored(RunId run) {
        return statements.run(READ, Tuple.of(run.value(), SavedTally.RULES), rows -> {
            for (Row row : rows) {
                return new Stored(row.getInteger(0), row.getBoolean(1) ? Optional.of(tally(row)) : Optional.empty());
            }
            return new Stored(0, Optional.empty());
        });
    }

    private static SavedTally tally(Row row) {
        return new SavedTally(
                StoredJson.read(row.getString(2), SavedTally.Counted.class),
                List.of(StoredJson.read(row.getString(3), Listed[].class)),
                List.of(StoredJson.read(row.getString(4), Preserved[].class)));
    }

    /// @return whether it was kept; false where it was not worth it, or another process kept something
    private Uni<Boolean> keep(RunId run, Stored stored, Reached reached, boolean isKept) {
        Optional<SavedTally> kept = reached.kept().filter(_ -> isKept && reached.added() >= WORTH_SAVING);
        return kept.isEmpty()
                ? Uni.createFrom().item(false)
                : statements
                        .run(
                                stored.version() == 0 ? INSERT : UPDATE,
                                values(run, stored, kept.get()),
                                rows -> rows.rowCount() > 0)
                        .onFailure()
                        .invoke(failure -> LOG.warnf("tally not kept run=%s cause=%s", run, failure))
                        .onFailure()
                        .recoverWithItem(false);
    }

    private static Tuple values(RunId run, Stored stored, SavedTally tally) {
        boolean isListed = stored.tally()
                .filter(before -> before.listed().equals(tally.listed()))
                .isPresent();
        boolean isPreserved = stored.tally()
                .filter(before -> before.preserved().equals(tally.preserved()))
                .isPresent();
        return Tuple.of(run.value(), stored.version(), tally.counted().through(), SavedTally.RULES)
                .addString(StoredJson.write(tally.counted()))
                .addString(text(tally.listed(), isListed))
                .addString(text(tally.preserved(), isPreserved));
    }

    private static @Nullable String text(List<?> values, boolean isKnown) {
        return isKnown ? null : StoredJson.write(values);
    }
}
