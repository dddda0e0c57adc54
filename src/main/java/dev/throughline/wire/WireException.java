package dev.throughline.wire;

import dev.throughline.stream.FailureKind;
import dev.throughline.stream.StreamEvent.Failure;

/// A request that is invalid in its dialect. Carries the message for the client.
public final class WireException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Failure failure;

    public WireException(Failure failure) {
        super(failure.message(), null, false, false);
        this.failure = failure;
    }

    /// An error at one location of a request.
    /// @param pointer JSON pointer of the location, empty for the body as a whole
    public static WireException invalid(String pointer, String message) {
        return new WireException(
                Failure.of(FailureKind.INVALID_REQUEST, message).at(pointer));
    }

    public Failure failure() {
        return failure;
    }
}
