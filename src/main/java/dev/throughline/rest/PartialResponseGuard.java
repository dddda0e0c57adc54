package dev.throughline.rest;

import io.netty.channel.Channel;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.impl.ConnectionBase;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import org.jboss.resteasy.reactive.server.ServerResponseFilter;

/// Keeps a response that failed half-way from looking complete. Quarkus REST resets such a response and
/// then maps the failure to another one; over HTTP/1.1 the end of that second response can reach the socket
/// before the reset closes it, and then reads as the last chunk of the first.
@Singleton
class PartialResponseGuard {
    /// Response filters run before the head is written, so a head that was already written means an aborted body.
    @ServerResponseFilter
    void breakOff(RoutingContext context) {
        HttpServerRequest request = context.request();
        if (request.response().headWritten() && request.version() != HttpVersion.HTTP_2) {
            Channel channel = ((ConnectionBase) request.connection()).channel();
            if (channel.eventLoop().inEventLoop()) {
                channel.close();
            } else {
                channel.close().awaitUninterruptibly();
            }
        }
    }
}
