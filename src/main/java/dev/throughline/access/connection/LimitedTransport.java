package dev.throughline.access.connection;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.InternetProtocolFamily;
import io.vertx.core.datagram.DatagramSocketOptions;
import io.vertx.core.impl.VertxBuilder;
import io.vertx.core.impl.transports.JDKTransport;
import io.vertx.core.net.ClientOptionsBase;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.spi.transport.Transport;
import jakarta.enterprise.inject.spi.CDI;
import java.net.SocketAddress;
import java.util.concurrent.ThreadFactory;

/// The transport that Vert.x would choose by itself, native if available, with our limits on every
/// connection that an HTTP server of Quarkus accepts: Vert.x has no other hook between accepting a
/// connection and its first request.
///
/// Found by Vert.x through `META-INF/services` when native transports are preferred.
public final class LimitedTransport implements Transport {
    private final Transport chosen;

    /// Called by the service loader.
    public LimitedTransport() {
        Transport available = VertxBuilder.nativeTransport();
        this.chosen = available != null && available.isAvailable() ? available : JDKTransport.INSTANCE;
    }

    @Override
    public void configure(NetServerOptions options, boolean domainSocket, ServerBootstrap bootstrap) {
        chosen.configure(options, domainSocket, bootstrap);
        // Vert.x passes a copy that no longer shows whether it is an HTTP server; there are no others.
        if (!domainSocket) {
            bootstrap.handler(new AcceptHandler(
                    CDI.current().select(ConnectionLimits.class).get()));
        }
    }

    @Override
    public boolean supportsDomainSockets() {
        return chosen.supportsDomainSockets();
    }

    @Override
    public boolean supportFileRegion() {
        return chosen.supportFileRegion();
    }

    @Override
    public SocketAddress convert(io.vertx.core.net.SocketAddress address) {
        return chosen.convert(address);
    }

    @Override
    public io.vertx.core.net.SocketAddress convert(SocketAddress address) {
        return chosen.convert(address);
    }

    @Override
    public EventLoopGroup eventLoopGroup(int type, int threads, ThreadFactory threadFactory, int ioRatio) {
        return chosen.eventLoopGroup(type, threads, threadFactory, ioRatio);
    }

    @Override
    public DatagramChannel datagramChannel() {
        return chosen.datagramChannel();
    }

    @Override
    public DatagramChannel datagramChannel(InternetProtocolFamily family) {
        return chosen.datagramChannel(family);
    }

    @Override
    public ChannelFactory<? extends Channel> channelFactory(boolean domainSocket) {
        return chosen.channelFactory(domainSocket);
    }

    @Override
    public ChannelFactory<? extends ServerChannel> serverChannelFactory(boolean domainSocket) {
        return chosen.serverChannelFactory(domainSocket);
    }

    @Override
    public void configure(DatagramChannel channel, DatagramSocketOptions options) {
        chosen.configure(channel, options);
    }

    @Override
    public void configure(ClientOptionsBase options, boolean domainSocket, Bootstrap bootstrap) {
        chosen.configure(options, domainSocket, bootstrap);
    }
}
