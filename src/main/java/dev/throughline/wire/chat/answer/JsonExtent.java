package dev.throughline.wire.chat.answer;

/// Knows whether the JSON object that is read piece by piece is whole: its braces are closed.
final class JsonExtent {
    private int depth;
    private boolean inString;
    private boolean isEscaped;
    private boolean isWhole;

    void read(String piece) {
        for (int i = 0; i < piece.length(); i++) {
            char unit = piece.charAt(i);
            if (inString) {
                inString(unit);
            } else {
                outside(unit);
            }
        }
    }

    boolean isWhole() {
        return isWhole;
    }

    private void inString(char unit) {
        if (isEscaped) {
            isEscaped = false;
        } else if (unit == '\\') {
            isEscaped = true;
        } else if (unit == '"') {
            inString = false;
        }
    }

    private void outside(char unit) {
        switch (unit) {
            case '"' -> inString = true;
            case '{', '[' -> depth++;
            case '}', ']' -> {
                depth--;
                isWhole = depth <= 0;
            }
            default -> {}
        }
    }
}
