package dev.throughline.verdict;

/// The outcome of an item.
public enum Outcome {
    EXACT,
    /// Referred to by an id that the server resolves; equivalent to EXACT.
    REFERENCED,
    /// Equal once white space at both ends is removed (as `String.strip` does), and not before.
    TRIMMED,
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
    NOT_DUE,
    /// The vendor whose rules the stub follows rejects the request.
    REFUSED,
    /// That vendor accepts the request and silently drops part of it.
    SILENTLY_DROPPED;

    /// Whether an item that had to be returned came back changed or not at all. An absent turn is no loss of its
    /// items, and a leaked token belongs to another run.
    public boolean isLoss() {
        return switch (this) {
            case EXACT, REFERENCED, TURN_ABSENT, LEAKED, NOT_DUE -> false;
            case TRIMMED,
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
                    REFUSED,
                    SILENTLY_DROPPED -> true;
        };
    }

    /// Whether nothing of an item is missing; its order and number are judged by ORDER.
    public boolean isIntact() {
        return switch (this) {
            case EXACT, REFERENCED, REORDERED, DUPLICATED -> true;
            case TRIMMED,
                    MODIFIED,
                    TRUNCATED,
                    MOVED,
                    RENAMED,
                    SHADOWED,
                    PARTIAL,
                    SIGNATURE_LOST,
                    SIGNATURE_ALTERED,
                    MISSING,
                    TURN_ABSENT,
                    LEAKED,
                    NOT_DUE,
                    REFUSED,
                    SILENTLY_DROPPED -> false;
        };
    }

    /// Among several observations of one item, the one with the highest severity counts.
    int severity() {
        return switch (this) {
            case NOT_DUE -> 0;
            case EXACT -> 1;
            case REFERENCED -> 2;
            case TURN_ABSENT -> 3;
            case DUPLICATED -> 4;
            case REORDERED -> 5;
            case SIGNATURE_ALTERED -> 6;
            case SIGNATURE_LOST -> 7;
            case RENAMED -> 8;
            case SHADOWED -> 9;
            case TRIMMED -> 10;
            case MODIFIED -> 11;
            case TRUNCATED -> 12;
            case MOVED -> 13;
            case PARTIAL -> 14;
            case MISSING -> 15;
            case LEAKED -> 16;
            case REFUSED -> 17;
            case SILENTLY_DROPPED -> 18;
        };
    }
}
