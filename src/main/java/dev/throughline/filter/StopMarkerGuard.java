package dev.throughline.filter;

/// Knows when a turn is over although the model goes on: at a role marker in its content, and at a ceiling of
/// calls.
final class StopMarkerGuard {
    private final int maxCalls;
    private boolean isOver;

    StopMarkerGuard(int maxCalls) {
        this.maxCalls = maxCalls;
    }

    /// Whether nothing that follows belongs to the turn.
    boolean isOver() {
        return isOver;
    }

    /// A role marker stands in the content.
    void roleMarker() {
        isOver = true;
    }

    /// Whether one more call may begin; else the turn is over.
    boolean allowsCall(int calls) {
        isOver |= calls >= maxCalls;
        return !isOver;
    }
}
