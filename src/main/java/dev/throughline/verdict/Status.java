package dev.throughline.verdict;

/// The status of a capability in a run.
public enum Status {
    PRESERVED,
    PARTIAL,
    BROKEN,
    INCONCLUSIVE,
    NOT_EXERCISED,
    UNSUPPORTED,
    ERROR
}
