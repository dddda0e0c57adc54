package dev.throughline.access.connection;

import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import java.util.Map;

/// Waits after TLS until Vert.x has chosen the protocol of the connection, and installs its limits before
/// the first byte is decoded.
final class ProtocolHandler extends ChannelInboundHandlerAdapter {
    /// The name under which Vert.x adds its HTTP/1.1 decoder to a pipeline.
    private static final String DECODER = "httpDecoder";

    private final ProtocolLimits limits;
    private final HeadDeadline head;

    private ProtocolHandler(ProtocolLimits limits, HeadDeadline head) {
        this.limits = limits;
        this.head = head;
    }

    /// Installs the limits for the chosen protocol, or waits for the choice.
    static void watch(ChannelPipeline pipeline, ProtocolLimits limits, HeadDeadline head) {
        if (pipeline.get(DECODER) != null) {
            pipeline.replace(DECODER, DECODER, new Http1RequestDecoder(limits.options(), head));
        } else {
            pipeline.addLast(new ProtocolHandler(limits, head));
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
        ChannelPipeline pipeline = context.pipeline();
        for (Map.Entry<String, ChannelHandler> handler : pipeline) {
            if (handler.getValue() instanceof Http2ConnectionHandler http2) {
                var frames = new Http2FrameHandler(http2, limits, head);
                pipeline.replace(this, null, frames);
                frames.channelRead(pipeline.context(frames), message);
                return;
            }
        }
        watch(pipeline, limits, head);
        // Removed last, so that received data reaches the following handlers.
        context.fireChannelRead(message);
        if (!context.isRemoved()) {
            pipeline.remove(this);
        }
    }
}
