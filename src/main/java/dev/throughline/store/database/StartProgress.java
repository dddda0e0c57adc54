package dev.throughline.store.database;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Reports on standard error, from time to time, that the embedded server is still starting: the service's
/// log is not open yet. A quick start prints nothing.
final class StartProgress implements AutoCloseable {
    private static final Duration INTERVAL = Duration.ofSeconds(10);

    private final CountDownLatch over = new CountDownLatch(1);
    private final long beganNanos = System.nanoTime();
    private final Duration patience;

    private StartProgress(Duration patience) {
        this.patience = patience;
    }

    static StartProgress begin(Duration patience) {
        var progress = new StartProgress(patience);
        Thread.ofVirtual().name("embedded-postgres-start").start(progress::report);
        return progress;
    }

    private void report() {
        try {
            while (!over.await(INTERVAL.toMillis(), TimeUnit.MILLISECONDS)) {
                System.err.printf(
                        "The embedded PostgreSQL has been starting for %d s; %s sets its timeout (%d s).%n",
                        Duration.ofNanos(System.nanoTime() - beganNanos).toSeconds(),
                        StartTimeout.VARIABLE,
                        patience.toSeconds());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        over.countDown();
    }
}
