package dev.throughline.prompt;

import dev.throughline.settings.Between;
import io.quarkus.runtime.annotations.StaticInitSafe;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/// How much rendering the service does at once: `throughline.render.*`.
@StaticInitSafe
@ConfigMapping(prefix = "throughline.render")
public interface RenderConfig {
    /// Threads that render prompts; a rendering has one. 0 is half of the processors, but 1 to 4.
    @WithDefault("0")
    @Between(least = 0, most = 64)
    int threads();

    /// Maximum requests that wait for a thread; more are refused with 503.
    @WithDefault("64")
    @Between(least = 1, most = 10_000)
    int waiting();

    /// How long all renderings of a request may take together, and how long one waits for its tokenizer.
    @WithDefault("10s")
    Duration deadline();
}
