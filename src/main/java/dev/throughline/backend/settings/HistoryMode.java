package dev.throughline.backend.settings;

/// What to do with the reasoning in a request's history before it is sent to a backend.
public enum HistoryMode {
    /// Nothing.
    AS_SENT("as-sent"),
    /// What the client dropped or changed is restored, byte for byte, from its run's recorded answers.
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
