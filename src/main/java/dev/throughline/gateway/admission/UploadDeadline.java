package dev.throughline.gateway.admission;

import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// The time that a request body may take: no longer without a byte than the timeout, and no longer altogether than
/// the timeout and what its bytes take at the least rate. Lives on the request's event loop.
///
/// The time in which we do not read does not count.
public final class UploadDeadline {
    private final Vertx vertx;
    private final long timeoutNanos;
    private final long bytesPerSecond;
    private final Consumer<String> passed;
    private long timer = -1;
    private boolean isRunning;
    private long usedNanos;
    private long resumedNanos;
    private long lastNanos;
    private long bytes;

    /// @param passed takes the reason, once
    public UploadDeadline(Vertx vertx, Duration timeout, long bytesPerSecond, Consumer<String> passed) {
        this.vertx = vertx;
        this.timeoutNanos = timeout.toNanos();
        this.bytesPerSecond = Math.max(1, bytesPerSecond);
        this.passed = passed;
    }

    /// Bytes came.
    public void came(int count) {
        bytes += count;
        lastNanos = System.nanoTime();
    }

    /// The body is not read for a while.
    public void pause() {
        usedNanos = used();
        stop();
    }

    /// The body is read, for the first time or again.
    public void resume() {
        if (!isRunning) {
            isRunning = true;
            resumedNanos = System.nanoTime();
            lastNanos = resumedNanos;
            arm(timeoutNanos);
        }
    }

    /// The body is here, or nobody waits for it.
    public void stop() {
        isRunning = false;
        vertx.cancelTimer(timer);
    }

    /// One timer at a time, which looks at what came meanwhile when it fires: arming one anew for each chunk costs
    /// more than the chunk.
    private void arm(long nanos) {
        timer = vertx.setTimer(Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos)), _ -> check());
    }

    private void check() {
        long stallNanos = timeoutNanos - (System.nanoTime() - lastNanos);
        long leftNanos = left();
        if (stallNanos <= 0) {
            passed.accept("nothing was received for " + TimeUnit.NANOSECONDS.toSeconds(timeoutNanos) + " s.");
        } else if (leftNanos <= 0) {
            passed.accept(String.format(
                    Locale.ROOT,
                    "%d bytes were received in %d s, below the minimum rate of %d bytes per second.",
                    bytes,
                    TimeUnit.NANOSECONDS.toSeconds(used()),
                    bytesPerSecond));
        } else {
            arm(Math.min(stallNanos, leftNanos));
        }
    }

    private long used() {
        return usedNanos + (isRunning ? System.nanoTime() - resumedNanos : 0);
    }

    private long left() {
        long forBytes = TimeUnit.SECONDS.toNanos(bytes) / bytesPerSecond;
        return timeoutNanos + forBytes - used();
    }
}
