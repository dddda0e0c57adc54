package dev.throughline.cli.matrix;

import dev.throughline.harness.HarnessException;
import dev.throughline.harness.ProgressListener;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/// Makes independent parts of a site, several at the same time, and says how far it is.
final class SiteTasks {
    private static final int AT_ONCE = 8;
    private static final int PARTS_PER_LINE = 500;
    private static final long LONGEST_SILENCE = Duration.ofSeconds(5).toNanos();

    private final ProgressListener progress;

    SiteTasks(ProgressListener progress) {
        this.progress = progress;
    }

    /// Makes every part; the first failure ends it.
    /// @param what the parts, in the plural
    /// @param make is called from several threads
    <T> void each(String what, List<T> parts, Consumer<T> make) {
        try (ExecutorService workers = Executors.newFixedThreadPool(AT_ONCE)) {
            List<? extends Future<?>> made = parts.stream()
                    .map(part -> workers.submit(() -> make.accept(part)))
                    .toList();
            try {
                await(what, made);
            } finally {
                workers.shutdownNow();
            }
        }
    }

    private void await(String what, List<? extends Future<?>> made) {
        long lastLine = System.nanoTime();
        for (int i = 0; i < made.size(); i++) {
            if (i % PARTS_PER_LINE == 0 || System.nanoTime() - lastLine > LONGEST_SILENCE) {
                progress.say(what + ": " + i + " of " + made.size());
                lastLine = System.nanoTime();
            }
            result(made.get(i));
        }
    }

    private static void result(Future<?> made) {
        try {
            made.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HarnessException("interrupted while the site was written");
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : new IllegalStateException(e.getCause());
        }
    }
}
