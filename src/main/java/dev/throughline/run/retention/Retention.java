package dev.throughline.run.retention;

import dev.throughline.run.retention.RunRemoval.Part;
import dev.throughline.store.database.DatabaseException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import javax.sql.DataSource;

/// Removes what is older than the policy allows, or counts it: first the contents of runs (request bodies and
/// tokens), later the runs. Every method but `cancel` blocks.
///
/// A pass works in short transactions; what one that fails leaves is removed by the next. Only one process at a
/// time runs a pass. The time is the database's, which also stamps when a run is sealed, unless this process's
/// clock is behind it: if either jumps forward, nothing is removed early.
public final class Retention {
    private static final String LOCK = "SELECT pg_try_advisory_lock(hashtext('throughline_retention'))";
    private static final String NOW = "SELECT clock_timestamp()";

    private final DataSource database;
    private final RetentionPolicy policy;
    // Guarded by this.
    private Optional<RetentionConnection> open = Optional.empty();
    private boolean isCancelled;

    public Retention(DataSource database, RetentionPolicy policy) {
        this.database = database;
        this.policy = policy;
    }

    /// Numbers of what was removed, or is due.
    ///
    /// @param contents runs that lost their contents
    /// @param runs runs that were removed
    /// @param days daily partitions of tokens that were dropped when they were empty
    public record Removed(long contents, long runs, int days) {
        public boolean isNothing() {
            return contents + runs + days == 0;
        }
    }

    /// Work on a connection.
    private interface Pass<T> {
        T apply(RetentionConnection connection) throws SQLException;
    }

    /// Counts the runs of which a pass would remove something now, and changes nothing.
    /// @throws DatabaseException if the database cannot be read
    public Removed preview() {
        return on(connection -> preview(connection, now(connection, Instant.now())));
    }

    /// Removes what is due now.
    /// @return what was removed; empty if another process is running a pass
    /// @throws DatabaseException if the database is unavailable; completed work is kept
    public Optional<Removed> apply() {
        return on(connection -> locked(connection, now(connection, Instant.now())));
    }

    /// The same as of a given time, for replaying days.
    public Optional<Removed> apply(Instant now) {
        return on(connection -> locked(connection, now));
    }

    /// Ends work in progress, also in PostgreSQL; its caller gets a `DatabaseException`. Callable from any thread.
    public synchronized void cancel() {
        isCancelled = true;
        open.ifPresent(RetentionConnection::abort);
    }

    synchronized boolean isCancelled() {
        return isCancelled;
    }

    /// @param own the time by this process's clock
    static Instant now(RetentionConnection connection, Instant own) throws SQLException {
        Instant database = connection.one(
                NOW, row -> row.getObject(1, OffsetDateTime.class).toInstant());
        return own.isBefore(database) ? own : database;
    }

    private <T> T on(Pass<T> pass) {
        try (RetentionConnection connection = begin(RetentionConnection.open(database))) {
            return pass.apply(connection);
        } catch (SQLException e) {
            throw new DatabaseException(
                    "retention stopped: " + e.getMessage() + "; the next pass continues from there", e);
        }
    }

    private synchronized RetentionConnection begin(RetentionConnection connection) {
        open = Optional.of(connection);
        if (isCancelled) {
            connection.abort();
        }
        return connection;
    }

    private Removed preview(RetentionConnection connection, Instant now) throws SQLException {
        return new Removed(
                removal(connection, Part.CONTENTS, policy.contents(), now).count(),
                removal(connection, Part.RUN, policy.runs(), now).count(),
                0);
    }

    // The lock is held until the connection is closed.
    private Optional<Removed> locked(RetentionConnection connection, Instant now) throws SQLException {
        return connection.one(LOCK, row -> row.getBoolean(1)) ? Optional.of(apply(connection, now)) : Optional.empty();
    }

    private Removed apply(RetentionConnection connection, Instant now) throws SQLException {
        RunRemoval contents = removal(connection, Part.CONTENTS, policy.contents(), now);
        return new Removed(
                contents.remove(),
                removal(connection, Part.RUN, policy.runs(), now).remove(),
                new EmptyDays(connection, contents.before()).drop());
    }

    private static RunRemoval removal(RetentionConnection connection, Part part, Optional<Duration> age, Instant now) {
        OffsetDateTime before =
                age.map(kept -> now.minus(kept).atOffset(ZoneOffset.UTC)).orElse(OffsetDateTime.MIN);
        return new RunRemoval(connection, part, before);
    }

    /// Drops the daily partitions of tokens that have no rows left.
    ///
    /// Dropping needs a lock on the whole table, behind which new events wait. So each attempt waits for it
    /// briefly, and leaves the day to the next pass. (`DETACH … CONCURRENTLY` is refused for a table with a default
    /// partition.)
    record EmptyDays(RetentionConnection connection, OffsetDateTime before) {
        // Only those that the service created itself.
        private static final String DAYS = """
                SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
                WHERE i.inhparent = 'token_slice'::regclass AND c.relname ~ '^token_slice_[0-9]{8}$'
                ORDER BY c.relname""";
        private static final DateTimeFormatter DAY = DateTimeFormatter.BASIC_ISO_DATE;
        // Rows carry the time of their batch, which may be retried for a while.
        private static final Duration LATE = Duration.ofHours(1);
        private static final String LOCK_NOT_AVAILABLE = "55P03";

        /// @return how many
        int drop() throws SQLException {
            int dropped = 0;
            for (String table : connection.list(DAYS, row -> row.getString(1))) {
                dropped += isOver(table) && isEmpty(table) && drop(table) ? 1 : 0;
            }
            return dropped;
        }

        private boolean drop(String table) throws SQLException {
            try {
                return connection.transaction(() -> {
                    connection.execute("SET LOCAL lock_timeout = '200ms'");
                    connection.execute("LOCK TABLE ONLY token_slice IN ACCESS EXCLUSIVE MODE");
                    boolean isEmpty = isEmpty(table);
                    if (isEmpty) {
                        connection.execute("DROP TABLE " + table);
                    }
                    return isEmpty;
                });
            } catch (SQLException e) {
                if (LOCK_NOT_AVAILABLE.equals(e.getSQLState())) {
                    return false;
                }
                throw e;
            }
        }

        private boolean isOver(String table) {
            return LocalDate.parse(table.substring(table.length() - 8), DAY)
                    .plusDays(1)
                    .atStartOfDay()
                    .atOffset(ZoneOffset.UTC)
                    .plus(LATE)
                    .isBefore(before);
        }

        private boolean isEmpty(String table) throws SQLException {
            return connection
                    .list("SELECT 1 FROM " + table + " LIMIT 1", row -> row.getInt(1))
                    .isEmpty();
        }
    }
}
