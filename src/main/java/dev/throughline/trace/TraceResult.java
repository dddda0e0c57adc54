package dev.throughline.trace;

import java.util.List;

/// What the tracer found in one request.
///
/// @param observations all of them
/// @param changes what is recorded of them
public record TraceResult(
        ConversationLink link, RequestFacts facts, List<Observation> observations, ObservationChanges changes) {
    public TraceResult {
        observations = List.copyOf(observations);
    }

    /// The result for a request of which all observations are recorded.
    public TraceResult(ConversationLink link, RequestFacts facts, List<Observation> observations) {
        this(link, facts, observations, ObservationChanges.whole(observations));
    }
}
