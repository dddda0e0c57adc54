package dev.throughline.cli.service;

/// The service could not be started; the message is one readable line.
public final class ServiceStartException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ServiceStartException(String message) {
        super(message);
    }
}
