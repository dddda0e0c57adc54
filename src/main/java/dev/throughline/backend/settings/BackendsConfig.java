package dev.throughline.backend.settings;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithParentName;
import java.util.Map;

/// The backends that may be reached, by name; nothing else is ever dialled.
@ConfigMapping(prefix = "throughline.backends")
public interface BackendsConfig {
    @WithParentName
    Map<String, BackendSettings> byName();
}
