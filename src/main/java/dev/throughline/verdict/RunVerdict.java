package dev.throughline.verdict;

import java.util.List;
import java.util.Map;

/// The judgement of a run.
///
/// @param assessment one sentence that begins with `PASS:`, `FAIL:` or `INCONCLUSIVE:`
/// @param notes what a reader should know beside it (history not resumed, compaction seen, tokens of another run, …)
public record RunVerdict(
        Verdict verdict,
        String assessment,
        Map<Capability, CapabilityVerdict> capabilities,
        List<ItemVerdict> items,
        List<String> notes) {
    public RunVerdict {
        capabilities = Map.copyOf(capabilities);
        items = List.copyOf(items);
        notes = List.copyOf(notes);
    }
}
