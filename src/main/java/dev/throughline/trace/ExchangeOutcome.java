package dev.throughline.trace;

/// How an exchange ended.
public enum ExchangeOutcome {
    /// The answer is still in progress.
    OPEN,
    /// The terminal frame was sent after the commit.
    COMPLETED,
    /// The client disconnected before the end.
    CLIENT_GONE,
    /// The answer ended with an error, or the request was refused.
    FAILED,
    /// The service stopped while the answer was in progress.
    INTERRUPTED
}
