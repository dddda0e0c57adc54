package dev.throughline.verdict;

import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.trace.TracedExchange;
import java.util.List;

/// The evidence of a verdict.
public record RunEvidence(String run, ThinkingPolicy policy, List<TracedExchange> exchanges) {
    public RunEvidence {
        exchanges = List.copyOf(exchanges);
    }
}
