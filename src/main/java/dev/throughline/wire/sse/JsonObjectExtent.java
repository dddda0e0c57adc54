package dev.throughline.wire.sse;

/// Follows JSON text that arrives in pieces far enough to say whether its object or array is closed. Looks at every
/// unit once and checks nothing else.
public final class JsonObjectExtent {
    private int depth;
    private boolean isBegun;
    private boolean inString;
    private boolean isEscaped;

    /// Follows the next piece.
    public void read(String piece) {
        for (int i = 0; i < piece.length(); i++) {
            unit(piece.charAt(i));
        }
    }

    /// Whether all that was opened has been closed.
    public boolean isWhole() {
        return isBegun && depth <= 0;
    }

    /// Whether something that was opened has not been closed.
    public boolean isCut() {
        return isBegun && depth > 0;
    }

    private void unit(char unit) {
        if (isEscaped) {
            isEscaped = false;
        } else if (inString) {
            isEscaped = unit == '\\';
            inString = unit != '"';
        } else {
            switch (unit) {
                case '"' -> inString = true;
                case '{', '[' -> {
                    isBegun = true;
                    depth++;
                }
                case '}', ']' -> depth--;
                default -> {}
            }
        }
    }
}
