package dev.throughline.access.connection;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/// Handles a server's accepted connections before they are assigned to an event loop.
@ChannelHandler.Sharable
final class AcceptHandler extends ChannelInboundHandlerAdapter {
    private final ConnectionLimits limits;

    AcceptHandler(ConnectionLimits limits) {
        this.limits = limits;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof Channel accepted && !limits.admit(accepted)) {
            accepted.unsafe().closeForcibly();
        } else {
            context.fireChannelRead(message);
        }
    }
}
