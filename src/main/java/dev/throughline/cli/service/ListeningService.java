package dev.throughline.cli.service;

import io.quarkus.vertx.http.HttpServerStart;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.ObservesAsync;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// Tells a command that the service in its own process accepts requests.
@ApplicationScoped
class ListeningService {
    private static final CountDownLatch LISTENING = new CountDownLatch(1);
    private static final Duration STEP = Duration.ofMillis(50);

    void started(@ObservesAsync HttpServerStart start) {
        LISTENING.countDown();
    }

    /// Waits until the service listens.
    /// @param isStarting whether its start goes on
    /// @return false after the limit, or if the start ended in another way
    static boolean await(Duration limit, BooleanSupplier isStarting) throws InterruptedException {
        long began = System.nanoTime();
        while (!LISTENING.await(STEP.toMillis(), TimeUnit.MILLISECONDS)) {
            if (!isStarting.getAsBoolean() || System.nanoTime() - began > limit.toNanos()) {
                return false;
            }
        }
        return true;
    }
}
