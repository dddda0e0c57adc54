package dev.throughline.verdict;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// The verdict of a run with its details.
///
/// @param assessment one sentence that begins with `PASS:`, `FAIL:` or `INCONCLUSIVE:`
/// @param notes caveats (history not resumed, compaction seen, tokens of another run, …)
public record RunVerdict(
        Verdict verdict,
        String assessment,
        Map<Capability, CapabilityVerdict> capabilities,
        List<ItemVerdict> items,
        List<String> notes) {
    private static final String ENDED_EARLY =
            "INCONCLUSIVE: the run ended early; everything due until then was returned.";

    public RunVerdict {
        capabilities = Map.copyOf(capabilities);
        items = List.copyOf(items);
        notes = List.copyOf(notes);
    }

    /// The same verdict of a run whose requests were repaired on their way to the backend, which its sentence says.
    /// @param messages into which reasoning was restored
    public RunVerdict repaired(int messages) {
        String restored = "; reasoning was restored into %d %s on the way to the backend."
                .formatted(messages, messages == 1 ? "message" : "messages");
        return new RunVerdict(verdict, assessment.replaceFirst("\\.$", "") + restored, capabilities, items, notes);
    }

    /// The verdict of a run that was sealed before its client finished: what was lost is lost, but what was
    /// kept so far proves nothing about the rest.
    /// @param reason why it ended
    public RunVerdict endedEarly(String reason) {
        List<String> all = new ArrayList<>(notes);
        all.add("The run ended early and is judged by what was recorded before: " + reason);
        Map<Capability, CapabilityVerdict> reached = new EnumMap<>(Capability.class);
        capabilities.forEach((capability, one) -> reached.put(capability, one.endedEarly()));
        boolean isPass = verdict == Verdict.PASS;
        return new RunVerdict(
                isPass ? Verdict.INCONCLUSIVE : verdict, isPass ? ENDED_EARLY : assessment, reached, items, all);
    }
}
