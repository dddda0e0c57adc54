package dev.throughline.store;

import java.time.Duration;
import java.util.concurrent.TimeoutException;

/// The database answers, but did not complete this within several times its limit.
public final class DatabaseBusyException extends TimeoutException {
    private static final long serialVersionUID = 1;

    DatabaseBusyException(Duration waited) {
        super("the database answers, but did not complete this in " + waited.toMillis() + " ms");
    }
}
