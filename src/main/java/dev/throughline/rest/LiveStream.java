package dev.throughline.rest;

import dev.throughline.access.Caller;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.vertx.core.net.impl.ConnectionBase;
import io.vertx.ext.web.RoutingContext;
import java.util.concurrent.atomic.AtomicBoolean;

/// A stream of live events that counts for its caller until it is over: until its response ends, or its connection
/// closes. A response whose last write met a closed connection never ends.
final class LiveStream implements ChannelFutureListener {
    private final Channel channel;
    private final Caller caller;
    private final AtomicBoolean isOver = new AtomicBoolean();

    private LiveStream(Channel channel, Caller caller) {
        this.channel = channel;
        this.caller = caller;
    }

    /// @param caller whose stream has begun
    static void watch(RoutingContext context, Caller caller) {
        Channel channel = ((ConnectionBase) context.request().connection()).channel();
        var stream = new LiveStream(channel, caller);
        context.addEndHandler(_ -> stream.end());
        channel.closeFuture().addListener(stream);
    }

    @Override
    public void operationComplete(ChannelFuture closed) {
        end();
    }

    private void end() {
        if (isOver.compareAndSet(false, true)) {
            channel.closeFuture().removeListener(this);
            caller.endStream();
        }
    }
}
