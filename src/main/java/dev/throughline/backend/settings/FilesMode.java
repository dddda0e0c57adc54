package dev.throughline.backend.settings;

/// What becomes of PDFs in requests for a backend.
public enum FilesMode {
    /// As the kind of backend takes them; where that is not known, as its dialect does.
    AUTO("auto"),
    /// They go on.
    NATIVE("native"),
    /// Their text goes on in their place.
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
