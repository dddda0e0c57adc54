package dev.throughline.access;

/// The service may not start like this; the message is one line for a person.
public final class AccessException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    AccessException(String message) {
        super(message);
    }
}
