package dev.throughline.backend;

import io.netty.util.concurrent.EventExecutor;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;

/// The event loops that share a backend's connections.
final class EventLoops {
    private EventLoops() {}

    static int count(Vertx vertx) {
        int count = 0;
        for (EventExecutor _ : ((VertxInternal) vertx).getEventLoopGroup()) {
            count++;
        }
        return count;
    }
}
