package dev.throughline.wire;

/// Where a chat backend reads the reasoning of earlier answers. Source: the backends' chat templates and parsers.
public enum HistoryField {
    /// As the client wrote it; `reasoning_content` where a body is made anew.
    AS_SENT("as-sent"),
    REASONING_CONTENT("reasoning_content"),
    REASONING("reasoning"),
    /// `reasoning_content` and `reasoning` with the same text.
    BOTH("both"),
    /// `reasoning_details`, one entry a block.
    DETAILS("details"),
    /// Before the content, between `<think>` and `</think>`.
    THINK_TAGS("think-tags"),
    /// Nowhere: the backend refuses it.
    NONE("none");

    private final String id;

    HistoryField(String id) {
        this.id = id;
    }

    /// The name used in settings.
    public String id() {
        return id;
    }
}
