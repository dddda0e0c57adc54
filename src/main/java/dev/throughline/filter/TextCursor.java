package dev.throughline.filter;

/// The text that a filter reads: what is held back, and what has arrived.
final class TextCursor {
    String source = "";
    /// The first character that has not been used.
    int at;
    /// Whether no text follows.
    boolean isEnd;

    /// Characters from there that are text, although they may begin a marker.
    private int skip;
    private long before;

    void append(String text) {
        source = source.isEmpty() ? text : source.concat(text);
    }

    boolean isOver() {
        return at >= source.length();
    }

    /// A text passes without being kept.
    void pass(int length) {
        before += length;
    }

    /// Characters of the answer's texts before the position.
    long position() {
        return before + at;
    }

    /// The first position at which a marker may begin.
    int start() {
        int start = at + skip;
        skip = 0;
        return start;
    }

    /// Forgets what has been used.
    void trim() {
        before += at;
        source = isOver() ? "" : source.substring(at);
        at = 0;
    }

    /// Uses the rest.
    void drop() {
        at = source.length();
        trim();
    }

    /// Goes back to before what was used last; its first character begins no marker.
    void back(StringBuilder used) {
        if (at >= used.length()) {
            at -= used.length();
        } else {
            before += at - used.length();
            source = used + source.substring(at);
            at = 0;
        }
        skip = Math.min(1, source.length() - at);
    }
}
