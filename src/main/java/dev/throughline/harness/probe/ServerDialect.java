package dev.throughline.harness.probe;

import java.util.Arrays;
import java.util.Optional;

/// A dialect that a server may support, in the order in which they are tried.
public enum ServerDialect {
    CHAT("openai-chat", "chat/completions"),
    MESSAGES("anthropic", "messages"),
    RESPONSES("responses", "responses");

    private final String id;
    private final String path;

    ServerDialect(String id, String path) {
        this.id = id;
        this.path = path;
    }

    /// The name used in options, settings and reports.
    public String id() {
        return id;
    }

    /// Its endpoint, below the version segment.
    public String path() {
        return path;
    }

    /// The dialect with a name.
    public static Optional<ServerDialect> named(String id) {
        return Arrays.stream(values()).filter(dialect -> dialect.id.equals(id)).findFirst();
    }
}
