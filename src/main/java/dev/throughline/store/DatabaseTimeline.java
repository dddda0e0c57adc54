package dev.throughline.store;

import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.SqlConnection;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.function.Function;
import org.jboss.logging.Logger;

/// The timeline of the database to which connections lead. A replica that is promoted begins a new one, without what it
/// had not received: no statement of this process runs there before what is missing has been restored. Thread-safe.
@Singleton
public class DatabaseTimeline {
    private static final Logger LOG = Logger.getLogger(DatabaseTimeline.class);
    // The first of the three numbers in the name of a log file; a replica, or a primary that was fenced, writes none.
    // Statements here take milliseconds, and compiling one that PostgreSQL takes for a long one takes most of a second.
    private static final String CURRENT = """
            SELECT CASE WHEN NOT pg_is_in_recovery() AND current_setting('transaction_read_only') = 'off'
                THEN left(pg_walfile_name(pg_current_wal_lsn()), 8) END, set_config('jit', 'off', false)""";
    private static final String CLOSE = "SELECT pg_terminate_backend(pg_backend_pid())";

    private volatile Function<SqlConnection, Future<Void>> restoration = _ -> Future.succeededFuture();
    private Optional<String> known = Optional.empty();
    private Future<Void> restored = Future.succeededFuture();

    /// @param missing writes again what a new timeline lacks; safe to repeat
    public void restoration(Function<SqlConnection, Future<Void>> missing) {
        restoration = missing;
    }

    /// Hands a new connection over to its pool, or closes it: one to a replica would survive its promotion unnoticed.
    public void connected(SqlConnection connection) {
        connection
                .query(CURRENT)
                .execute()
                .map(rows -> Optional.ofNullable(rows.iterator().next().getString(0)))
                // A database that is compatible with PostgreSQL may have no log.
                .recover(failure -> failure instanceof PgException
                        ? Future.succeededFuture(Optional.of(""))
                        : Future.failedFuture(failure))
                .compose(found -> found.map(timeline -> met(timeline, connection))
                        .orElseGet(() -> Future.failedFuture("a replica, or read-only")))
                .onSuccess(_ -> connection.close())
                .onFailure(_ -> connection.query(CLOSE).execute());
    }

    private synchronized Future<Void> met(String timeline, SqlConnection connection) {
        if (restored.failed()
                || known.filter(before -> !before.equals(timeline)).isPresent()) {
            LOG.warnf("database has another timeline=%s; comparing what was recorded", timeline);
            restored = restoration.apply(connection);
        }
        known = Optional.of(timeline);
        return restored;
    }
}
