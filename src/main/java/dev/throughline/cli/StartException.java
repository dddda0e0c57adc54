package dev.throughline.cli;

/// The service could not be started; the message is one line for a person.
final class StartException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StartException(String message) {
        super(message);
    }
}
