package dev.throughline.access.connection;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2RemoteFlowController;
import io.netty.handler.codec.http2.Http2Stream;
import java.util.ArrayList;
import java.util.List;

/// Ends HTTP/2 answers for which their client does not open the window. Confined to the connection's event
/// loop.
final class UnreadStreams {
    private final Http2ConnectionHandler http2;
    private final Http2Connection.PropertyKey since;
    private final long timeoutNanos;
    private final ClosedConnections closed;
    private long connectionUpdateNanos = System.nanoTime();

    UnreadStreams(Http2ConnectionHandler http2, long timeoutNanos, ClosedConnections closed) {
        this.http2 = http2;
        this.since = http2.connection().newKey();
        this.timeoutNanos = timeoutNanos;
        this.closed = closed;
    }

    /// The client accepts more of an answer.
    /// @param id of the stream; 0 for the connection
    void updated(int id) {
        Http2Stream stream = http2.connection().stream(id);
        if (id == 0) {
            connectionUpdateNanos = System.nanoTime();
        } else if (stream != null) {
            stream.removeProperty(since);
        }
    }

    /// Ends what was left unread for too long.
    /// @param any context of the connection's pipeline
    void check(ChannelHandlerContext any) {
        List<Http2Stream> unread = new ArrayList<>();
        try {
            http2.connection().forEachActiveStream(stream -> {
                if (isUnread(stream)) {
                    unread.add(stream);
                }
                return true;
            });
        } catch (Http2Exception e) {
            throw new IllegalStateException(e);
        }
        unread.forEach(stream -> reset(any.pipeline(), stream));
    }

    private boolean isUnread(Http2Stream stream) {
        Http2RemoteFlowController flow = http2.connection().remote().flowController();
        long now = System.nanoTime();
        if (!flow.hasFlowControlled(stream)) {
            stream.removeProperty(since);
            return false;
        }
        Long waiting = stream.getProperty(since);
        if (waiting == null) {
            stream.setProperty(since, now);
            return false;
        }
        boolean waitsForConnection = flow.windowSize(stream) > 0;
        long from = waitsForConnection ? Math.max(waiting, connectionUpdateNanos) : waiting;
        return now - from >= timeoutNanos;
    }

    private void reset(ChannelPipeline pipeline, Http2Stream stream) {
        ChannelHandlerContext context = pipeline.context(http2);
        if (context != null) {
            closed.count(ClosedConnections.Reason.UNREAD);
            http2.resetStream(context, stream.id(), Http2Error.CANCEL.code(), context.newPromise());
            context.flush();
        }
    }
}
