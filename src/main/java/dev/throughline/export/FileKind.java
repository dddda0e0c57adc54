package dev.throughline.export;

/// The kinds of files for downloads.
///
/// Media types by RFC 8259, 4180, 9110, the SARIF 2.1.0 registration and the JSON Lines convention.
public enum FileKind {
    JSON("json", "application/json", true),
    TEXT("txt", "text/plain;charset=UTF-8", true),
    JSONL("jsonl", "application/x-ndjson", false),
    JUNIT("xml", "application/xml;charset=UTF-8", false),
    SARIF("sarif", "application/sarif+json", false),
    CSV("csv", "text/csv;charset=UTF-8;header=present", false),
    HTML("html", "text/html;charset=UTF-8", true);

    private final String extension;
    private final String mediaType;
    private final boolean shown;

    FileKind(String extension, String mediaType, boolean shown) {
        this.extension = extension;
        this.mediaType = mediaType;
        this.shown = shown;
    }

    /// The file name extension, without the dot.
    public String extension() {
        return extension;
    }

    /// Its media type with parameters.
    public String mediaType() {
        return mediaType;
    }

    /// Whether a browser displays it instead of saving it.
    public boolean isShown() {
        return shown;
    }
}
