package dev.throughline.run.retention;

import dev.throughline.run.database.DatabaseException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/// Removes what is older than the policy says, or tells what it would remove. Every method blocks.
///
/// A pass takes the steps in their order and each in short transactions; one that fails ends the pass, and the next
/// pass goes on from there. Of several processes one at a time is at it.
public final class Retention {
    private static final String LOCK = "SELECT pg_try_advisory_lock(hashtext('throughline_retention'))";
    private static final String COUNT = """
            SELECT count(*), coalesce(sum(%2$s), 0) FROM %1$s t
            WHERE t.run_id = ANY (?) AND t.tableoid::regclass::text <> ALL (?)""";
    private static final RetentionStep.Part VERDICT = new RetentionStep.Part("verdict", "", "pg_column_size(t.report)");

    private final DataSource database;
    private final RetentionPolicy policy;
    private final Pacing pacing;

    Retention(DataSource database, RetentionPolicy policy, Pacing pacing) {
        this.database = database;
        this.policy = policy;
        this.pacing = pacing;
    }

    /// Retention on a database, at the pace of the configuration.
    public static Retention of(DataSource database, RetentionPolicy policy, RetentionConfig config) {
        return new Retention(database, policy, Pacing.of(config, () -> false));
    }

    /// What a pass would remove now. Changes nothing: the transaction is read-only.
    /// @throws DatabaseException when the database cannot be read
    public List<Removal> preview(Instant now) {
        try (Session session = Session.open(database)) {
            return session.transaction(() -> {
                session.execute("SET TRANSACTION READ ONLY, ISOLATION LEVEL REPEATABLE READ");
                List<Removal> removals = new ArrayList<>();
                for (RetentionStep step : steps()) {
                    removals.add(preview(session, step, now));
                }
                return removals;
            });
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    /// Removes what is due now.
    /// @return what was removed; empty when another process is at it
    /// @throws DatabaseException when the database is away, or a partition stays locked; what was done stays done
    public Optional<List<Removal>> apply(Instant now) {
        try (Session session = Session.open(database)) {
            // Held until the connection is closed.
            return session.one(LOCK, row -> row.getBoolean(1)) ? Optional.of(apply(session, now)) : Optional.empty();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    private List<Removal> apply(Session session, Instant now) throws SQLException {
        List<Removal> removals = new ArrayList<>();
        for (RetentionStep step : steps()) {
            removals.add(apply(session, step, now));
        }
        return removals;
    }

    private Removal apply(Session session, RetentionStep step, Instant now) throws SQLException {
        DueRuns due = DueRuns.at(step, before(step, now));
        Removal none = Removal.none(step, due.before());
        Removal dropped = step == RetentionStep.TOKENS ? new Partitions(session, due, pacing).drop(now, none) : none;
        return new RunRemoval(session, due, pacing).all(dropped);
    }

    private Removal preview(Session session, RetentionStep step, Instant now) throws SQLException {
        DueRuns due = DueRuns.comingTo(step, before(step, now));
        Removal sum = Removal.none(step, due.before());
        List<String> dropped = new ArrayList<>();
        if (step == RetentionStep.TOKENS) {
            for (Partitions.Day day : new Partitions(session, due, pacing).droppable(now)) {
                sum = sum.plusPartition(day.bytes());
                dropped.add(day.table());
            }
        }
        List<String> runs = due.list(session);
        List<RetentionStep.Part> parts = step == RetentionStep.VERDICTS ? List.of(VERDICT) : step.parts();
        for (RetentionStep.Part part : parts) {
            Removal before = sum;
            sum = session.one(
                    COUNT.formatted(part.table(), part.bytes()),
                    row -> before.plusRows(row.getLong(1), row.getLong(2)),
                    runs,
                    dropped);
        }
        return sum.plusRuns(runs.size());
    }

    private List<RetentionStep> steps() {
        return List.of(RetentionStep.values()).stream()
                .filter(policy.keep()::containsKey)
                .toList();
    }

    private Instant before(RetentionStep step, Instant now) {
        Duration keep = policy.keep().get(step);
        return now.minus(keep);
    }

    private static DatabaseException failed(SQLException e) {
        return new DatabaseException("retention stopped: " + e.getMessage() + "; the next pass goes on from there", e);
    }
}
