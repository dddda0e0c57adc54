package dev.throughline.run.retention;

import dev.throughline.run.RetentionStep;
import dev.throughline.store.database.DatabaseException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/// Removes what is older than the policy allows, or reports what it would remove. Every method but `cancel`
/// blocks.
///
/// A pass applies the steps in order, each in short transactions; a failing step ends the pass, and the
/// next pass continues from there. Only one process at a time runs a pass. The current time is given by
/// `RetentionClock`.
public final class Retention {
    private static final String LOCK = "SELECT pg_try_advisory_lock(hashtext('throughline_retention'))";
    private static final String READ_ONLY = "SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY";

    private final DataSource database;
    private final RetentionPolicy policy;
    private final Pacing pacing;
    // Guarded by this.
    private Optional<RetentionConnection> open = Optional.empty();
    private boolean isCancelled;

    Retention(DataSource database, RetentionPolicy policy, Pacing pacing) {
        this.database = database;
        this.policy = policy;
        this.pacing = pacing;
    }

    /// Retention on a database, at the pace of the configuration.
    public static Retention of(DataSource database, RetentionPolicy policy, RetentionConfig config) {
        return new Retention(database, policy, Pacing.of(config, () -> false));
    }

    /// Work on a connection.
    private interface Pass<T> {
        T apply(RetentionConnection retentionConnection) throws SQLException;
    }

    /// What a pass would remove now. The session is read-only. Concurrent changes are counted as found: no
    /// snapshot of a large database is held for the duration of the count.
    /// @throws DatabaseException when the database cannot be read
    public List<RemovalReport> preview() {
        return on(retentionConnection ->
                preview(retentionConnection, RetentionClock.now(retentionConnection, Instant.now())));
    }

    /// Removes what is due now.
    /// @return what was removed; empty if another process is running a pass
    /// @throws DatabaseException if the database is unavailable, or a partition stays locked; completed
    ///     work is kept
    public Optional<List<RemovalReport>> apply() {
        return on(retentionConnection ->
                locked(retentionConnection, RetentionClock.now(retentionConnection, Instant.now())));
    }

    /// Ends work in progress, also in PostgreSQL; its caller gets a `DatabaseException`. Callable from any
    /// thread.
    public synchronized void cancel() {
        isCancelled = true;
        open.ifPresent(RetentionConnection::cancel);
    }

    /// The same as of a given time.
    List<RemovalReport> preview(Instant now) {
        return on(retentionConnection -> preview(retentionConnection, now));
    }

    /// The same as of a given time, for replaying days.
    public Optional<List<RemovalReport>> apply(Instant now) {
        return on(retentionConnection -> locked(retentionConnection, now));
    }

    private <T> T on(Pass<T> pass) {
        try (RetentionConnection retentionConnection =
                begin(RetentionConnection.open(database, pacing.statementTimeout()))) {
            return pass.apply(retentionConnection);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    private synchronized RetentionConnection begin(RetentionConnection retentionConnection) {
        open = Optional.of(retentionConnection);
        if (isCancelled) {
            retentionConnection.cancel();
        }
        return retentionConnection;
    }

    private List<RemovalReport> preview(RetentionConnection retentionConnection, Instant now) throws SQLException {
        retentionConnection.execute(READ_ONLY);
        List<RemovalReport> removals = new ArrayList<>();
        for (RetentionStep step : steps()) {
            DueRuns due = DueRuns.comingTo(step, before(step, now));
            removals.add(new RetentionPreview(retentionConnection, due, pacing).of(now));
        }
        return removals;
    }

    // The lock is held until the connection is closed.
    private Optional<List<RemovalReport>> locked(RetentionConnection retentionConnection, Instant now)
            throws SQLException {
        return retentionConnection.one(LOCK, row -> row.getBoolean(1))
                ? Optional.of(apply(retentionConnection, now))
                : Optional.empty();
    }

    private List<RemovalReport> apply(RetentionConnection retentionConnection, Instant now) throws SQLException {
        List<RemovalReport> removals = new ArrayList<>();
        for (RetentionStep step : steps()) {
            removals.add(apply(retentionConnection, step, now));
        }
        return removals;
    }

    private RemovalReport apply(RetentionConnection retentionConnection, RetentionStep step, Instant now)
            throws SQLException {
        DueRuns due = DueRuns.at(step, before(step, now));
        RemovalReport none = RemovalReport.none(step, due.before());
        RemovalReport dropped = step == RetentionStep.TOKENS
                ? new PartitionDropper(retentionConnection, due, pacing).drop(now, none)
                : none;
        return new RunRemoval(retentionConnection, due, pacing).all(dropped);
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
        return new DatabaseException(
                "retention stopped: " + e.getMessage() + "; the next pass continues from there", e);
    }
}
