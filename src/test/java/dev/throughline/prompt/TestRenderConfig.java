package dev.throughline.prompt;

import java.time.Duration;

/// Settings of rendering for tests without an application.
record TestRenderConfig(int threads, int waiting, Duration deadline) implements RenderConfig {
    /// The defaults.
    static final TestRenderConfig STANDARD = new TestRenderConfig(0, 64, Duration.ofSeconds(10));
}
