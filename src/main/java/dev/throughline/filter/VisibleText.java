package dev.throughline.filter;

/// The visible text of an answer. White space that touches markup of a call or of reasoning is layout at the start
/// and the end of the message and is dropped there; between two texts it is kept.
///
/// White space after a text is held back only if a call may follow it.
final class VisibleText {
    private final FilterOutput out;
    private final boolean callsMayFollow;
    private final StringBuilder whiteSpace = new StringBuilder();
    private final MarkdownCodeTracker code = new MarkdownCodeTracker();
    private boolean isLayout;
    private boolean hasText;

    /// @param callsMayFollow whether calls are extracted
    VisibleText(FilterOutput out, boolean callsMayFollow) {
        this.out = out;
        this.callsMayFollow = callsMayFollow;
    }

    /// Whether there was any visible text yet.
    boolean isEmpty() {
        return !hasText;
    }

    /// Whether the text has entered code in Markdown.
    boolean isInCode() {
        return code.inFence() || code.inSpan();
    }

    void text(String source, int from, int to) {
        code.text(source, from, to);
        if (hasText && !callsMayFollow && whiteSpace.isEmpty() && !isLayout) {
            out.text(source.substring(from, to));
            return;
        }
        int start = from;
        while (start < to && Character.isWhitespace(source.charAt(start))) {
            start++;
        }
        if (start == to) {
            whiteSpace.append(source, from, to);
        } else {
            say(source, from, start, to);
        }
    }

    private void say(String source, int from, int start, int to) {
        int end = to;
        while (callsMayFollow && Character.isWhitespace(source.charAt(end - 1))) {
            end--;
        }
        boolean isDropped = isLayout && !hasText;
        if (whiteSpace.isEmpty() || isDropped) {
            out.text(source.substring(isDropped ? start : from, end));
        } else {
            out.text(whiteSpace.append(source, from, end).toString());
        }
        whiteSpace.setLength(0);
        if (end < to) {
            whiteSpace.append(source, end, to);
        }
        isLayout = false;
        hasText = true;
    }

    /// Something follows that is no markup, such as a call that the backend has parsed: white space that touches no
    /// markup is text.
    void flush() {
        if (!isLayout) {
            end();
        }
    }

    /// Reasoning of a separate field follows: the same, but white space before the first text belongs to that.
    void flushBehindText() {
        if (hasText) {
            flush();
        }
    }

    /// Markup of a call or of reasoning follows: the white space around it is layout.
    void touch() {
        isLayout = true;
    }

    /// The message has ended.
    void end() {
        if (!whiteSpace.isEmpty() && !isLayout) {
            out.text(whiteSpace.toString());
        }
        whiteSpace.setLength(0);
    }
}
