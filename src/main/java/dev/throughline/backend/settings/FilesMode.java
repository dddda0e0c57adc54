package dev.throughline.backend.settings;

/// How PDFs in requests are sent to a backend.
public enum FilesMode {
    /// As the kind of backend accepts them; if it is unknown, as its dialect does.
    AUTO("auto"),
    /// Unchanged.
    NATIVE("native"),
    /// Replaced by a note for the model that names them.
    NOTE("note");

    private final String id;

    FilesMode(String id) {
        this.id = id;
    }

    /// The name used in settings.
    public String id() {
        return id;
    }
}
