package dev.throughline.filter;

import dev.throughline.stream.StreamEvent;
import java.util.function.Consumer;

/// Changes the events of one answer. One filter per answer; not thread-safe.
///
/// May hold back text until it is known not to be markup; everything held back is decided when a terminal event
/// comes.
public interface StreamFilter {

    /// Takes the next event and passes on what is decided.
    void on(StreamEvent event, Consumer<StreamEvent> out);
}
