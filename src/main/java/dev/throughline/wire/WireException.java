package dev.throughline.wire;

import dev.throughline.stream.FailureKind;
import dev.throughline.stream.StreamEvent.Failure;

/// A request that a dialect does not allow. Carries what the client is told.
public final class WireException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Failure failure;

    public WireException(Failure failure) {
        super(failure.message(), null, false, false);
        this.failure = failure;
    }

    /// A request that is wrong at one place.
    /// @param pointer JSON pointer of the place, empty for the body as a whole
    public static WireException invalid(String pointer, String message) {
        return new WireException(
                Failure.of(FailureKind.INVALID_REQUEST, message).at(pointer));
    }

    public Failure failure() {
        return failure;
    }
}
