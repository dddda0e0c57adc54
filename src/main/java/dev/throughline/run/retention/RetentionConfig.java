package dev.throughline.run.retention;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;

/// How long recorded data is kept: `throughline.retention.*`. Nothing is ever removed unless one of the
/// first two is set. Both count from the moment when the run was sealed; open runs, pinned runs, and the
/// latest sealed run of each version of a declared client are kept complete.
@ConfigMapping(prefix = "throughline.retention")
public interface RetentionConfig {
    /// How long request bodies and tokens of answers are kept. Unit: a duration such as 30d or 12h. Default:
    /// as long as the run, which is also the longest.
    Optional<Duration> contents();

    /// How long a run itself is kept, with its exchanges and its verdict. Default: forever.
    Optional<Duration> runs();

    /// How often due data is searched for and removed.
    @WithDefault("15m")
    Duration interval();
}
