package dev.throughline.stream;

/// What went wrong, in no dialect's words; each dialect has its own name for each kind.
public enum FailureKind {
    INVALID_REQUEST(400),
    /// The conversation does not fit the model's context any more.
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

    /// The HTTP status that goes with this kind unless a backend named another.
    public int status() {
        return status;
    }
}
