package dev.throughline.wire.responses;

/// The status of an output item.
enum ResponsesItemStatus {
    IN_PROGRESS("in_progress"),
    COMPLETED("completed"),
    /// The answer ended within it.
    INCOMPLETE("incomplete");

    private final String id;

    ResponsesItemStatus(String id) {
        this.id = id;
    }

    /// The name on the wire.
    public String id() {
        return id;
    }
}
