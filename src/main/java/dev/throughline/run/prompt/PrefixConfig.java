package dev.throughline.run.prompt;

import dev.throughline.settings.Between;
import io.quarkus.runtime.annotations.StaticInitSafe;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/// How much of a run is searched for lost prompt prefixes: `throughline.prefix.*`.
@StaticInitSafe
@ConfigMapping(prefix = "throughline.prefix")
public interface PrefixConfig {
    /// Maximum requests of a run that its report compares, from the first on; 0 omits that section. Each
    /// costs two request bodies from the database and a few renderings.
    @WithDefault("200")
    @Between(least = 0, most = 10_000)
    int reportRequests();

    /// Maximum bytes of request bodies that a report reads for it.
    @WithDefault("32M")
    MemorySize reportBytes();
}
