package dev.throughline.rest;

import com.fasterxml.jackson.core.JacksonException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileSystemException;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/// Finds the lost database connection in a failure. Of the exceptions that extend `IOException`, those of
/// JSON, text encodings and files have other causes.
final class DatabaseConnectionLoss {
    private static final int MAX_CAUSES = 20;

    private DatabaseConnectionLoss() {}

    static Optional<IOException> in(Throwable failure) {
        return causes(failure)
                .filter(IOException.class::isInstance)
                .filter(cause -> !(cause instanceof JacksonException))
                .filter(cause -> !(cause instanceof CharacterCodingException))
                .filter(cause -> !(cause instanceof FileSystemException))
                .map(IOException.class::cast)
                .findFirst();
    }

    /// An exception and its causes, outermost first.
    static Stream<Throwable> causes(Throwable failure) {
        return Stream.<Throwable>iterate(failure, Objects::nonNull, Throwable::getCause)
                .limit(MAX_CAUSES);
    }
}
