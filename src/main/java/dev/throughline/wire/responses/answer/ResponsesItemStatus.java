package dev.throughline.wire.responses.answer;

/// How far an output item is.
public enum ResponsesItemStatus {
    IN_PROGRESS("in_progress"),
    COMPLETED("completed"),
    /// The answer ended within it.
    INCOMPLETE("incomplete");

    private final String id;

    ResponsesItemStatus(String id) {
        this.id = id;
    }

    /// The word on the wire.
    public String id() {
        return id;
    }
}
