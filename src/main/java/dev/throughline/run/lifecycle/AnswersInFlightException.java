package dev.throughline.run.lifecycle;

import dev.throughline.run.RunId;

/// A run cannot be deleted while answers of it are in flight: their clients would get the end of an answer that is in
/// no record.
public final class AnswersInFlightException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    AnswersInFlightException(RunId run, long answers) {
        super("The run " + run + " has " + answers + (answers == 1 ? " answer" : " answers")
                + " in flight. Wait until they end, or close their clients; then retry.");
    }
}
