package dev.throughline.run.lifecycle;

import dev.throughline.run.RunId;

/// An observer failed while a run was being sealed; the transaction is unusable.
final class SealObserverException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SealObserverException(RunId run, Throwable cause) {
        super("sealed run not evaluated run=" + run, cause);
    }
}
