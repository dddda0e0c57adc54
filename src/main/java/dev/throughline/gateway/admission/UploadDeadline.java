package dev.throughline.gateway.admission;

import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Limits the time to receive a request body: it begins with the timeout, each byte adds the time that it takes at the
/// minimum rate, and it never exceeds the timeout. So no pause is longer than that, and what was received fast earns
/// no right to be slow afterwards. Confined to the request's event loop.
///
/// Time in which the service does not read does not count.
public final class UploadDeadline {
    private final Vertx vertx;
    private final long timeoutNanos;
    private final long bytesPerSecond;
    private final Consumer<String> passed;
    private long timer = -1;
    private boolean isRunning;
    private long leftNanos;
    private long settledNanos;
    private long bytes;

    /// @param passed receives the reason, once
    public UploadDeadline(Vertx vertx, Duration timeout, long bytesPerSecond, Consumer<String> passed) {
        this.vertx = vertx;
        this.timeoutNanos = timeout.toNanos();
        this.bytesPerSecond = Math.max(1, bytesPerSecond);
        this.passed = passed;
        this.leftNanos = timeoutNanos;
    }

    /// Bytes were received.
    public void received(int count) {
        settle();
        bytes += count;
        leftNanos = Math.min(timeoutNanos, leftNanos + TimeUnit.SECONDS.toNanos(count) / bytesPerSecond);
    }

    /// Reading is paused.
    public void pause() {
        settle();
        stop();
    }

    /// Reading starts or resumes.
    public void resume() {
        if (!isRunning) {
            isRunning = true;
            settledNanos = System.nanoTime();
            arm();
        }
    }

    /// The body is complete, or no longer needed.
    public void stop() {
        isRunning = false;
        vertx.cancelTimer(timer);
    }

    /// A single timer that checks what was received when it fires: rearming one for each chunk costs more
    /// than the chunk.
    private void arm() {
        timer = vertx.setTimer(Math.max(1, TimeUnit.NANOSECONDS.toMillis(leftNanos)), _ -> check());
    }

    private void check() {
        settle();
        if (leftNanos > 0) {
            arm();
            return;
        }
        passed.accept(String.format(
                Locale.ROOT,
                "after %d bytes, less than the minimum rate of %d bytes per second was received for %d s.",
                bytes,
                bytesPerSecond,
                TimeUnit.NANOSECONDS.toSeconds(timeoutNanos)));
    }

    private void settle() {
        if (isRunning) {
            long now = System.nanoTime();
            leftNanos -= now - settledNanos;
            settledNanos = now;
        }
    }
}
