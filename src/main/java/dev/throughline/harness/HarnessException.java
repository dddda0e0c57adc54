package dev.throughline.harness;

/// The harness itself failed: nothing is known about the client. The message says what to do.
public final class HarnessException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean isNetworkMissing;

    public HarnessException(String message) {
        this(message, false);
    }

    private HarnessException(String message, boolean isNetworkMissing) {
        super(message);
        this.isNetworkMissing = isNetworkMissing;
    }

    /// A registry cannot be reached, so that other requests to it are futile.
    static HarnessException withoutNetwork(String message) {
        return new HarnessException(message, true);
    }

    public boolean isNetworkMissing() {
        return isNetworkMissing;
    }
}
