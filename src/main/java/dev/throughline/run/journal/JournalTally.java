package dev.throughline.run.journal;

import dev.throughline.run.TokenKind;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import org.jboss.logging.Logger;

/// Counts what the journal wrote and lost since the start. Updated once per batch; readable from any thread.
final class JournalTally {
    private final AtomicLongArray tokens = new AtomicLongArray(TokenKind.values().length);
    private final LongAdder rows = new LongAdder();
    private final LongAdder commits = new LongAdder();
    private final LongAdder retries = new LongAdder();
    private final LongAdder lost = new LongAdder();
    private final DatabaseOutage outage = new DatabaseOutage();

    void committed(List<TokenBatch> slices) {
        long[] kinds = new long[tokens.length()];
        for (TokenBatch tokenBatch : slices) {
            for (int i = 0; i < tokenBatch.count(); i++) {
                kinds[tokenBatch.kinds()[i]]++;
            }
        }
        for (int kind = 0; kind < kinds.length; kind++) {
            tokens.addAndGet(kind, kinds[kind]);
        }
        rows.add(slices.size());
        commits.increment();
    }

    void retried(Throwable cause) {
        retries.increment();
        outage.failed(cause);
    }

    void written() {
        outage.over();
    }

    /// Counts tokens that will never be stored; their exchanges end with an error.
    void lost(long count) {
        lost.add(count);
    }

    long tokens(TokenKind kind) {
        return tokens.get(kind.code());
    }

    long rows() {
        return rows.sum();
    }

    long commits() {
        return commits.sum();
    }

    long retries() {
        return retries.sum();
    }

    long lost() {
        return lost.sum();
    }

    /// Logs one line when the journal's writes begin to fail, and one when they succeed again. Thread-safe.
    static final class DatabaseOutage {
        private static final Logger LOG = Logger.getLogger(DatabaseOutage.class);

        // When it began, by `System.nanoTime`; 0 while there is none.
        private final AtomicLong sinceNanos = new AtomicLong();

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
}
