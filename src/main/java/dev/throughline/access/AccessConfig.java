package dev.throughline.access;

import dev.throughline.settings.Between;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithParentName;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Access control of the service: `throughline.access` and `throughline.access.*`.
@ConfigMapping(prefix = "throughline.access")
public interface AccessConfig {
    /// `throughline.access` itself: `open` (the default on a loopback address), `keys` (the default
    /// elsewhere), or `open-to-everyone` for a service that others can reach and that still requires no
    /// keys.
    @WithParentName
    Optional<AccessSetting> setting();

    /// How often the keys are reloaded: how long a revoked key may still work. While the database is
    /// unavailable, the keys loaded last stay valid.
    @WithDefault("2s")
    Duration refresh();

    /// Host names that the service accepts besides the loopback names, without ports, for example
    /// `throughline.example.org`; others are refused with 421. If unset, a service on a loopback address
    /// accepts loopback names only, and one on another address accepts every name. If set on such an
    /// address, IP addresses are accepted as well.
    Optional<List<String>> hosts();

    /// Origins whose pages may call the service from a browser, for example `https://tools.example.org`;
    /// requests from all others are refused with 403. If unset, no response has a CORS header.
    Optional<List<String>> origins();

    /// Whether HTTP/2 without TLS (h2c) is accepted, by upgrade or prior knowledge, for example from a
    /// reverse proxy.
    @WithDefault("false")
    boolean http2Cleartext();

    /// Limits of keys that were created without their own.
    Limits limits();

    /// Limits of a key, each counted per process, except for the runs.
    interface Limits {
        /// Requests of any kind per minute; all of them may be sent in one burst.
        @WithDefault("600")
        @Between(least = 1, most = 1_000_000)
        long requestsPerMinute();

        /// Concurrent answers and live event streams.
        @WithDefault("64")
        @Between(least = 1, most = 1_000_000)
        long streams();

        /// Maximum size of a request body.
        @WithDefault("32M")
        MemorySize bodyBytes();

        /// Runs opened within 24 hours.
        @WithDefault("1000")
        @Between(least = 1, most = 1_000_000)
        long runsPerDay();
    }
}
