package dev.throughline.gateway.admission;

import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Limits the time to receive a request body: no pause longer than the timeout, and in total no longer than
/// the timeout plus the time that its bytes take at the minimum rate. Confined to the request's event loop.
///
/// Time in which the service does not read does not count.
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

    /// @param passed receives the reason, once
    public UploadDeadline(Vertx vertx, Duration timeout, long bytesPerSecond, Consumer<String> passed) {
        this.vertx = vertx;
        this.timeoutNanos = timeout.toNanos();
        this.bytesPerSecond = Math.max(1, bytesPerSecond);
        this.passed = passed;
    }

    /// Bytes were received.
    public void received(int count) {
        bytes += count;
        lastNanos = System.nanoTime();
    }

    /// Reading is paused.
    public void pause() {
        usedNanos = used();
        stop();
    }

    /// Reading starts or resumes.
    public void resume() {
        if (!isRunning) {
            isRunning = true;
            resumedNanos = System.nanoTime();
            lastNanos = resumedNanos;
            arm(timeoutNanos);
        }
    }

    /// The body is complete, or no longer needed.
    public void stop() {
        isRunning = false;
        vertx.cancelTimer(timer);
    }

    /// A single timer that checks what was received when it fires: rearming one for each chunk costs more
    /// than the chunk.
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
