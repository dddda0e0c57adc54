package dev.throughline.store.database;

import dev.throughline.store.DatabaseProgress;
import dev.throughline.store.DatabaseTimeline;
import io.quarkus.reactive.pg.client.PgPoolCreator;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnectOptions;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;

/// Creates the pool, whose connections detect a network that loses every packet: one whose data are not
/// acknowledged for 30 s is closed, and the next statement gets another. Otherwise the kernel would retry
/// for about 15 minutes, and a pool of such connections would make the service unavailable for as long.
///
/// The pool's own timeout for connections is disabled: the timer that the client (Vert.x 4.5.25,
/// `SqlConnectionPool.execute`) sets for each statement is not cancelled if no connection can be opened,
/// fails the statement a second time 30 s later, and logs a stack trace each time. `StatementRunner`
/// applies the timeout instead.
///
/// Needs the native transport of Linux; the portable one ignores the timeout, and only probes idle
/// connections at the kernel's keep-alive interval. Source: tcp(7), `TCP_USER_TIMEOUT` and `SO_KEEPALIVE`.
@Singleton
public class PostgresPoolCreator implements PgPoolCreator {
    /// Characters of the longest statement that a connection prepares once; the client's own limit is 2,048, and it
    /// would have longer ones parsed and planned at each execution.
    static final int PREPARED_ONCE = 8_192;
    static final Duration UNACKNOWLEDGED = Duration.ofSeconds(30);

    private final DatabaseProgress progress;
    private final DatabaseTimeline timeline;

    PostgresPoolCreator(DatabaseProgress progress, DatabaseTimeline timeline) {
        this.progress = progress;
        this.timeline = timeline;
    }

    @Override
    public Pool create(Input input) {
        input.pgConnectOptionsList().forEach(PostgresPoolCreator::configure);
        var alone = new PgConnectOptions(input.pgConnectOptionsList().getFirst());
        progress.probe(() -> PgConnection.connect(input.vertx(), alone)
                .compose(connection -> connection.query("SELECT 1").execute().eventually(() -> connection.close())));
        return PgBuilder.pool()
                .with(input.poolOptions().setConnectionTimeout(0))
                .connectingTo(List.<SqlConnectOptions>copyOf(input.pgConnectOptionsList()))
                .withConnectHandler(timeline::connected)
                .using(input.vertx())
                .build();
    }

    private static void configure(PgConnectOptions options) {
        options.setPreparedStatementCacheSqlLimit(PREPARED_ONCE);
        options.setTcpKeepAlive(true);
        options.setTcpUserTimeout((int) UNACKNOWLEDGED.toMillis());
    }
}
