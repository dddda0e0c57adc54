package dev.throughline.filter;

import dev.throughline.stream.StreamEvent;
import java.util.function.Consumer;

/// Changes the events of one answer. One filter per answer; not thread-safe.
///
/// May hold back text until it is known not to be markup; everything held back is resolved at a terminal event.
public interface StreamFilter {
    /// Takes the next event and passes on what is resolved.
    void on(StreamEvent event, Consumer<StreamEvent> out);
}
