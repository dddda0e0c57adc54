package dev.throughline.store.database;

import io.quarkus.reactive.pg.client.PgPoolCreator;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnectOptions;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;

/// Makes the pool whose connections notice that the network loses every packet: one whose data are not acknowledged for
/// 30 s is closed, and the next statement gets another. Without this the kernel goes on for about 15 minutes, and a
/// pool
/// of such connections takes the service out for as long.
///
/// The pool's own limit of time to wait for a connection is off: the timer that the client (Vert.x 4.5.25,
/// `SqlConnectionPool.execute`) sets for each statement is left running where no connection can be made, fails the
/// statement a second time 30 s later, and writes a stack trace each time. `StatementRunner` has the limit instead.
///
/// Needs the native transport of Linux; the portable one ignores the timeout, and only asks idle connections for a sign
/// of life at the kernel's interval. Source: tcp(7), `TCP_USER_TIMEOUT` and `SO_KEEPALIVE`.
@Singleton
public class PostgresPoolCreator implements PgPoolCreator {
    static final Duration UNACKNOWLEDGED = Duration.ofSeconds(30);

    @Override
    public Pool create(Input input) {
        input.pgConnectOptionsList().forEach(PostgresPoolCreator::noticeLoss);
        return PgBuilder.pool()
                .with(input.poolOptions().setConnectionTimeout(0))
                .connectingTo(List.<SqlConnectOptions>copyOf(input.pgConnectOptionsList()))
                .using(input.vertx())
                .build();
    }

    private static void noticeLoss(PgConnectOptions options) {
        options.setTcpKeepAlive(true);
        options.setTcpUserTimeout((int) UNACKNOWLEDGED.toMillis());
    }
}
