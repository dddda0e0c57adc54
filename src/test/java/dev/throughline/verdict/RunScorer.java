package dev.throughline.verdict;

import dev.throughline.trace.RunConduct;
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
        return score(evidence, tolerance, _ -> Optional.empty());
    }

    /// @param unexercised what the run's scenario asks for and its requests did not do
    public static RunVerdict score(
            RunEvidence evidence, Optional<Tolerance> tolerance, Function<RunConduct, Optional<String>> unexercised) {
        var scoring = new RunScoring(RunOutline.of(evidence.exchanges()), tolerance, unexercised);
        Map<Integer, IssuedAnswer> issued = evidence.exchanges().stream()
                .map(IssuedAnswer::of)
                .collect(Collectors.toMap(IssuedAnswer::number, Function.identity()));
        evidence.exchanges().forEach(exchange -> scoring.add(exchange, issued));
        return scoring.score().verdict();
    }
}
