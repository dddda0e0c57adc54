package dev.throughline.run.prompt.prefix;

import io.quarkus.runtime.annotations.StaticInitSafe;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// How lost prefixes are found and what they cost: `throughline.prefix.*`.
@StaticInitSafe
@ConfigMapping(prefix = "throughline.prefix")
public interface PrefixConfig {
    /// A file with prices, of the form of the shipped one, which it replaces. Read at the start.
    Optional<Path> prices();

    /// Backend → how many tokens it keeps or drops together; by default as its kind does. Unit: tokens,
    /// 1 to 65,536.
    Map<String, Integer> block();

    /// How many requests of a run its report compares at most, from the first on; 0 leaves the part out.
    /// Each costs two
    /// request bodies from the database and a few renderings.
    @WithDefault("200")
    @Min(0)
    @Max(10_000)
    int reportRequests();

    /// Bytes of request bodies that a report reads at most for it.
    @WithDefault("32M")
    MemorySize reportBytes();

    /// Whether what requests lose is counted as a metric. Off by default: each request then costs two
    /// request bodies
    /// from the database and a few renderings, on the cores that serve the traffic.
    @WithDefault("false")
    boolean metric();

    /// Longest prompt that is compared for the metric. Unit: tokens as the server counted them.
    @WithDefault("50000")
    @Min(1)
    @Max(10_000_000)
    int metricMaxTokens();

    /// Requests that wait to be compared for the metric; more are counted as skipped.
    @WithDefault("64")
    @Min(1)
    @Max(10_000)
    int metricQueue();
}
