package dev.throughline.store.database;

import io.vertx.core.CompositeFuture;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/// Closes the connections of a pool that lead to a server which answers and writes no more, once it refused a write.
/// None waits for all connections at once, which would keep others waiting. Thread-safe.
final class ReadOnlyConnections {
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
