package dev.throughline.filter.markup;

import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.stream.StreamEvent.Start;
import dev.throughline.stream.StreamEvent.TextDelta;
import java.util.function.Consumer;

/// Where a filter's events go. A text that passes whole goes on as the very event that it came in, or at least as
/// the very string.
public final class FilterOutput {
    private static final StreamEvent NONE = new Start("");

    private Consumer<StreamEvent> target = _ -> {};
    private StreamEvent current = NONE;
    private StreamEvent latest = NONE;

    /// An event is read now; what is decided goes to this target.
    public void begin(StreamEvent event, Consumer<StreamEvent> out) {
        current = event;
        target = out;
    }

    public void event(StreamEvent event) {
        latest = event;
        target.accept(event);
    }

    /// A proof stands behind reasoning, an empty one where nothing of the text that it proves was passed on.
    public void proof(StreamEvent signature) {
        if (!(latest instanceof ReasoningDelta)) {
            event(new ReasoningDelta(""));
        }
        event(signature);
    }

    public void text(String text) {
        boolean isSame = current instanceof TextDelta(String whole) && isSame(whole, text);
        event(isSame ? current : new TextDelta(text));
    }

    public void reasoning(String text) {
        boolean isSame = current instanceof ReasoningDelta(String whole) && isSame(whole, text);
        event(isSame ? current : new ReasoningDelta(text));
    }

    /// By identity: an equal text need not be the one of this event.
    @SuppressWarnings("ReferenceEquality")
    private static boolean isSame(String whole, String text) {
        return whole == text;
    }
}
