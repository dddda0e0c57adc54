package dev.throughline.backend;

import io.vertx.core.Vertx;
import java.time.Duration;

/// Detects that nothing was received from a backend for some time. Time in which it was paused does not
/// count, nor does time in which the event loop was too busy to read. Confined to one event loop.
final class IdleWatch {
    private static final long LAST_LOOK_MILLIS = 20;

    private final Vertx vertx;
    private final long idleMillis;
    private final Runnable idle;
    private boolean isPaused;
    private long lastNanos = System.nanoTime();
    private long timer = -1;

    /// @param idle called once, on timeout
    IdleWatch(Vertx vertx, Duration limit, Runnable idle) {
        this.vertx = vertx;
        this.idleMillis = limit.toMillis();
        this.idle = idle;
    }

    void start() {
        long quiet = isPaused ? 0 : (System.nanoTime() - lastNanos) / 1_000_000;
        if (quiet < idleMillis) {
            timer = vertx.setTimer(Math.max(1, idleMillis - quiet), _ -> start());
        } else {
            long last = lastNanos;
            timer = vertx.setTimer(LAST_LOOK_MILLIS, _ -> lastLook(last));
        }
    }

    /// Something was received.
    void touch() {
        lastNanos = System.nanoTime();
    }

    void pause() {
        isPaused = true;
    }

    void resume() {
        isPaused = false;
        touch();
    }

    void stop() {
        vertx.cancelTimer(timer);
    }

    /// The event loop has since read all available data, so nothing is pending.
    private void lastLook(long last) {
        if (isPaused || lastNanos != last) {
            start();
        } else {
            idle.run();
        }
    }
}
