package dev.throughline.run;

import dev.throughline.conversation.Dialect;
import dev.throughline.stream.StreamEvent;
import java.time.Instant;
import java.util.List;

/// An answer that came to its end, with the request that asked for it.
///
/// @param key what its ids are made of
/// @param received when its request came
/// @param request the request body as it came
/// @param events what the client got, in order; the last one is the `Finish`
public record RecordedAnswer(String key, Dialect dialect, Instant received, byte[] request, List<StreamEvent> events) {
    public RecordedAnswer {
        events = List.copyOf(events);
    }
}
