package dev.throughline.trace;

/// The purpose of a request, as far as the request itself shows it.
public enum RequestKind {
    /// Part of a conversation.
    MAIN,
    /// Asks for a title or summary of a conversation.
    TITLE,
    /// Warms a cache or checks a quota.
    WARM_UP,
    /// Counts tokens; nothing is generated.
    COUNT,
    /// Passed to a backend as bytes without being parsed.
    PASSED
}
