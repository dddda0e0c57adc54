package dev.throughline.gateway.admission;

import dev.throughline.stream.StreamEvent.Failure;

/// A held conversation cannot be read: it is too large, or there is no memory for it.
public final class HeldRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient Failure failure;

    HeldRefusedException(Failure failure) {
        super(failure.message());
        this.failure = failure;
    }

    /// The response to the client.
    public Failure failure() {
        return failure;
    }
}
