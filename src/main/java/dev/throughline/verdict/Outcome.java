package dev.throughline.verdict;

/// What became of an item.
public enum Outcome {
    EXACT,
    /// Named by an id that the server resolves; as good as EXACT.
    REFERENCED,
    MODIFIED,
    TRUNCATED,
    MOVED,
    RENAMED,
    SHADOWED,
    REORDERED,
    PARTIAL,
    SIGNATURE_LOST,
    SIGNATURE_ALTERED,
    DUPLICATED,
    MISSING,
    TURN_ABSENT,
    LEAKED,
    NOT_DUE
}
