package dev.throughline.verdict;

import dev.throughline.trace.RunConduct;
import dev.throughline.trace.TracedExchange;
import java.util.List;
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
        var scoring = new RunScoring(RunOutlines.of(evidence.exchanges()), tolerance, unexercised);
        Map<Integer, IssuedAnswer> issued = issued(evidence.exchanges());
        evidence.exchanges().forEach(exchange -> scoring.add(exchange, issued));
        return scoring.score().verdict();
    }

    /// The verdicts of all items of a run.
    /// @param exchanges all of them, by number
    static List<ItemVerdict> items(List<TracedExchange> exchanges) {
        var aggregator = new ItemVerdictAggregator(RunOutlines.of(exchanges), ItemVerdictAggregator.MOST_HELD);
        Map<Integer, IssuedAnswer> issued = issued(exchanges);
        exchanges.forEach(exchange -> aggregator.add(exchange, issued));
        return aggregator.finish();
    }

    private static Map<Integer, IssuedAnswer> issued(List<TracedExchange> exchanges) {
        return exchanges.stream()
                .map(IssuedAnswer::of)
                .collect(Collectors.toMap(IssuedAnswer::number, Function.identity()));
    }
}
