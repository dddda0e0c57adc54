package dev.throughline.gateway.answer;

import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Terminal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The result of filtering one part of a backend's answer. Valid until the part after it is filtered: one that is
/// unchanged costs no object.
final class FilterResult {
    private final List<StreamEvent> events = new ArrayList<>();
    private final List<Replaced> replaced = new ArrayList<>(0);
    private @Nullable Terminal end;
    private boolean isChanged;
    /// Events that were read and have not passed yet.
    private int open;

    /// A text of the backend, to be recorded before what became of it.
    /// @param after how many of the events precede it
    record Replaced(int after, String text) {}

    /// The events for the client, without the terminal.
    List<StreamEvent> events() {
        return events;
    }

    /// The terminal, if the answer ends here.
    Optional<Terminal> end() {
        return Optional.ofNullable(end);
    }

    /// Whether these are the very events that were read, so that the part may be forwarded as it came.
    boolean isUnchanged() {
        return !isChanged;
    }

    /// Texts of the backend that the client does not get as they were.
    List<Replaced> replaced() {
        return replaced;
    }

    boolean isDecided() {
        return open == 0;
    }

    /// For the next part.
    void clear() {
        events.clear();
        replaced.clear();
        end = null;
        isChanged = false;
    }

    void opened() {
        open++;
    }

    void closed() {
        open--;
    }

    void change() {
        isChanged = true;
    }

    void add(StreamEvent event) {
        if (event instanceof Terminal terminal) {
            end = terminal;
        } else {
            events.add(event);
        }
    }

    void replace(String text) {
        replaced.add(new Replaced(events.size(), text));
    }
}
