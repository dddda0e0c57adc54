package dev.throughline.run.journal;

import dev.throughline.run.AnswerIdentity;

/// The answer to be written to is not recorded: its run was deleted, or the database lost its beginning.
/// Nothing was written.
public final class AnswerGoneException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    AnswerGoneException(AnswerIdentity answer) {
        super("expected exchange " + answer.number() + " of run " + answer.run()
                + " in the database, found no row of this answer; its run was deleted, or the row was lost");
    }
}
