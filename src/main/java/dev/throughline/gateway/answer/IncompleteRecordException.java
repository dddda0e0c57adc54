package dev.throughline.gateway.answer;

/// The record of an answer does not hold all that was said: a part of it was removed meanwhile.
final class IncompleteRecordException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /// @param at place of the event that was expected
    IncompleteRecordException(long at) {
        super("the record of the answer is not complete at event " + at);
    }
}
