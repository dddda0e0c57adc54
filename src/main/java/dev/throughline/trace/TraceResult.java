package dev.throughline.trace;

import java.util.List;

/// What the tracer found in one request.
public record TraceResult(ConversationLink link, RequestFacts facts, List<Observation> observations) {
    public TraceResult {
        observations = List.copyOf(observations);
    }
}
