package dev.throughline.filter.call;

/// Where in a call the extractor is.
enum CallState {
    IDLE,
    NAME,
    KEY,
    /// Behind a key, before its value.
    GAP,
    VALUE,
    BETWEEN,
    JSON,
    /// A call without a name: all of it is dropped.
    SKIP
}
