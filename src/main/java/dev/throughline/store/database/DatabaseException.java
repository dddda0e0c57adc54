package dev.throughline.store.database;

/// The database cannot be used. The message is one line that says why and what to do; it never contains a
/// password.
public final class DatabaseException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public DatabaseException(String message) {
        super(message);
    }

    public DatabaseException(String message, Throwable cause) {
        super(message, cause);
    }
}
