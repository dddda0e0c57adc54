package dev.throughline.verdict;

/// The outcome of an item.
public enum Outcome {
    EXACT(1),
    /// Referred to by an id that the server resolves; equivalent to EXACT.
    REFERENCED(2),
    /// Equal once white space at both ends is removed (as `String.strip` does), and not before.
    TRIMMED(10),
    MODIFIED(11),
    TRUNCATED(12),
    MOVED(13),
    RENAMED(8),
    SHADOWED(9),
    REORDERED(5),
    PARTIAL(14),
    SIGNATURE_LOST(7),
    SIGNATURE_ALTERED(6),
    DUPLICATED(4),
    MISSING(15),
    TURN_ABSENT(3),
    LEAKED(16),
    NOT_DUE(0),
    /// The vendor whose rules the stub follows rejects the request.
    REFUSED(17),
    /// That vendor accepts the request and silently drops part of it.
    SILENTLY_DROPPED(18);

    private final int severity;

    Outcome(int severity) {
        this.severity = severity;
    }

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
        return severity;
    }
}
