package dev.throughline.run.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.throughline.run.RunTally;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.CapabilityVerdict;
import dev.throughline.verdict.Outcome;
import dev.throughline.verdict.RunScore;
import dev.throughline.verdict.Status;
import dev.throughline.verdict.UnexercisedReason;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// The status of one capability with the counts it is based on.
@JsonInclude(JsonInclude.Include.NON_NULL)
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
        Map<Outcome, Integer> outcomes,

        @Schema(description = "Why it was not exercised; absent otherwise.") @Nullable
        String why) {
    public CapabilityTally {
        outcomes = outcomes.isEmpty() ? Map.of() : Collections.unmodifiableMap(new EnumMap<>(outcomes));
    }

    static CapabilityTally of(CapabilityVerdict verdict, Optional<String> why) {
        return new CapabilityTally(
                verdict.status(),
                verdict.withinTurn(),
                verdict.acrossTurns(),
                verdict.due(),
                verdict.exact(),
                verdict.outcomes(),
                verdict.status() == Status.NOT_EXERCISED ? why.orElse(null) : null);
    }

    /// All capabilities of a verdict in their fixed order.
    /// @param tally of the run's exchanges
    static Map<Capability, CapabilityTally> all(RunScore score, RunTally tally) {
        var why = new UnexercisedReason(
                tally.issued(),
                tally.issuesSignatures(),
                score.items().observed(),
                score.items().unprinted() > 0);
        var tallies = new EnumMap<Capability, CapabilityTally>(Capability.class);
        score.verdict()
                .capabilities()
                .forEach((capability, verdict) -> tallies.put(
                        capability,
                        of(verdict, tally.exchanges() == 0 ? Optional.empty() : Optional.of(why.of(capability)))));
        return Collections.unmodifiableMap(tallies);
    }
}
