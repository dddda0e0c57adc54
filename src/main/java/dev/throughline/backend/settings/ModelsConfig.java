package dev.throughline.backend.settings;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithParentName;
import java.util.Map;

/// Maps the model names that clients request behind `/v1` and `/` to backends.
@ConfigMapping(prefix = "throughline.models")
public interface ModelsConfig {
    /// `throughline.models."PATTERN"=BACKEND/MODEL`: a name, or one with `*` for any characters; an exact name wins,
    /// then the pattern with the longest beginning before its first `*`. `BACKEND` or `BACKEND/*` keeps the name.
    @WithParentName
    Map<String, String> byPattern();
}
