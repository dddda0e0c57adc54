package dev.throughline.run.journal;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jboss.logging.Logger;

/// Logs one line when the journal's writes begin to fail, and one when they succeed again. Thread-safe.
final class DatabaseOutage {
    private static final Logger LOG = Logger.getLogger(DatabaseOutage.class);

    // When it began, by `System.nanoTime`; 0 while there is none.
    private final AtomicLong sinceNanos = new AtomicLong();

    /// A write failed and is retried.
    void failed(Throwable cause) {
        if (sinceNanos.get() == 0 && sinceNanos.compareAndSet(0, Math.max(1, System.nanoTime()))) {
            LOG.warnf("journal waits for the database cause=%s", cause);
        }
    }

    /// A write succeeded.
    void over() {
        long since = sinceNanos.get();
        if (since != 0 && sinceNanos.compareAndSet(since, 0)) {
            LOG.warnf(
                    "journal resumed writing to the database afterMillis=%d",
                    Duration.ofNanos(System.nanoTime() - since).toMillis());
        }
    }
}
