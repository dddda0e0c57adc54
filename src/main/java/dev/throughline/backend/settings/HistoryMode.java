package dev.throughline.backend.settings;

/// How the reasoning in a request's history is sent to a backend.
public enum HistoryMode {
    /// REPAIR for a vendor that refuses answers without their reasoning, else AS_SENT.
    AUTO("auto"),
    /// Unchanged.
    AS_SENT("as-sent"),
    /// Restores what the client dropped or changed from the recorded run, byte for byte.
    REPAIR("repair"),
    /// Only reasoning after the last user message is sent.
    KEEP_LAST("keep-last"),
    /// No reasoning is sent.
    NONE("none");

    private final String id;

    HistoryMode(String id) {
        this.id = id;
    }

    /// The name used in settings.
    public String id() {
        return id;
    }
}
