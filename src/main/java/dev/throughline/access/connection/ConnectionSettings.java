package dev.throughline.access.connection;

import dev.throughline.settings.Between;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/// Limits of client connections: `throughline.connections.*`.
@ConfigMapping(prefix = "throughline.connections")
public interface ConnectionSettings {

    /// Timeout for the head of a request: from connecting, TLS included, for the first one, and from its
    /// first byte for later ones on the same connection. From 10 ms to one hour.
    @WithDefault("10s")
    Duration headTimeout();

    /// Time during which a client reads nothing of a pending answer, after which its connection is closed
    /// (over HTTP/2: its stream reset). From 10 ms to one hour. What the kernel buffers for the client, up
    /// to 256 KiB, counts as read.
    @WithDefault("120s")
    Duration unreadTimeout();

    /// Maximum concurrent connections per address (IPv4) or /64 network (IPv6); more are closed. If Quarkus
    /// takes the addresses of clients from a proxy (`quarkus.http.proxy.proxy-address-forwarding`, or the
    /// PROXY protocol), all connections are the proxy's and none is closed for this.
    @WithDefault("4096")
    @Between(least = 1, most = 1_000_000)
    int maxPerAddress();

    /// Limits of a connection that speaks HTTP/2.
    Http2 http2();

    /// Limits of one HTTP/2 connection.
    interface Http2 {
        /// Maximum concurrent requests.
        @WithDefault("100")
        @Between(least = 1, most = 100_000)
        int maxConcurrentStreams();

        /// Maximum requests reset within 10 s; beyond that the connection is closed ("rapid reset").
        @WithDefault("200")
        @Between(least = 1, most = 1_000_000)
        int maxResets();

        /// Maximum frames within 10 s that request nothing (PING, SETTINGS, PRIORITY, parts of a head that
        /// does not end, unknown ones); beyond that the connection is closed.
        @WithDefault("1000")
        @Between(least = 10, most = 1_000_000)
        int maxControlFrames();
    }
}
