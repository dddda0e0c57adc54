package dev.throughline.telemetry;

import dev.throughline.settings.Between;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/// Visibility of the service: `throughline.telemetry.*`.
@ConfigMapping(prefix = "throughline.telemetry")
interface TelemetryConfig {
    /// Maximum number of model names in metric tags; any further one is counted as `other`. A larger number
    /// creates more time series. Unit: names.
    @WithDefault("32")
    @Between(least = 0, most = 1_000)
    int maxModels();
}
