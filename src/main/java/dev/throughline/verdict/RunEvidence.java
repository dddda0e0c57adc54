package dev.throughline.verdict;

import dev.throughline.trace.Policy;
import dev.throughline.trace.TracedExchange;
import java.util.List;

/// All that a verdict rests on.
public record RunEvidence(String run, Policy policy, List<TracedExchange> exchanges) {
    public RunEvidence {
        exchanges = List.copyOf(exchanges);
    }
}
