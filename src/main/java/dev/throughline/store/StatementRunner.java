package dev.throughline.store;

import io.smallrye.mutiny.Uni;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.StreamSupport;

/// Runs the statements that every exchange needs: single statements, prepared once per connection, each in
/// its own transaction and with one round trip. One fails if the database completes nothing for 30 s while it waits,
/// for a connection or its result. Thread-safe; the result is delivered on the caller's Vert.x context, if it has one.
///
/// A statement longer than the limit of `PostgresPoolCreator` is prepared again each time.
@Singleton
public class StatementRunner {
    private static final int ROWS_AT_ONCE = 100;
    private static final String LIMIT = " LIMIT " + ROWS_AT_ONCE;
    /// Limit of the wait for a statement, as `DatabaseProgress` counts it.
    public static final Duration LONGEST = Duration.ofSeconds(30);

    private final Pool pool;
    private final DatabaseProgress progress;
    private final GroupedInserts grouped;

    public StatementRunner(Pool pool, DatabaseProgress progress) {
        this.pool = pool;
        this.progress = progress;
        this.grouped = new GroupedInserts(pool, progress, LONGEST);
    }

    /// The result that the database completes.
    public DatabaseProgress progress() {
        return progress;
    }

    /// Runs several statements on one connection, in one transaction that is rolled back if any of them
    /// fails.
    /// @param work is called on the connection's event loop
    public <T> Uni<T> inTransaction(Function<SqlConnection, Future<T>> work) {
        return Uni.createFrom().emitter(result -> {
            Future<T> done = progress.within(LONGEST, pool.withTransaction(work));
            done.onSuccess(result::complete).onFailure(result::fail);
        });
    }

    /// Reads possibly very many rows in portions, so that decoding them never holds the connection's event
    /// loop for long. Uses a transaction if there is more than one portion.
    /// @param sql must allow a LIMIT at its end
    public Uni<List<Row>> rows(String sql, Tuple values) {
        return list(sql + LIMIT, values, row -> row)
                .chain(first -> first.size() < ROWS_AT_ONCE
                        ? Uni.createFrom().item(first)
                        : inTransaction(connection -> portions(connection, sql, values)));
    }

    // A cursor of the protocol would need a statement prepared by name, which not every pooler keeps. Its name belongs
    // to the SQL, so that the rows of a FETCH that a connection has prepared are always of one shape.
    private static Future<List<Row>> portions(SqlConnection connection, String sql, Tuple values) {
        String cursor = "portions_" + Integer.toHexString(sql.hashCode());
        return connection
                .preparedQuery("DECLARE " + cursor + " NO SCROLL CURSOR FOR " + sql)
                .execute(values)
                .compose(_ -> all(connection, "FETCH " + ROWS_AT_ONCE + " FROM " + cursor, new ArrayList<>()));
    }

    private static Future<List<Row>> all(SqlConnection connection, String fetch, List<Row> rows) {
        return connection.preparedQuery(fetch).execute().compose(some -> {
            some.forEach(rows::add);
            return some.size() < ROWS_AT_ONCE ? Future.succeededFuture(rows) : all(connection, fetch, rows);
        });
    }

    /// Inserts together with others of the same kind, as `GroupedInserts` says.
    /// @param bytes approximate size of the values
    public Uni<Void> insert(Object kind, GroupedInserts.Pending pending, long bytes) {
        return Uni.createFrom()
                .emitter(result -> grouped.insert(kind, pending, bytes)
                        .onSuccess(_ -> result.complete(null))
                        .onFailure(result::fail));
    }

    /// @param reader maps each row to a value of the result
    public <T> Uni<List<T>> list(String sql, Tuple values, Function<Row, T> reader) {
        return run(
                sql,
                values,
                rows -> StreamSupport.stream(rows.spliterator(), false)
                        .map(reader)
                        .toList());
    }

    /// The value of the first row; empty if there is none.
    public <T> Uni<Optional<T>> first(String sql, Tuple values, Function<Row, T> reader) {
        return list(sql, values, reader).map(found -> found.stream().findFirst());
    }

    /// @param reader maps the rows to the result; an exception becomes the failure
    public <T> Uni<T> run(String sql, Tuple values, Function<RowSet<Row>, T> reader) {
        return Uni.createFrom().emitter(result -> {
            Future<T> read = progress.within(LONGEST, pool.preparedQuery(sql).execute(values))
                    .map(reader);
            read.onSuccess(result::complete).onFailure(result::fail);
        });
    }
}
