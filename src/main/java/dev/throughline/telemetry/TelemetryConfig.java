package dev.throughline.telemetry;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

/// What the service shows of itself: `throughline.telemetry.*`.
@ConfigMapping(prefix = "throughline.telemetry")
interface TelemetryConfig {
    /// Maximum number of model names in metric tags; any further one is counted as `other`. A larger number
    /// creates more time series. Unit: names.
    @WithDefault("32")
    @Min(0)
    @Max(1_000)
    int maxModels();
}
