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

    /// Whether the measurements shipped with the project count.
    @WithDefault("shipped")
    Shipped measured();

    /// The knowledge before anything is measured here.
    enum Shipped {
        /// The project's measurements.
        SHIPPED,
        /// Nothing.
        NONE
    }
}
