package dev.throughline.backend.settings;

/// What to do with PDFs in requests for a backend.
public enum FilesMode {
    /// As supported by the kind of backend; if that is unknown, as defined by its dialect.
    AUTO("auto"),
    /// They are passed on.
    NATIVE("native"),
    /// Their text is sent instead.
    TEXT("text");

    private final String id;

    FilesMode(String id) {
        this.id = id;
    }

    /// The name used in settings.
    public String id() {
        return id;
    }
}
