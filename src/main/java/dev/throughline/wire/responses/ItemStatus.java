package dev.throughline.wire.responses;

/// How far an output item is.
enum ItemStatus {
    IN_PROGRESS("in_progress"),
    COMPLETED("completed"),
    /// The answer ended within it.
    INCOMPLETE("incomplete");

    private final String id;

    ItemStatus(String id) {
        this.id = id;
    }

    /// The word on the wire.
    String id() {
        return id;
    }
}
