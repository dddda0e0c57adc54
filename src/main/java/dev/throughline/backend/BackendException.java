package dev.throughline.backend;

import dev.throughline.stream.StreamEvent.Failure;

/// A backend gave no response.
public final class BackendException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Failure failure;

    BackendException(Failure failure) {
        super(failure.message(), null, false, false);
        this.failure = failure;
    }

    /// The message for the client.
    public Failure failure() {
        return failure;
    }
}
