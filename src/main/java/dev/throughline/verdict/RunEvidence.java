package dev.throughline.verdict;

import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.trace.TracedExchange;
import java.util.List;

/// All that a verdict rests on.
public record RunEvidence(String run, ThinkingPolicy policy, List<TracedExchange> exchanges) {
    public RunEvidence {
        exchanges = List.copyOf(exchanges);
    }
}
