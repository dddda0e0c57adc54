package dev.throughline.gateway.held;

import dev.throughline.stream.StreamEvent.Failure;

/// What is held cannot be read: it is too large, or there is no memory for it.
public final class HeldRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient Failure failure;

    HeldRefusedException(Failure failure) {
        super(failure.message());
        this.failure = failure;
    }

    /// What the client is answered.
    public Failure failure() {
        return failure;
    }
}
