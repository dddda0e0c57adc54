package dev.throughline.trace;

/// What a request is for, as far as it can be told from itself.
public enum RequestKind {
    /// Part of a conversation.
    MAIN,
    /// Asks for a title or summary of a conversation.
    TITLE,
    /// Warms a cache or checks a quota.
    WARM_UP,
    /// Counts tokens; nothing is generated.
    COUNT,
    /// Passed to a backend as bytes; nothing of it is read.
    PASSED
}
