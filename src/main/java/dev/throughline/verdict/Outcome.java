package dev.throughline.verdict;

/// The outcome of an item.
public enum Outcome {
    EXACT,
    /// Referred to by an id that the server resolves; equivalent to EXACT.
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
    NOT_DUE;

    /// Whether an item that had to come back was lost, in whole or in part, by a request that carries its answer.
    public boolean isLoss() {
        return switch (this) {
            case EXACT, REFERENCED, TURN_ABSENT, LEAKED, NOT_DUE -> false;
            case MODIFIED,
                    TRUNCATED,
                    MOVED,
                    RENAMED,
                    SHADOWED,
                    REORDERED,
                    PARTIAL,
                    SIGNATURE_LOST,
                    SIGNATURE_ALTERED,
                    DUPLICATED,
                    MISSING -> true;
        };
    }
}
