package dev.throughline.bench;

import dev.throughline.run.RetentionStep;
import dev.throughline.run.retention.RemovalReport;
import dev.throughline.run.retention.Retention;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Runs retention passes one after the other on a dedicated thread, and keeps what they removed.
final class RetentionLog implements AutoCloseable {
    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final Retention retention;

    // On that thread only, until it is waited for.
    private final Map<RetentionStep, RemovalReport> sums = new EnumMap<>(RetentionStep.class);
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
        retention.apply(now).orElseThrow().forEach(one -> sums.merge(one.step(), one, RetentionLog::sum));
        double took = (System.nanoTime() - began) / 1e9;
        seconds += took;
        longest = Math.max(longest, took);
    }

    private static RemovalReport sum(RemovalReport one, RemovalReport other) {
        return new RemovalReport(
                one.step(),
                other.before(),
                one.runs() + other.runs(),
                one.rows() + other.rows(),
                one.bytes() + other.bytes(),
                one.partitions() + other.partitions(),
                one.partitionBytes() + other.partitionBytes());
    }

    /// What was removed since the last line, when all passes are over.
    String line() throws Exception {
        Future<String> line = thread.submit(this::summary);
        return line.get();
    }

    private String summary() {
        StringBuilder line = new StringBuilder("retention %.1f s, longest pass %.1f s:".formatted(seconds, longest));
        sums.values()
                .forEach(one -> line.append(" %s of %,d runs, %,d rows%s;"
                        .formatted(
                                one.step().label(),
                                one.runs(),
                                one.rows(),
                                one.partitions() == 0
                                        ? ""
                                        : ", %d partition of %,.1f MiB"
                                                .formatted(one.partitions(), one.partitionBytes() / 1048576.0))));
        sums.clear();
        seconds = 0;
        longest = 0;
        return line.toString();
    }

    @Override
    public void close() {
        thread.shutdown();
    }
}
