package dev.throughline.bench;

import dev.throughline.run.retention.Retention;
import dev.throughline.run.retention.Retention.Removed;
import java.time.Instant;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Runs retention passes one after the other on a dedicated thread, and keeps what they removed.
final class RetentionLog implements AutoCloseable {
    private static final Removed NOTHING = new Removed(0, 0, 0);

    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final Retention retention;

    // On that thread only, until it is waited for.
    private Removed sum = NOTHING;
    private double seconds;
    private double longest;

    RetentionLog(Retention retention) {
        this.retention = retention;
    }

    /// A pass as if it were that time; waits for those before it, not for itself.
    void pass(Instant now) {
        thread.submit(() -> apply(now));
    }

    private void apply(Instant now) {
        long began = System.nanoTime();
        Removed one = retention.apply(now).orElseThrow();
        sum = new Removed(sum.contents() + one.contents(), sum.runs() + one.runs(), sum.days() + one.days());
        double took = (System.nanoTime() - began) / 1e9;
        seconds += took;
        longest = Math.max(longest, took);
    }

    /// What was removed since the last line, when all passes are over.
    String line() throws Exception {
        Future<String> line = thread.submit(this::summary);
        return line.get();
    }

    private String summary() {
        String line = "retention %.1f s, longest pass %.1f s: contents of %,d runs, %,d runs, %d partitions"
                .formatted(seconds, longest, sum.contents(), sum.runs(), sum.days());
        sum = NOTHING;
        seconds = 0;
        longest = 0;
        return line;
    }

    @Override
    public void close() {
        thread.shutdown();
    }
}
