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

    /// Whether an item that had to be returned came back changed or not at all. An absent turn is no loss of its
    /// items, and a leaked token belongs to another run.
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
