package dev.throughline.filter;

import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.TextDelta;
import java.util.function.Consumer;

/// The visible text of an answer. White space that touches a call or follows reasoning is layout at the start and the
/// end
/// of the message and is dropped there; between two texts it is kept.
final class VisibleText {
    private final StringBuilder whiteSpace = new StringBuilder();
    private boolean isLayout;
    private boolean anySaid;

    /// Whether anything visible was said yet.
    boolean isEmpty() {
        return !anySaid;
    }

    void text(String source, int from, int to, Consumer<StreamEvent> out) {
        int start = from;
        while (start < to && Character.isWhitespace(source.charAt(start))) {
            start++;
        }
        if (start == to) {
            whiteSpace.append(source, from, to);
            return;
        }
        int end = to;
        while (Character.isWhitespace(source.charAt(end - 1))) {
            end--;
        }
        say(source, from, start, end, out);
        whiteSpace.append(source, end, to);
    }

    private void say(String source, int from, int start, int end, Consumer<StreamEvent> out) {
        boolean isDropped = isLayout && !anySaid;
        if (whiteSpace.isEmpty()) {
            out.accept(new TextDelta(source.substring(isDropped ? start : from, end)));
        } else {
            whiteSpace.append(source, from, start);
            String before = isDropped ? "" : whiteSpace.toString();
            out.accept(new TextDelta(before + source.substring(start, end)));
            whiteSpace.setLength(0);
        }
        isLayout = false;
        anySaid = true;
    }

    /// A call or a reasoning block stands here: the white space around it is layout.
    void touch() {
        isLayout = true;
    }

    /// The message is over.
    void end(Consumer<StreamEvent> out) {
        if (!whiteSpace.isEmpty() && !isLayout) {
            out.accept(new TextDelta(whiteSpace.toString()));
        }
        whiteSpace.setLength(0);
    }
}
