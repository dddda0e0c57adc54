package dev.throughline.run;

import io.smallrye.mutiny.Uni;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/// Runs what every exchange needs: single statements, prepared once for each connection, each a transaction of its own
/// and one round trip; one that takes 30 s, the wait for a connection included, fails. From any thread; the result
/// comes back on the caller's Vert.x context, where it has one.
///
/// A statement is prepared again each time when it has 2,048 characters or more (the client's limit).
@Singleton
public class Statements {
    private static final Duration LONGEST = Duration.ofSeconds(30);

    private final Pool pool;

    Statements(Pool pool) {
        this.pool = pool;
    }

    /// Runs several statements on one connection, in one transaction that is rolled back when any of them fails.
    /// @param work is called on the connection's event loop
    <T> Uni<T> inTransaction(Function<SqlConnection, Future<T>> work) {
        return Uni.createFrom().emitter(result -> {
            Future<T> done = pool.withTransaction(work).timeout(LONGEST.toMillis(), TimeUnit.MILLISECONDS);
            done.onSuccess(result::complete).onFailure(result::fail);
        });
    }

    /// @param reader makes the result of the rows; what it throws is the failure
    public <T> Uni<T> run(String sql, Tuple values, Function<RowSet<Row>, T> reader) {
        return Uni.createFrom().emitter(result -> {
            Future<T> read = pool.preparedQuery(sql)
                    .execute(values)
                    .timeout(LONGEST.toMillis(), TimeUnit.MILLISECONDS)
                    .map(reader);
            read.onSuccess(result::complete).onFailure(result::fail);
        });
    }
}
