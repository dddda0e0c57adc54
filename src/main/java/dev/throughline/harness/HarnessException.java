package dev.throughline.harness;

/// The harness itself failed: nothing is known about the client. The message says what to do.
public final class HarnessException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public HarnessException(String message) {
        super(message);
    }
}
