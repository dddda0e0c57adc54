package dev.throughline.run.report;

import dev.throughline.verdict.Capability;
import dev.throughline.verdict.CapabilityVerdict;
import dev.throughline.verdict.Outcome;
import dev.throughline.verdict.Status;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/// The status of one capability with the counts it is based on.
@Schema(description = "The status of a capability in a run, overall and per scope, with the counts it is based on.")
public record CapabilityTally(
        Status status,

        @Schema(description = "Within the tool loop after the same user message.")
        Status withinTurn,

        @Schema(description = "After a later user message.") Status acrossTurns,

        @Schema(description = "Observed items that had to be present.")
        int due,

        @Schema(description = "How many of them were exact or named by reference.")
        int exact,

        @Schema(description = "How often each other outcome occurred.")
        Map<Outcome, Integer> outcomes) {
    public CapabilityTally {
        outcomes = outcomes.isEmpty() ? Map.of() : Collections.unmodifiableMap(new EnumMap<>(outcomes));
    }

    static CapabilityTally of(CapabilityVerdict verdict) {
        return new CapabilityTally(
                verdict.status(),
                verdict.withinTurn(),
                verdict.acrossTurns(),
                verdict.due(),
                verdict.exact(),
                verdict.outcomes());
    }

    /// All capabilities of a verdict in their fixed order.
    static Map<Capability, CapabilityTally> all(Map<Capability, CapabilityVerdict> verdicts) {
        var tallies = new EnumMap<Capability, CapabilityTally>(Capability.class);
        verdicts.forEach((capability, verdict) -> tallies.put(capability, of(verdict)));
        return Collections.unmodifiableMap(tallies);
    }
}
