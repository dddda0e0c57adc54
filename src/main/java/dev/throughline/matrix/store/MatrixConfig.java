package dev.throughline.matrix.store;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/// The compatibility matrix: `throughline.matrix.*`.
@ConfigMapping(prefix = "throughline.matrix")
public interface MatrixConfig {
    /// Age of a cell's last measurement from which the cell is stale. Unit: a duration such as 90d or 12h.
    @WithDefault("90d")
    Duration staleAfter();

    /// Whether the measurements shipped with the project are loaded at startup.
    @WithDefault("shipped")
    Shipped measured();

    /// How long a start waits for them; after that they are loaded while the service already answers. Unit: a duration
    /// such as 30s or 10m.
    @WithDefault("30s")
    Duration measuredWithin();

    /// What is known before anything is measured here.
    enum Shipped {
        /// What the project measured.
        SHIPPED,
        /// Nothing.
        NONE
    }
}
