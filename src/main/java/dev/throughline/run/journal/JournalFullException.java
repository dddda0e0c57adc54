package dev.throughline.run.journal;

import dev.throughline.run.RunId;

/// The journal's memory is used up: the database is unavailable or too slow, and a source did not pause in time.
public final class JournalFullException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    JournalFullException(RunId run, int number) {
        super("the journal is full: exchange " + number + " of run " + run + " cannot be recorded");
    }
}
