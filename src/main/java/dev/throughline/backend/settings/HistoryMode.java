package dev.throughline.backend.settings;

/// What becomes of the reasoning in a request's history on its way to a backend.
public enum HistoryMode {
    /// Nothing.
    AS_SENT("as-sent"),
    /// What the client dropped or changed is put back, byte for byte, from the record of its run.
    REPAIR("repair"),
    /// Only reasoning behind the last user message is sent.
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
