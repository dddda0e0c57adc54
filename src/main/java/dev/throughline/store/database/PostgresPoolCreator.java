package dev.throughline.store.database;

import dev.throughline.store.DatabaseProgress;
import dev.throughline.store.DatabaseTimeline;
import io.quarkus.reactive.pg.client.PgPoolCreator;
import io.vertx.core.CompositeFuture;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.TrustOptions;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.pgclient.SslMode;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnectOptions;
import jakarta.inject.Singleton;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.net.ssl.TrustManagerFactory;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;

/// Creates the pool, whose connections detect a network that loses every packet: one whose data are not
/// acknowledged for 30 s is closed, and the next statement gets another. Otherwise the kernel would retry
/// for about 15 minutes, and a pool of such connections would make the service unavailable for as long.
///
/// The pool's own timeout for connections is disabled: the timer that the client (Vert.x 4.5.25,
/// `SqlConnectionPool.execute`) sets for each statement is not cancelled if no connection can be opened,
/// fails the statement a second time 30 s later, and logs a stack trace each time. `StatementRunner`
/// applies the timeout instead.
///
/// With several servers, each new connection leads to the first that accepts writes, beginning with the one that did
/// last. A connection over which a write was refused as read-only is closed: its server was demoted.
///
/// Needs the native transport of Linux; the portable one ignores the timeout, and only probes idle
/// connections at the kernel's keep-alive interval. Source: tcp(7), `TCP_USER_TIMEOUT` and `SO_KEEPALIVE`.
@Singleton
public class PostgresPoolCreator implements PgPoolCreator {
    private static final Logger LOG = Logger.getLogger(PostgresPoolCreator.class);

    /// Characters of the longest statement that a connection prepares once; the client's own limit is 2,048, and it
    /// would have longer ones parsed and planned at each execution.
    static final int PREPARED_ONCE = 8_192;
    /// The setting that names the file of a CA, for the modes that verify.
    static final String ROOT_CERTIFICATE = "throughline.database.root-certificate";
    static final Duration UNACKNOWLEDGED = Duration.ofSeconds(30);
    private static final Duration LONGEST_CONNECT = Duration.ofSeconds(5);
    private static final String IS_READ_ONLY = "SHOW transaction_read_only";

    private final DatabaseProgress progress;
    private final DatabaseTimeline timeline;
    private final Optional<String> rootCertificate;
    private Future<?> names = Future.failedFuture("not asked yet");

    PostgresPoolCreator(
            DatabaseProgress progress,
            DatabaseTimeline timeline,
            @ConfigProperty(name = ROOT_CERTIFICATE) Optional<String> rootCertificate) {
        this.progress = progress;
        this.timeline = timeline;
        this.rootCertificate = rootCertificate;
    }

    @Override
    public Pool create(Input input) {
        List<PgConnectOptions> servers = input.pgConnectOptionsList();
        servers.forEach(this::configure);
        Supplier<Future<SqlConnectOptions>> server = servers.size() == 1
                ? () -> Future.succeededFuture(servers.getFirst())
                : writable(input.vertx(), servers);
        progress.probe(() -> server.get()
                .compose(found -> PgConnection.connect(input.vertx(), new PgConnectOptions(found)))
                .compose(connection -> connection.query("SELECT 1").execute().eventually(() -> connection.close())));
        Pool pool = PgBuilder.pool()
                .with(input.poolOptions().setConnectionTimeout(0))
                .connectingTo(() -> names(input.vertx(), servers, server).compose(_ -> server.get()))
                .withConnectHandler(timeline::connected)
                .using(input.vertx())
                .build();
        progress.readOnly(new ReadOnlyConnections(input.vertx(), pool)::close);
        return pool;
    }

    private static Supplier<Future<SqlConnectOptions>> writable(Vertx vertx, List<PgConnectOptions> servers) {
        var last = new AtomicInteger();
        return () -> {
            int first = last.get();
            Future<SqlConnectOptions> found = Future.failedFuture("no server");
            for (int i = 0; i < servers.size(); i++) {
                int at = (first + i) % servers.size();
                found = found.recover(
                        _ -> requireWritable(vertx, servers.get(at)).onSuccess(_ -> last.set(at)));
            }
            return found;
        };
    }

    private static Future<SqlConnectOptions> requireWritable(Vertx vertx, PgConnectOptions server) {
        var options = new PgConnectOptions(server);
        options.setConnectTimeout((int) LONGEST_CONNECT.toMillis());
        return PgConnection.connect(vertx, options)
                .compose(connection -> connection.query(IS_READ_ONLY).execute().eventually(() -> connection.close()))
                .compose(rows -> rows.iterator().next().getString(0).equals("off")
                        ? Future.succeededFuture(server)
                        : Future.failedFuture("no server accepts writes"));
    }

    /// Has each execution parse its statement where names are not kept, once that is known.
    private synchronized Future<?> names(
            Vertx vertx, List<PgConnectOptions> servers, Supplier<Future<SqlConnectOptions>> server) {
        if (!names.failed()) {
            return names;
        }
        names = server.get()
                .compose(found -> StatementNames.areKept(vertx, new PgConnectOptions(found)))
                .onSuccess(areKept -> {
                    if (!areKept) {
                        LOG.warn("a pooler keeps no prepared statements; each execution parses its statement");
                        servers.forEach(one -> one.setUseLayer7Proxy(true).setCachePreparedStatements(false));
                    }
                });
        return names;
    }

    private void configure(PgConnectOptions options) {
        // As in libpq, only these modes check the certificate. The client wants to be told by what.
        boolean isVerified = options.getSslMode() == SslMode.VERIFY_FULL || options.getSslMode() == SslMode.VERIFY_CA;
        options.setTrustAll(!isVerified);
        if (isVerified) {
            options.setTrustOptions(rootCertificate
                    .<TrustOptions>map(file -> new PemTrustOptions().addCertPath(file))
                    .orElseGet(PostgresPoolCreator::trustedByJvm));
        }
        options.setPreparedStatementCacheSqlLimit(PREPARED_ONCE);
        options.setTcpKeepAlive(true);
        options.setTcpUserTimeout((int) UNACKNOWLEDGED.toMillis());
    }

    private static TrustOptions trustedByJvm() {
        try {
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init((KeyStore) null);
            return TrustOptions.wrap(factory.getTrustManagers()[0]);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the JVM has no trusted certificates", e);
        }
    }

    /// Closes the connections of a pool that lead to a server which answers and writes no more, once it refused a
    /// write.
    /// None waits for all connections at once, which would keep others waiting. Thread-safe.
    static final class ReadOnlyConnections {
        private static final String CLOSE =
                "SELECT pg_terminate_backend(pg_backend_pid()) WHERE current_setting('transaction_read_only') = 'on'";
        private static final List<Integer> PAUSES_MILLIS = List.of(100, 1_000, 5_000);

        private final Vertx vertx;
        private final Pool pool;
        private final AtomicInteger pausesLeft = new AtomicInteger();

        ReadOnlyConnections(Vertx vertx, Pool pool) {
            this.vertx = vertx;
            this.pool = pool;
        }

        /// Closes what is not in use now, and what was in use a little later.
        Future<?> close() {
            if (pausesLeft.getAndSet(PAUSES_MILLIS.size()) == 0) {
                closeLater();
            }
            return close(pool.size());
        }

        /// In rounds, until one meets no such connection.
        private Future<CompositeFuture> close(int rounds) {
            return round().recover(closed -> rounds > 0 ? close(rounds - 1) : Future.failedFuture(closed));
        }

        private void closeLater() {
            int pause = PAUSES_MILLIS.get(PAUSES_MILLIS.size() - pausesLeft.get());
            vertx.timer(pause, TimeUnit.MILLISECONDS)
                    .compose(_ -> close(pool.size()))
                    .onComplete(_ -> {
                        if (pausesLeft.decrementAndGet() > 0) {
                            closeLater();
                        }
                    });
        }

        private Future<CompositeFuture> round() {
            return Future.join(Stream.generate(() -> pool.query(CLOSE).execute())
                    .limit(Math.max(1, pool.size()))
                    .toList());
        }
    }
}
