package dev.throughline.store;

import java.io.IOException;
import java.time.Duration;

/// The database completed nothing for the whole limit of a wait: it, or the way to it, is down.
public final class DatabaseSilentException extends IOException {
    private static final long serialVersionUID = 1;

    DatabaseSilentException(Duration limit) {
        super("the database completed nothing for " + limit.toMillis() + " ms");
    }
}
