package dev.throughline.run.lifecycle;

import dev.throughline.run.RunId;

/// A run that is being sealed could not be told to an observer; the transaction is lost.
final class SealObserverException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SealObserverException(RunId run, Throwable cause) {
        super("sealed run not evaluated run=" + run, cause);
    }
}
