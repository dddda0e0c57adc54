package dev.throughline.gateway;

import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// The time that a request body may take: no longer without a byte than the timeout, and no longer altogether than
/// the timeout and what its bytes take at the least rate. Lives on the request's event loop.
///
/// The time in which we do not read does not count.
final class UploadDeadline {
    private final Vertx vertx;
    private final long timeoutNanos;
    private final long bytesPerSecond;
    private final Consumer<String> passed;
    private long timer = -1;
    private boolean isRunning;
    private long usedNanos;
    private long resumedNanos;
    private long bytes;

    /// @param passed takes the reason, once
    UploadDeadline(Vertx vertx, Duration timeout, long bytesPerSecond, Consumer<String> passed) {
        this.vertx = vertx;
        this.timeoutNanos = timeout.toNanos();
        this.bytesPerSecond = Math.max(1, bytesPerSecond);
        this.passed = passed;
    }

    /// Bytes came.
    void came(int count) {
        bytes += count;
        if (isRunning) {
            vertx.cancelTimer(timer);
            arm(left());
        }
    }

    /// The body is not read for a while.
    void pause() {
        usedNanos = used();
        stop();
    }

    /// The body is read, for the first time or again.
    void resume() {
        if (!isRunning) {
            isRunning = true;
            resumedNanos = System.nanoTime();
            arm(left());
        }
    }

    /// The body is here, or nobody waits for it.
    void stop() {
        isRunning = false;
        vertx.cancelTimer(timer);
    }

    private void arm(long leftNanos) {
        if (leftNanos <= 0) {
            passed.accept(String.format(
                    Locale.ROOT,
                    "%d bytes came in %d s, below the least rate of %d bytes a second.",
                    bytes,
                    TimeUnit.NANOSECONDS.toSeconds(used()),
                    bytesPerSecond));
            return;
        }
        boolean isStall = leftNanos >= timeoutNanos;
        long millis = Math.max(1, TimeUnit.NANOSECONDS.toMillis(Math.min(leftNanos, timeoutNanos)));
        timer = vertx.setTimer(millis, _ -> {
            if (isStall) {
                passed.accept("nothing came for " + TimeUnit.NANOSECONDS.toSeconds(timeoutNanos) + " s.");
            } else {
                arm(left());
            }
        });
    }

    private long used() {
        return usedNanos + (isRunning ? System.nanoTime() - resumedNanos : 0);
    }

    private long left() {
        long forBytes = TimeUnit.SECONDS.toNanos(bytes) / bytesPerSecond;
        return timeoutNanos + forBytes - used();
    }
}
