package dev.throughline.store;

import io.vertx.core.AsyncResult;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.impl.ContextInternal;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Small writes that many requests need at the same time. Those that come while others of the same statement are on
/// their way go together next: one transaction, one round trip and one commit for all of them. The busier the
/// database, the larger its commits; a write that comes alone waits for nothing.
///
/// If the server refuses the rows of one of them, each is executed by itself, so that only that one fails.
/// Thread-safe; a result is delivered on the caller's Vert.x context, if it has one.
public final class GroupedStatements {
    private static final int MOST = 32;
    /// A larger write goes by itself: a connection's event loop encodes the parameters of a whole group.
    private static final int SMALL_BYTES = 32 << 10;

    private final Pool pool;
    private final Duration longest;
    private final ConcurrentMap<String, Line> lines = new ConcurrentHashMap<>();

    /// @param longest a write that takes as long, from its first attempt on, fails
    public GroupedStatements(Pool pool, Duration longest) {
        this.pool = pool;
        this.longest = longest;
    }

    private record Write(Tuple values, long sinceNanos, Promise<RowSet<Row>> result) {}

    /// The writes of one statement.
    private static final class Line {
        private final String sql;
        private final Deque<Write> waiting = new ArrayDeque<>();
        private boolean isBusy;

        private Line(String sql) {
            this.sql = sql;
        }

        private synchronized void add(Write write) {
            waiting.add(write);
        }

        private synchronized void rest() {
            isBusy = false;
        }
    }

    /// @param sql is prepared once for each connection
    /// @param bytes approximate size of the values
    public Future<RowSet<Row>> execute(String sql, Tuple values, long bytes) {
        if (bytes > SMALL_BYTES) {
            return alone(sql, values);
        }
        Promise<RowSet<Row>> result = promise();
        Line line = lines.computeIfAbsent(sql, Line::new);
        line.add(new Write(values, System.nanoTime(), result));
        next(line);
        return result.future();
    }

    // Its listeners are called on the context of the caller.
    private static Promise<RowSet<Row>> promise() {
        Context current = Vertx.currentContext();
        return current == null ? Promise.promise() : ((ContextInternal) current).promise();
    }

    private void next(Line line) {
        List<Write> group = take(line);
        if (group.isEmpty()) {
            return;
        }
        Future<?> done = group.size() == 1
                ? alone(line.sql, group.getFirst().values())
                        .onComplete(group.getFirst().result())
                : together(line.sql, group);
        done.onComplete(_ -> {
            line.rest();
            next(line);
        });
    }

    /// The writes that go next; none while others are on their way.
    private List<Write> take(Line line) {
        List<Write> late = new ArrayList<>();
        List<Write> group = new ArrayList<>();
        synchronized (line) {
            while (!line.isBusy && group.size() < MOST && !line.waiting.isEmpty()) {
                Write write = line.waiting.remove();
                (isLate(write) ? late : group).add(write);
            }
            line.isBusy |= !group.isEmpty();
        }
        late.forEach(write -> write.result()
                .fail(new TimeoutException("the database did not take the write in " + longest.toMillis() + " ms")));
        return group;
    }

    private boolean isLate(Write write) {
        return System.nanoTime() - write.sinceNanos() > longest.toNanos();
    }

    private Future<RowSet<Row>> alone(String sql, Tuple values) {
        return pool.preparedQuery(sql).execute(values).timeout(longest.toMillis(), TimeUnit.MILLISECONDS);
    }

    private Future<Void> together(String sql, List<Write> group) {
        List<Tuple> values = group.stream().map(Write::values).toList();
        return pool.preparedQuery(sql)
                .executeBatch(values)
                .timeout(longest.toMillis(), TimeUnit.MILLISECONDS)
                .transform(written -> {
                    if (written.failed() && isRefused(written.cause())) {
                        return eachAlone(sql, group);
                    }
                    distribute(written, group);
                    return Future.<Void>succeededFuture();
                });
    }

    private static void distribute(AsyncResult<RowSet<Row>> written, List<Write> group) {
        RowSet<Row> rows = written.result();
        for (Write write : group) {
            if (written.failed()) {
                write.result().fail(written.cause());
            } else {
                write.result().complete(rows);
                rows = rows.next();
            }
        }
    }

    private Future<Void> eachAlone(String sql, List<Write> group) {
        return Future.join(group.stream()
                        .map(write -> alone(sql, write.values()).onComplete(write.result()))
                        .toList())
                .mapEmpty();
    }

    /// Whether the server has rolled the group back for what one of its writes is.
    /// Source: PostgreSQL, appendix A: 22 data, 23 constraints, 40 rollback.
    private static boolean isRefused(Throwable failure) {
        return failure instanceof PgException error
                && error.getSqlState() != null
                && error.getSqlState().matches("(22|23|40).*");
    }
}
