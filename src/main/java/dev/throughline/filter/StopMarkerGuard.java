package dev.throughline.filter;

/// Detects that a turn is over although the model continues: at a role marker in its content, and at a
/// limit on calls.
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

    /// A role marker was found in the content.
    void roleMarker() {
        isOver = true;
    }

    /// Whether one more call may begin; otherwise the turn is over.
    boolean allowsCall(int calls) {
        isOver |= calls >= maxCalls;
        return !isOver;
    }
}
