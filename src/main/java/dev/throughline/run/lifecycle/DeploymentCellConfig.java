package dev.throughline.run.lifecycle;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithParentName;
import java.net.URI;
import java.util.Map;

/// Where the other installations of a deployment in cells are: `throughline.cells.NAME.url`.
@ConfigMapping(prefix = "throughline.cells")
public interface DeploymentCellConfig {
    @WithParentName
    Map<String, Address> byName();

    /// The base URL of a cell, as its users reach it.
    interface Address {
        URI url();
    }
}
