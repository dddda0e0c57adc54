package dev.throughline.harness;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Lets a component finish its own clean-up during shutdown; closed when that is done.
public final class ShutdownDelay implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(8);

    private final CountDownLatch done = new CountDownLatch(1);
    private final Thread hook = new Thread(this::await);

    /// @throws HarnessException if shutdown has already begun
    public static ShutdownDelay begin() {
        var shutdownDelay = new ShutdownDelay();
        try {
            Runtime.getRuntime().addShutdownHook(shutdownDelay.hook);
        } catch (IllegalStateException e) {
            throw new HarnessException("interrupted before the client was started");
        }
        return shutdownDelay;
    }

    private ShutdownDelay() {}

    @Override
    public void close() {
        done.countDown();
        ProcessRunner.removeHook(hook);
    }

    private void await() {
        try {
            done.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
