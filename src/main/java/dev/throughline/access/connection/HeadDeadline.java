package dev.throughline.access.connection;

import io.netty.channel.Channel;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Closes a connection if the head of a request takes too long. Confined to the connection's event loop.
///
/// Time in which the server itself does not read from the connection does not count.
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

    /// The head was received, or the connection is closed.
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
