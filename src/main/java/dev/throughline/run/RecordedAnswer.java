package dev.throughline.run;

import dev.throughline.conversation.Dialect;
import dev.throughline.stream.StreamEvent;
import java.time.Instant;
import java.util.List;

/// A completed answer with the request that it answers.
///
/// @param key the key from which its ids are derived
/// @param received when its request was received
/// @param request the request body as received
/// @param events what the client received, in order; the last one is the `Finish`
public record RecordedAnswer(String key, Dialect dialect, Instant received, byte[] request, List<StreamEvent> events) {
    public RecordedAnswer {
        events = List.copyOf(events);
    }
}
