package dev.throughline.harness;

/// The harness itself failed: nothing is known about the client. The message says what to do.
public final class HarnessException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private enum Kind {
        NETWORK_MISSING,
        TOOL_MISSING,
        UNKNOWN_VERSION,
        OTHER
    }

    private final Kind kind;

    public HarnessException(String message) {
        this(message, Kind.OTHER);
    }

    private HarnessException(String message, Kind kind) {
        super(message);
        this.kind = kind;
    }

    /// A registry cannot be reached, so that other requests to it are futile.
    static HarnessException withoutNetwork(String message) {
        return new HarnessException(message, Kind.NETWORK_MISSING);
    }

    /// This machine lacks a program that the check needs, or has one that is too old.
    static HarnessException withoutTool(String message) {
        return new HarnessException(message, Kind.TOOL_MISSING);
    }

    /// A registry does not have what was asked for, so that the question is to be changed.
    static HarnessException unknownVersion(String message) {
        return new HarnessException(message, Kind.UNKNOWN_VERSION);
    }

    public boolean isNetworkMissing() {
        return kind == Kind.NETWORK_MISSING;
    }

    public boolean isToolMissing() {
        return kind == Kind.TOOL_MISSING;
    }

    public boolean isUnknownVersion() {
        return kind == Kind.UNKNOWN_VERSION;
    }
}
