package dev.throughline.access;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithParentName;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Who may use the service: `throughline.access` and `throughline.access.*`.
@ConfigMapping(prefix = "throughline.access")
public interface AccessConfig {

    /// `throughline.access` itself: `open` (the default on a loopback address), `keys` (the default elsewhere), or
    /// `open-to-everyone` for a service that others reach and that needs no keys all the same.
    @WithParentName
    Optional<AccessSetting> setting();

    /// How often the keys are read again: how long a revoked key may still work. While the database is away the keys
    /// that were read last stay valid.
    @WithDefault("2s")
    Duration refresh();

    /// Names under which the service answers beside the loopback names, without ports, for instance
    /// `throughline.example.org`; others are refused with 421. Without any, a service on a loopback address answers
    /// under loopback names only, and one on another address under every name. Where some are set on such an
    /// address, IP addresses are answered as well.
    Optional<List<String>> hosts();

    /// Origins whose pages may call the service from a browser, for instance `https://tools.example.org`; requests of
    /// all others are refused with 403. Without any, no answer carries a CORS header.
    Optional<List<String>> origins();

    /// Whether HTTP/2 is spoken without TLS (h2c), by upgrade or at once, for instance to a proxy in front.
    @WithDefault("false")
    boolean http2Cleartext();

    /// What a key may use when it was made without limits of its own.
    Limits limits();

    /// Limits of a key, each counted in every process apart but for the runs.
    interface Limits {
        /// Requests of any kind within a minute; as many may come at once.
        @WithDefault("600")
        @Min(1)
        @Max(1_000_000)
        long requestsPerMinute();

        /// Answers and live event streams under way at once.
        @WithDefault("64")
        @Min(1)
        @Max(1_000_000)
        long streams();

        /// Largest request body.
        @WithDefault("32M")
        MemorySize bodyBytes();

        /// Runs opened within 24 hours.
        @WithDefault("1000")
        @Min(1)
        @Max(1_000_000)
        long runsPerDay();
    }
}
