package dev.throughline.access.connection;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;

/// What connections of clients may cost: `throughline.connections.*`.
@ConfigMapping(prefix = "throughline.connections")
public interface ConnectionSettings {

    /// Time for the head of a request: from connecting, TLS included, for the first one, from its first byte
    /// for those that follow on the same connection. From 10 ms to an hour.
    @WithDefault("10s")
    Duration headTimeout();

    /// Time in which a client takes nothing of an answer that waits for it, after which its connection is
    /// closed (over HTTP/2: its answer ended). From 10 ms to an hour. What the system takes for the client, up
    /// to 256 KiB, counts as taken.
    @WithDefault("120s")
    Duration unreadTimeout();

    /// Connections that an address (IPv4) or a network of 64 bits (IPv6) may have at once; more are closed.
    /// Where Quarkus takes the addresses of clients from a proxy (`quarkus.http.proxy.proxy-address-
    /// forwarding`, or the PROXY protocol), all connections are the proxy's and none is closed for this.
    @WithDefault("4096")
    @Min(1)
    @Max(1_000_000)
    int maxPerAddress();

    /// Limits of a connection that speaks HTTP/2.
    Http2 http2();

    /// What one HTTP/2 connection may ask for.
    interface Http2 {
        /// Requests under way at once.
        @WithDefault("100")
        @Min(1)
        @Max(100_000)
        int maxConcurrentStreams();

        /// Requests that are taken back within 10 s; after more the connection is closed ("rapid reset").
        @WithDefault("200")
        @Min(1)
        @Max(1_000_000)
        int maxResets();

        /// Frames within 10 s that ask for nothing (PING, SETTINGS, PRIORITY, parts of a head that does not
        /// end, unknown ones); after more the connection is closed.
        @WithDefault("1000")
        @Min(10)
        @Max(1_000_000)
        int maxControlFrames();
    }
}
