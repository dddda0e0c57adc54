package dev.throughline.verdict;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Scores a run. Pure: the same evidence yields the same verdict.
public final class RunScorer {
    private RunScorer() {}

    /// The verdict over everything that is currently known about a run.
    public static RunVerdict score(RunEvidence evidence) {
        return score(evidence, Optional.empty());
    }

    static RunVerdict score(RunEvidence evidence, Optional<Tolerance> tolerance) {
        var scoring = new RunScoring(RunOutline.of(evidence.exchanges()), tolerance);
        Map<Integer, IssuedAnswer> issued = evidence.exchanges().stream()
                .map(IssuedAnswer::of)
                .collect(Collectors.toMap(IssuedAnswer::number, Function.identity()));
        evidence.exchanges().forEach(exchange -> scoring.add(exchange, issued));
        return scoring.score().verdict();
    }
}
