package dev.throughline.access.connection;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.ScheduledFuture;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Watches one HTTP/2 connection: unfinished request heads, floods of control frames, and answers that
/// their client leaves unread although it reads others. Confined to the connection's event loop.
///
/// Vert.x bounds resets, concurrent streams and the size of a head; Netty answers every PING and SETTINGS,
/// and accepts any number of empty CONTINUATION frames. Source: RFC 9113, 10.5 (Denial-of-Service
/// Considerations).
final class Http2FrameHandler extends ChannelInboundHandlerAdapter {
    private static final int HEADERS = 1;
    private static final int WINDOW_UPDATE = 8;
    private static final int CONTINUATION = 9;
    private static final int DATA = 0;
    private static final int RST_STREAM = 3;
    private static final int END_HEADERS = 4;
    /// The interval over which frames are counted.
    static final Duration WINDOW = Duration.ofSeconds(10);
    private static final int CHECKS = 4;

    private final ProtocolLimits limits;
    private final HeadDeadline head;
    private final UnreadStreams unread;
    private final Http2FrameScanner scanner = new Http2FrameScanner(this::on);
    private @Nullable ScheduledFuture<?> check;
    private long windowNanos = System.nanoTime();
    private int controlFrames;

    Http2FrameHandler(Http2ConnectionHandler http2, ProtocolLimits limits, HeadDeadline head) {
        this.limits = limits;
        this.head = head;
        this.unread = new UnreadStreams(http2, TimeUnit.MILLISECONDS.toNanos(limits.unreadMillis()), limits.closed());
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        long period = Math.max(1, limits.unreadMillis() / CHECKS);
        check = context.executor()
                .scheduleWithFixedDelay(() -> unread.check(context), period, period, TimeUnit.MILLISECONDS);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        ScheduledFuture<?> running = check;
        if (running != null) {
            running.cancel(false);
        }
        head.stop();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof ByteBuf bytes) {
            scanner.scan(bytes);
        }
        if (controlFrames > limits.maxControlFrames()) {
            limits.closed().count(ClosedConnections.Reason.FLOOD);
            ReferenceCountUtil.release(message);
            context.close();
            return;
        }
        context.fireChannelRead(message);
    }

    private void on(int type, int flags, int stream) {
        switch (type) {
            case HEADERS, CONTINUATION -> {
                if ((flags & END_HEADERS) != 0) {
                    head.stop();
                } else {
                    head.start();
                    control();
                }
            }
            case WINDOW_UPDATE -> unread.updated(stream);
            // Vert.x counts resets, Netty empty DATA.
            case DATA, RST_STREAM -> {}
            // PING, SETTINGS, PRIORITY, and unknown types.
            default -> control();
        }
    }

    private void control() {
        long now = System.nanoTime();
        if (now - windowNanos >= WINDOW.toNanos()) {
            windowNanos = now;
            controlFrames = 0;
        }
        controlFrames++;
    }
}
