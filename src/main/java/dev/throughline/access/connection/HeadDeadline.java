package dev.throughline.access.connection;

import io.netty.channel.Channel;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Closes a connection when the head of a request takes too long. Lives on the connection's event loop.
///
/// While the server itself does not read from the connection, nothing counts.
final class HeadDeadline {
    private final Channel channel;
    private final long timeoutMillis;
    private final ClosedConnections closed;
    private @Nullable ScheduledFuture<?> pending;

    HeadDeadline(Channel channel, long timeoutMillis, ClosedConnections closed) {
        this.channel = channel;
        this.timeoutMillis = timeoutMillis;
        this.closed = closed;
    }

    /// A head is expected from now on.
    void start() {
        if (pending == null && channel.isActive()) {
            pending = channel.eventLoop().schedule(this::passed, timeoutMillis, TimeUnit.MILLISECONDS);
        }
    }

    /// The head came, or the connection is over.
    void stop() {
        ScheduledFuture<?> running = pending;
        if (running != null) {
            running.cancel(false);
            pending = null;
        }
    }

    private void passed() {
        pending = null;
        if (!channel.isActive()) {
            return;
        }
        if (channel.config().isAutoRead()) {
            closed.count(ClosedConnections.Reason.HEAD);
            channel.close();
        } else {
            start();
        }
    }
}
