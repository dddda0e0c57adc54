package dev.throughline.access.connection;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.channel.Channel;
import io.quarkus.vertx.http.HttpServerOptionsCustomizer;
import io.vertx.core.http.HttpServerOptions;
import jakarta.enterprise.context.ApplicationScoped;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/// The limits on the connections of this process's HTTP servers, and their metrics.
@ApplicationScoped
class ConnectionLimits implements HttpServerOptionsCustomizer {
    private static final Duration LEAST = Duration.ofMillis(10);
    private static final Duration MOST = Duration.ofHours(1);
    private static final String HANDLER = "throughline-connection";

    private final ConnectionSettings settings;
    private final ClosedConnections closed;
    private final AddressCount connections;
    private volatile HttpServerOptions options = new HttpServerOptions();

    ConnectionLimits(
            ConnectionSettings settings,
            MeterRegistry registry,
            @ConfigProperty(name = "quarkus.http.proxy.proxy-address-forwarding", defaultValue = "false")
                    boolean isForwarded,
            @ConfigProperty(name = "quarkus.http.proxy.use-proxy-protocol", defaultValue = "false")
                    boolean isProxyProtocol) {
        check("head-timeout", settings.headTimeout());
        check("unread-timeout", settings.unreadTimeout());
        this.settings = settings;
        this.closed = new ClosedConnections(registry);
        this.connections =
                new AddressCount(isForwarded || isProxyProtocol ? Integer.MAX_VALUE : settings.maxPerAddress());
        Gauge.builder("throughline.connections.open", connections, AddressCount::total)
                .description("Open client connections.")
                .register(registry);
    }

    private static void check(String name, Duration value) {
        if (value.compareTo(LEAST) < 0 || value.compareTo(MOST) > 0) {
            throw new IllegalArgumentException(
                    "throughline.connections." + name + ": from 10 ms to an hour was expected, found " + value);
        }
    }

    @Override
    public void customizeHttpServer(HttpServerOptions options) {
        customize(options);
    }

    @Override
    public void customizeHttpsServer(HttpServerOptions options) {
        customize(options);
    }

    private void customize(HttpServerOptions server) {
        options = server;
        server.setSslHandshakeTimeout(settings.headTimeout().toMillis())
                .setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS);
        ConnectionSettings.Http2 http2 = settings.http2();
        server.setHttp2RstFloodMaxRstFramePerWindow(http2.maxResets());
        server.setHttp2RstFloodWindowDuration((int) Http2FrameHandler.WINDOW.toSeconds());
        server.setHttp2RstFloodWindowDurationTimeUnit(TimeUnit.SECONDS);
        server.getInitialSettings()
                .setMaxConcurrentStreams(http2.maxConcurrentStreams())
                .setMaxHeaderListSize(server.getMaxHeaderSize());
    }

    /// Registers an accepted connection, unless its address is at its limit.
    boolean admit(Channel channel) {
        String address = channel.remoteAddress() instanceof InetSocketAddress remote
                ? AddressCount.key(remote.getAddress())
                : "";
        if (!connections.enter(address)) {
            closed.count(ClosedConnections.Reason.ADDRESS);
            return false;
        }
        channel.closeFuture().addListener(_ -> connections.leave(address));
        long unreadMillis = settings.unreadTimeout().toMillis();
        var limits = new ProtocolLimits(options, unreadMillis, settings.http2().maxControlFrames(), closed);
        channel.pipeline()
                .addLast(
                        HANDLER,
                        new ConnectionHandler(
                                limits,
                                new HeadDeadline(channel, settings.headTimeout().toMillis(), closed),
                                new UnreadDeadline(channel, unreadMillis, closed)));
        return true;
    }
}
