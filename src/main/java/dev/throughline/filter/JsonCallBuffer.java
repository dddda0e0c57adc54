package dev.throughline.filter;

/// Buffers the text of a call that is written as JSON inside the tags. Markup inside a JSON string is data.
final class JsonCallBuffer {
    private final StringBuilder text = new StringBuilder();
    private boolean inString;
    private boolean afterBackslash;

    void reset() {
        text.setLength(0);
        inString = false;
        afterBackslash = false;
    }

    void append(String source, int from, int to) {
        for (int at = from; at < to; at++) {
            char unit = source.charAt(at);
            if (afterBackslash) {
                afterBackslash = false;
            } else if (unit == '"') {
                inString = !inString;
            } else {
                afterBackslash = inString && unit == '\\';
            }
        }
        text.append(source, from, to);
    }

    void append(String source) {
        append(source, 0, source.length());
    }

    /// Whether the next character is inside a JSON string.
    boolean inString() {
        return inString;
    }

    String text() {
        return text.toString();
    }
}
