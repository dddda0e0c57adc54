package dev.throughline.filter;

import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.stream.StreamEvent.Start;
import dev.throughline.stream.StreamEvent.TextDelta;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Receives a filter's events. Text that passes unchanged is forwarded as the same event instance, or at
/// least as the same string.
public final class FilterOutput {
    private static final StreamEvent NONE = new Start("");

    private Consumer<StreamEvent> target = _ -> {};
    private StreamEvent current = NONE;
    private StreamEvent latest = NONE;
    private Optional<List<StreamEvent>> held = Optional.empty();

    /// Begins an event; what is resolved is sent to this target.
    public void begin(StreamEvent event, Consumer<StreamEvent> out) {
        current = event;
        target = out;
    }

    public void event(StreamEvent event) {
        if (held.isPresent()) {
            held.get().add(event);
            return;
        }
        latest = event;
        target.accept(event);
    }

    /// Keeps what follows until it is released or dropped.
    void hold() {
        held = Optional.of(new ArrayList<>());
    }

    /// The events that are kept, which pass no more unless they are sent again.
    List<StreamEvent> takeHeld() {
        List<StreamEvent> taken = held.orElse(List.of());
        held = Optional.empty();
        return taken;
    }

    /// A proof follows reasoning; an empty one if nothing of the text that it proves was passed on.
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

    /// By identity: an equal text need not be that of this event.
    @SuppressWarnings("ReferenceEquality")
    private static boolean isSame(String whole, String text) {
        return whole == text;
    }
}
