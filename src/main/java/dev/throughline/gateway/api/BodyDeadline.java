package dev.throughline.gateway.api;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/// Aborts a request whose body is received too slowly: nothing for longer than the timeout, or not all of
/// it within the timeout plus the time that its bytes take at the minimum rate. Confined to the request's
/// event loop.
final class BodyDeadline {
    private static final int CHECKS = 4;

    private final HttpServerRequest request;
    private final long timeoutNanos;
    private final long bytesPerSecond;
    private final long begunNanos = System.nanoTime();
    private long movedNanos = begunNanos;
    private long seen;

    private BodyDeadline(HttpServerRequest request, Duration timeout, long bytesPerSecond) {
        this.request = request;
        this.timeoutNanos = timeout.toNanos();
        this.bytesPerSecond = bytesPerSecond;
    }

    /// Watches a body until it is complete or the request was answered.
    static void watch(Vertx vertx, HttpServerRequest request, Duration timeout, long bytesPerSecond) {
        var deadline = new BodyDeadline(request, timeout, bytesPerSecond);
        vertx.setPeriodic(Math.max(1, timeout.toMillis() / CHECKS), timer -> {
            if (deadline.isOver()) {
                vertx.cancelTimer(timer);
            } else if (deadline.hasPassed()) {
                vertx.cancelTimer(timer);
                deadline.cut();
            }
        });
    }

    private boolean isOver() {
        return request.isEnded()
                || request.response().ended()
                || request.response().closed();
    }

    private boolean hasPassed() {
        long now = System.nanoTime();
        long bytes = request.bytesRead();
        if (bytes != seen) {
            seen = bytes;
            movedNanos = now;
        }
        long allowed = timeoutNanos + TimeUnit.SECONDS.toNanos(bytes) / bytesPerSecond;
        return now - movedNanos >= timeoutNanos || now - begunNanos >= allowed;
    }

    private void cut() {
        if (request.version() == HttpVersion.HTTP_2) {
            request.response().reset();
        } else {
            request.connection().close();
        }
    }
}
