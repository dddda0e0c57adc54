package dev.throughline.store;

import dev.throughline.store.GroupedWork.Request;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;

/// Small writes that many requests need at the same time. Those that come while others of the same statement are on
/// their way go together next: one transaction, one round trip and one commit for all of them.
///
/// If the server refuses the rows of one of them, each is executed by itself, so that only that one fails.
/// Thread-safe; a result is delivered on the caller's Vert.x context, if it has one.
public final class GroupedStatements {
    private static final int MOST = 32;
    /// A larger write goes by itself: a connection's event loop encodes the parameters of a whole group.
    static final int SMALL_BYTES = 32 << 10;

    private final Pool pool;
    private final DatabaseProgress progress;
    private final Duration longest;
    private final GroupedWork<String, Tuple, RowSet<Row>> writes;

    /// @param longest limit of the wait for a group
    public GroupedStatements(Pool pool, DatabaseProgress progress, Duration longest) {
        this.pool = pool;
        this.progress = progress;
        this.longest = longest;
        this.writes = new GroupedWork<>(MOST, progress, longest, this::write);
    }

    /// @param sql is prepared once for each connection
    /// @param bytes approximate size of the values
    public Future<RowSet<Row>> execute(String sql, Tuple values, long bytes) {
        return bytes > SMALL_BYTES ? alone(sql, values) : writes.ask(sql, values);
    }

    private Future<?> write(String sql, List<Request<Tuple, RowSet<Row>>> group) {
        return group.size() == 1 ? eachAlone(sql, group) : together(sql, group);
    }

    private Future<RowSet<Row>> alone(String sql, Tuple values) {
        return progress.within(longest, pool.preparedQuery(sql).execute(values));
    }

    private Future<Void> together(String sql, List<Request<Tuple, RowSet<Row>>> group) {
        List<Tuple> values = group.stream().map(Request::value).toList();
        return progress.within(longest, pool.preparedQuery(sql).executeBatch(values))
                .transform(written -> {
                    if (written.failed() && isRefused(written.cause())) {
                        return eachAlone(sql, group);
                    }
                    distribute(written, group);
                    return Future.<Void>succeededFuture();
                });
    }

    private static void distribute(AsyncResult<RowSet<Row>> written, List<Request<Tuple, RowSet<Row>>> group) {
        RowSet<Row> rows = written.result();
        for (Request<Tuple, RowSet<Row>> request : group) {
            if (written.failed()) {
                request.result().fail(written.cause());
            } else {
                request.result().complete(rows);
                rows = rows.next();
            }
        }
    }

    private Future<Void> eachAlone(String sql, List<Request<Tuple, RowSet<Row>>> group) {
        return Future.join(group.stream()
                        .map(request -> alone(sql, request.value()).onComplete(request.result()))
                        .toList())
                .mapEmpty();
    }

    /// Whether the server has rolled the group back for what one of its writes is.
    /// Source: PostgreSQL, appendix A: 22 data, 23 constraints, 40 rollback.
    static boolean isRefused(Throwable failure) {
        return failure instanceof PgException error
                && error.getSqlState() != null
                && error.getSqlState().matches("(22|23|40).*");
    }
}
