package dev.throughline.verdict;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Scores a run. Pure: the same evidence gives the same verdict.
public final class Scorer {
    private Scorer() {}

    /// The judgement over everything that is known of a run now.
    public static RunVerdict score(RunEvidence evidence) {
        List<ItemVerdict> items = Items.of(Judgement.of(evidence.exchanges()));
        var prefixes = new PrefixStability(evidence.exchanges());
        List<String> notes = Stream.concat(Notes.of(evidence.exchanges(), items).stream(), prefixes.notes().stream())
                .toList();
        Map<Capability, CapabilityVerdict> capabilities = new Capabilities(evidence, items, prefixes).all();
        var assessment = new Assessment(capabilities, notes);
        Verdict verdict = assessment.verdict();
        return new RunVerdict(
                verdict,
                assessment.sentence(verdict),
                capabilities,
                Stream.concat(items.stream(), Leaks.in(evidence.exchanges()).stream())
                        .toList(),
                notes);
    }
}
