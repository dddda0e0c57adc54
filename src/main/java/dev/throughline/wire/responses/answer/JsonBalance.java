package dev.throughline.wire.responses.answer;

/// Follows JSON text that arrives in pieces far enough to say whether its object is closed. Looks at every unit once.
final class JsonBalance {
    private int depth;
    private boolean isBegun;
    private boolean inString;
    private boolean isEscaped;

    void add(String piece) {
        for (int i = 0; i < piece.length(); i++) {
            unit(piece.charAt(i));
        }
    }

    /// Whether what opened has been closed.
    boolean isWhole() {
        return isBegun && depth == 0;
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
