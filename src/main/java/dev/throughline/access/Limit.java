package dev.throughline.access;

/// A limited resource of a key.
public enum Limit {
    /// Requests of any kind per minute, evenly refilled.
    REQUESTS_PER_MINUTE("requests-per-minute", "requests per minute"),
    /// Answers and live event streams under way at once.
    STREAMS("streams", "concurrent answers"),
    /// Bytes of one request body.
    BODY_BYTES("body-bytes", "bytes per request body"),
    /// Runs opened within 24 hours.
    RUNS_PER_DAY("runs-per-day", "runs opened within 24 hours");

    /// Names the limit in responses caused by it, to distinguish it from a model provider's limit.
    public static final String HEADER = "x-throughline-limit";

    private final String label;
    private final String words;

    Limit(String label, String words) {
        this.label = label;
        this.words = words;
    }

    /// The name in headers and settings.
    public String label() {
        return label;
    }

    /// The column of `access_key`.
    String column() {
        return label.replace('-', '_');
    }

    String words() {
        return words;
    }
}
