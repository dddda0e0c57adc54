package dev.throughline.cli.service;

import java.util.Optional;
import java.util.stream.Collectors;

/// The service could not be started; the message is one readable line.
public final class ServiceStartException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ServiceStartException(String message) {
        super(message);
    }

    /// A start that ended.
    /// @param failure with which it ended, if it is known: what is at its bottom is said in one line
    static ServiceStartException because(Optional<Throwable> failure) {
        return new ServiceStartException("the service could not start"
                + failure.map(ServiceStartException::text)
                        .map(text -> ": " + text)
                        .orElse(""));
    }

    private static String text(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        String text = Optional.ofNullable(cause.getMessage()).orElse(cause.toString());
        return text.lines().map(String::strip).collect(Collectors.joining(" "));
    }
}
