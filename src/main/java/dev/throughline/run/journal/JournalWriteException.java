package dev.throughline.run.journal;

/// Events could not be committed, although the write was retried for as long as the configuration allows.
public final class JournalWriteException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    JournalWriteException(Throwable cause) {
        super("recorded events could not be committed: " + cause.getClass().getSimpleName(), cause);
    }
}
