package dev.throughline.run.prompt.prefix;

import dev.throughline.settings.Between;
import io.quarkus.runtime.annotations.StaticInitSafe;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// How lost prompt prefixes are detected and priced: `throughline.prefix.*`.
@StaticInitSafe
@ConfigMapping(prefix = "throughline.prefix")
public interface PrefixConfig {
    /// A file with prices in the format of the shipped one, which it replaces. Read at startup.
    Optional<Path> prices();

    /// Backend → its cache block size; by default that of its kind. Unit: tokens, 1 to 65,536.
    Map<String, Integer> block();

    /// Maximum requests of a run that its report compares, from the first on; 0 omits that section. Each
    /// costs two request bodies from the database and a few renderings.
    @WithDefault("200")
    @Between(least = 0, most = 10_000)
    int reportRequests();

    /// Maximum bytes of request bodies that a report reads for it.
    @WithDefault("32M")
    MemorySize reportBytes();

    /// Whether lost prefixes are counted as a metric. Off by default: each request then costs two request
    /// bodies from the database and a few renderings, on the cores that serve the traffic.
    @WithDefault("false")
    boolean metric();

    /// Longest prompt that is compared for the metric. Unit: tokens as the server counted them.
    @WithDefault("50000")
    @Between(least = 1, most = 10_000_000)
    int metricMaxTokens();

    /// Maximum requests waiting to be compared for the metric; more are counted as skipped.
    @WithDefault("64")
    @Between(least = 1, most = 10_000)
    int metricQueue();
}
