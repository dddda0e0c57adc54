package dev.throughline.filter;

import dev.throughline.filter.markup.FilterOutput;

/// The visible text of an answer. White space next to a call or after reasoning is layout at the start and
/// the end of the message and is dropped there; between two texts it is kept.
///
/// White space after a text is held back only if a call may follow it.
final class VisibleText {
    private final FilterOutput out;
    private final boolean callsMayFollow;
    private final StringBuilder whiteSpace = new StringBuilder();
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

    void text(String source, int from, int to) {
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
        whiteSpace.append(source, end, to);
        isLayout = false;
        hasText = true;
    }

    /// A call or a reasoning block follows: the white space around it is layout.
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
