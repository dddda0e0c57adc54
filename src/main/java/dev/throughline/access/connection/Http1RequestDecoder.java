package dev.throughline.access.connection;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.impl.VertxHttpRequestDecoder;
import java.util.List;

/// The HTTP/1.1 decoder of Vert.x, with a deadline for each head, and without its tolerance of requests
/// that announce their length twice.
///
/// A request with both `Transfer-Encoding` and `Content-Length` is rejected as malformed: two servers in a
/// row that disagree about its end would let a second request through in its body. Source: RFC 9112, 6.3
/// and 11.2 (request smuggling).
final class Http1RequestDecoder extends VertxHttpRequestDecoder {
    private final HeadDeadline deadline;
    private boolean isBetweenRequests = true;

    Http1RequestDecoder(HttpServerOptions options, HeadDeadline deadline) {
        super(options);
        this.deadline = deadline;
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) throws Exception {
        int before = out.size();
        super.decode(context, in, out);
        for (int i = before; i < out.size(); i++) {
            if (out.get(i) instanceof HttpRequest) {
                isBetweenRequests = false;
                deadline.stop();
            }
            if (out.get(i) instanceof LastHttpContent) {
                isBetweenRequests = true;
            }
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
        super.channelRead(context, message);
        if (isBetweenRequests && !context.isRemoved() && actualReadableBytes() > 0) {
            deadline.start();
        }
    }

    @Override
    protected void handlerRemoved0(ChannelHandlerContext context) throws Exception {
        deadline.stop();
        super.handlerRemoved0(context);
    }

    @Override
    protected void handleTransferEncodingChunkedWithContentLength(HttpMessage message) {
        throw new IllegalArgumentException("The request has both Transfer-Encoding and Content-Length.");
    }
}
