package dev.throughline.access.connection;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.epoll.EpollTcpInfo;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Closes a connection whose peer reads nothing of what waits to be written. Confined to the connection's
/// event loop.
///
/// The connection is reset: otherwise the system would keep its buffered data for a peer that does not read
/// until it timed out.
final class UnreadDeadline {
    private static final int CHECKS = 4;

    private final Channel channel;
    private final long timeoutNanos;
    private final ClosedConnections closed;
    private @Nullable ScheduledFuture<?> check;
    private @Nullable Object message;
    private long progress;
    private long sinceNanos;
    private long lookedNanos = System.nanoTime();

    UnreadDeadline(Channel channel, long timeoutMillis, ClosedConnections closed) {
        this.channel = channel;
        this.timeoutNanos = TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
        this.closed = closed;
    }

    /// Bytes were passed to the system; what it did not accept is watched.
    void flushed() {
        if (check == null && isPending()) {
            look();
            schedule();
        }
    }

    /// The connection is closed.
    void stop() {
        ScheduledFuture<?> running = check;
        if (running != null) {
            running.cancel(false);
            check = null;
        }
        message = null;
    }

    private boolean isPending() {
        ChannelOutboundBuffer buffer = channel.unsafe().outboundBuffer();
        return buffer != null && buffer.totalPendingWriteBytes() > 0;
    }

    private void schedule() {
        check = channel.eventLoop().schedule(this::check, Math.max(1, timeoutNanos / CHECKS), TimeUnit.NANOSECONDS);
    }

    private void check() {
        check = null;
        message = isPending() ? message : null;
        if (!isPending()) {
            return;
        }
        if (!look() && System.nanoTime() - sinceNanos >= timeoutNanos) {
            closed.count(ClosedConnections.Reason.UNREAD);
            channel.config().setOption(ChannelOption.SO_LINGER, 0);
            // At the socket: Vert.x would first write what is queued.
            channel.pipeline().firstContext().close();
        } else {
            schedule();
        }
    }

    /// Whether the system could send something since the last check. It reports writability only once a
    /// third of its buffer is free, which a slow reader may not reach in time.
    private boolean hasSent() {
        if (!(channel instanceof EpollSocketChannel epoll)) {
            return false;
        }
        EpollTcpInfo info = epoll.tcpInfo();
        // Zero-window probes may carry a byte, and are sent at growing intervals.
        return info.retransmits() == 0
                && info.backoff() == 0
                && TimeUnit.MILLISECONDS.toNanos(info.lastDataSent()) < System.nanoTime() - lookedNanos;
    }

    /// Whether the peer read something since the last check.
    private boolean look() {
        ChannelOutboundBuffer buffer = channel.unsafe().outboundBuffer();
        Object first = buffer == null ? null : buffer.current();
        long taken = buffer == null ? 0 : buffer.currentProgress();
        boolean hasMoved = first != message || taken != progress || hasSent();
        message = first;
        progress = taken;
        lookedNanos = System.nanoTime();
        if (hasMoved) {
            sinceNanos = lookedNanos;
        }
        return hasMoved;
    }
}
