package dev.throughline.filter;

/// Detects that a turn has ended although the model may continue: at a role marker in its content, and at a
/// limit on calls; counts what the model writes behind the marker.
final class StopMarkerGuard {
    private final int maxCalls;
    private boolean isEnded;
    private boolean isOver;
    private long left;
    private long endedAt = -1;

    StopMarkerGuard(int maxCalls) {
        this.maxCalls = maxCalls;
    }

    /// Whether nothing that follows belongs to the turn.
    boolean isEnded() {
        return isEnded;
    }

    /// Whether the model continues nevertheless.
    boolean isOver() {
        return isOver;
    }

    /// Characters behind a role marker that were left out; 0 unless the model continued.
    long left() {
        return isOver && endedAt >= 0 ? left : 0;
    }

    /// Position of the role marker.
    long endedAt() {
        return endedAt;
    }

    /// A role marker was found in the content.
    void roleMarker(long at) {
        isEnded = true;
        endedAt = at;
    }

    /// Text behind the end is left out.
    void leaveOut(String text) {
        leaveOut(text, 0, text.length());
    }

    /// The same of a part of a text.
    void leaveOut(String source, int from, int to) {
        left += to - from;
        for (int at = from; at < to && !isOver; at++) {
            isOver = !Character.isWhitespace(source.charAt(at));
        }
    }

    /// Whether one more call may begin; otherwise the turn is over.
    boolean allowsCall(int calls) {
        isOver |= isEnded || calls >= maxCalls;
        isEnded |= isOver;
        return !isEnded;
    }
}
