package dev.throughline.trace;

import java.util.List;

/// What the tracer found in one request.
public record Tracing(Link link, RequestFacts facts, List<Observation> observations) {
    public Tracing {
        observations = List.copyOf(observations);
    }
}
