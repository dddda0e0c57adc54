package dev.throughline.verdict;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Scores a run. Pure: the same evidence yields the same verdict.
public final class RunScorer {
    private RunScorer() {}

    /// The verdict over everything that is currently known about a run.
    public static RunVerdict score(RunEvidence evidence) {
        List<ItemVerdict> items = ItemVerdictAggregator.of(evidence.exchanges());
        var prefixes = new PrefixStability(evidence.exchanges());
        List<String> notes = Stream.concat(
                        VerdictNotes.of(evidence.exchanges(), items).stream(), prefixes.notes().stream())
                .toList();
        Map<Capability, CapabilityVerdict> capabilities = new CapabilityScorer(evidence, items, prefixes).all();
        var assessment = new Assessment(capabilities, notes);
        Verdict verdict = assessment.verdict();
        return new RunVerdict(
                verdict,
                assessment.sentence(verdict),
                capabilities,
                Stream.concat(items.stream(), LeakedTokens.in(evidence.exchanges()).stream())
                        .toList(),
                notes);
    }
}
