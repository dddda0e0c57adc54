package dev.throughline.access;

/// The service must not start with this configuration; the message is a single readable line.
public final class AccessException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    AccessException(String message) {
        super(message);
    }
}
