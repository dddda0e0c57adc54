package dev.throughline.gateway.answer;

import io.vertx.core.Vertx;
import java.time.Duration;

/// Sends a frame that clients ignore when an answer has been silent for a while. Lives on the request's event loop.
final class KeepAlive {
    private static final int TICKS = 3;

    private final Vertx vertx;
    private final long tickMillis;
    private final Runnable send;
    private long timer = -1;
    private int quietTicks;

    KeepAlive(Vertx vertx, Duration idle, Runnable send) {
        this.vertx = vertx;
        this.tickMillis = Math.max(1, idle.toMillis() / TICKS);
        this.send = send;
    }

    void start() {
        timer = vertx.setPeriodic(tickMillis, _ -> tick());
    }

    /// Something was sent.
    void saw() {
        quietTicks = 0;
    }

    private void tick() {
        quietTicks++;
        if (quietTicks > TICKS) {
            quietTicks = 1;
            send.run();
        }
    }

    void stop() {
        vertx.cancelTimer(timer);
    }
}
