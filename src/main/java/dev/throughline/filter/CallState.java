package dev.throughline.filter;

/// The extractor's position in a call.
enum CallState {
    IDLE,
    NAME,
    KEY,
    /// After a key, before its value.
    GAP,
    VALUE,
    BETWEEN,
    JSON,
    /// A call without a name: all of it is dropped.
    SKIP
}
