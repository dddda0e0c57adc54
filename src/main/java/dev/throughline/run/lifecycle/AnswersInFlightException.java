package dev.throughline.run.lifecycle;

import dev.throughline.run.RunId;

/// A run cannot be deleted while it has answers in flight: their clients would receive the end of an answer
/// that is not recorded.
public final class AnswersInFlightException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    AnswersInFlightException(RunId run, long answers) {
        super("The run " + run + " has " + answers + (answers == 1 ? " answer" : " answers")
                + " in flight. Wait until they end, or close their clients; then retry.");
    }
}
