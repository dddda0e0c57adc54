package dev.throughline.access.connection;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;

/// Watches one connection next to its socket, before TLS: the deadline of its first request, and whether
/// the peer reads what is written.
final class ConnectionHandler extends ChannelDuplexHandler {
    private final ProtocolLimits limits;
    private final HeadDeadline head;
    private final UnreadDeadline unread;
    private boolean isWatched;

    ConnectionHandler(ProtocolLimits limits, HeadDeadline head, UnreadDeadline unread) {
        this.limits = limits;
        this.head = head;
        this.unread = unread;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        head.start();
        context.fireChannelActive();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (!isWatched) {
            isWatched = true;
            ProtocolHandler.watch(context.pipeline(), limits, head);
        }
        context.fireChannelRead(message);
    }

    @Override
    public void flush(ChannelHandlerContext context) {
        context.flush();
        unread.flushed();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        head.stop();
        unread.stop();
        context.fireChannelInactive();
    }
}
