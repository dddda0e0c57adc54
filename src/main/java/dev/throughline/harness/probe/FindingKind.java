package dev.throughline.harness.probe;

/// A possible error of a server, or a notable fact about it.
public enum FindingKind {
    /// The server requires another credential.
    UNAUTHORIZED(Weight.OBSTACLE),
    /// The server responds with an error to a request that it should support.
    REFUSED(Weight.PROBLEM),
    /// The server is currently overloaded: 429, 503 or 529.
    BUSY(Weight.OBSTACLE),
    TIMED_OUT(Weight.OBSTACLE),
    /// The connection ended before the answer did.
    BROKEN_OFF(Weight.OBSTACLE),
    /// Findings on requests that were then retried, once each.
    CONNECTION_RETRIED(Weight.NOTE),
    HTML_PAGE(Weight.PROBLEM),
    NOT_JSON(Weight.PROBLEM),
    /// JSON, but not an answer of the dialect.
    UNKNOWN_SHAPE(Weight.PROBLEM),
    /// The server lists no model and none was named.
    MODEL_UNKNOWN(Weight.NOTE),

    /// A history with reasoning is refused, while one without is answered: a faithful client cannot go on.
    HISTORY_REFUSED(Weight.PROBLEM),
    /// Reasoning of the history reaches the prompt from no known field.
    HISTORY_DROPPED(Weight.PROBLEM),
    /// It reaches the prompt in the tool loop, but not across turns, whatever the request asks.
    CLEARED_ACROSS_TURNS(Weight.PROBLEM),
    /// It reaches the prompt across turns, but not in the tool loop.
    DROPPED_WITHIN_TURN(Weight.PROBLEM),
    /// Some of it reaches the prompt, or it is altered.
    PARTLY_KEPT(Weight.PROBLEM),
    /// Only that of the last answer reaches the prompt.
    KEPT_LAST_ONLY(Weight.PROBLEM),
    /// The prompt has it behind the answer that it led to.
    PRINTED_BEHIND(Weight.PROBLEM),
    /// White space between its words is altered.
    WHITE_SPACE_COLLAPSED(Weight.PROBLEM),
    /// White space at its ends is removed. Models are trained with templates that do so, and no client can prevent it.
    WHITE_SPACE_TRIMMED(Weight.WARNING),
    /// A history with a tool call is not answered, while one without is: no tool loop is possible.
    CALL_HISTORY_REFUSED(Weight.PROBLEM),
    /// It could not be determined what reaches the prompt.
    NO_PROOF(Weight.WARNING),
    /// Across turns it is kept only if the request asks for it.
    CLEARS_BY_DEFAULT(Weight.NOTE),
    /// It is kept across turns even if the request asks to clear it.
    CLEAR_THINKING_IGNORED(Weight.NOTE),
    /// The field in answers is not the field that is read from histories.
    FIELD_MISMATCH(Weight.WARNING),

    ARRAYS_REFUSED(Weight.WARNING),
    /// Content arrays are accepted, but their text does not reach the prompt.
    ARRAYS_DROPPED(Weight.WARNING),

    THINK_TAGS_LEAK(Weight.WARNING),
    CALL_MARKUP_LEAKS(Weight.WARNING),
    ROLE_MARKER_LEAKS(Weight.WARNING),

    /// Streamed and complete answers carry reasoning in different fields.
    FIELDS_DIFFER(Weight.WARNING),
    /// Token counts are missing although they were requested.
    USAGE_MISSING(Weight.WARNING),
    /// The finish reason does not match the content of the answer.
    FINISH_INCONSISTENT(Weight.PROBLEM),
    FINISH_DIFFERS(Weight.PROBLEM),
    FINISH_MISSING(Weight.PROBLEM),
    FINISH_REPEATED(Weight.PROBLEM),
    /// The arguments of a finished call are not a JSON object.
    ARGUMENTS_INVALID(Weight.PROBLEM),
    /// The stream has no end marker of its dialect.
    END_MISSING(Weight.PROBLEM),
    NOT_A_STREAM(Weight.PROBLEM),
    STREAM_FAILED(Weight.PROBLEM);

    /// The effect of a finding on the verdict.
    public enum Weight {
        /// The server cannot be used in this dialect without loss.
        PROBLEM,
        /// It made a part of the check inconclusive.
        OBSTACLE,
        /// Throughline's settings handle it, or nothing is lost.
        WARNING,
        NOTE
    }

    private final Weight weight;

    FindingKind(Weight weight) {
        this.weight = weight;
    }

    public Weight weight() {
        return weight;
    }

    /// Whether it is about raw markup in answers.
    boolean isLeak() {
        return switch (this) {
            case THINK_TAGS_LEAK, CALL_MARKUP_LEAKS, ROLE_MARKER_LEAKS -> true;
            default -> false;
        };
    }

    /// Whether it is about the form of answers, streamed and complete.
    boolean isForm() {
        return ordinal() >= FIELDS_DIFFER.ordinal();
    }

    /// Whether a history does not reach the prompt as it was sent.
    public boolean isLoss() {
        return switch (this) {
            case HISTORY_REFUSED,
                    HISTORY_DROPPED,
                    CLEARED_ACROSS_TURNS,
                    DROPPED_WITHIN_TURN,
                    PARTLY_KEPT,
                    KEPT_LAST_ONLY,
                    PRINTED_BEHIND,
                    WHITE_SPACE_COLLAPSED,
                    CALL_HISTORY_REFUSED -> true;
            default -> false;
        };
    }
}
