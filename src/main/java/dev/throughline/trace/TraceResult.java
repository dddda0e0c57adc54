package dev.throughline.trace;

import java.util.List;
import java.util.Optional;

/// The tracer's findings about one request.
///
/// @param observations all of them; if `isContinued`, those that differ from the request before it
/// @param changes what is recorded of them
/// @param settled the history, if each answer in it is known and has its visible content
/// @param isContinued whether the history was known from the request before it: `settled` is present
public record TraceResult(
        ConversationLink link,
        RequestFacts facts,
        List<Observation> observations,
        ObservationChanges changes,
        Optional<SettledHistory> settled,
        boolean isContinued) {
    public TraceResult {
        observations = List.copyOf(observations);
    }

    /// The result for a request whose whole history was examined.
    public TraceResult(
            ConversationLink link, RequestFacts facts, List<Observation> observations, ObservationChanges changes) {
        this(link, facts, observations, changes, Optional.empty(), false);
    }

    /// The result for a request of which all observations are recorded.
    public TraceResult(ConversationLink link, RequestFacts facts, List<Observation> observations) {
        this(link, facts, observations, ObservationChanges.whole(observations));
    }
}
