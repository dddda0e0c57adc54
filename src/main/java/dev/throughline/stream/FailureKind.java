package dev.throughline.stream;

/// The kind of a failure, independent of a dialect; each dialect has its own name for each kind.
public enum FailureKind {
    INVALID_REQUEST(400),
    /// The conversation no longer fits the model's context.
    CONTEXT_OVERFLOW(400),
    AUTHENTICATION(401),
    PERMISSION(403),
    NOT_FOUND(404),
    METHOD_NOT_ALLOWED(405),
    CONFLICT(409),
    TOO_LARGE(413),
    UNSUPPORTED_MEDIA_TYPE(415),
    RATE_LIMIT(429),
    SERVER(500),
    BACKEND(502),
    UNAVAILABLE(503),
    TIMEOUT(504),
    OVERLOADED(529);

    private final int status;

    FailureKind(int status) {
        this.status = status;
    }

    /// The HTTP status of this kind unless a backend sent another.
    public int status() {
        return status;
    }
}
