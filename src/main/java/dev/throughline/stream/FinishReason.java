package dev.throughline.stream;

/// Why a model stopped, independent of a dialect.
public enum FinishReason {
    /// The turn is complete.
    STOP,
    /// The token limit truncated the answer.
    LENGTH,
    /// The turn ends with calls that the client is to run.
    TOOL_CALLS,
    /// The provider withheld the rest.
    CONTENT_FILTER;

    /// Whether there would have been more.
    public boolean isCut() {
        return this == LENGTH || this == CONTENT_FILTER;
    }
}
