package dev.throughline.backend.settings;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithParentName;
import java.util.Map;

/// The backends by name; no other host is contacted.
@ConfigMapping(prefix = "throughline.backends")
public interface BackendsConfig {
    @WithParentName
    Map<String, BackendSettings> byName();
}
