package dev.throughline.verdict;

import java.util.Map;

/// The status of one capability, with the counts behind it.
///
/// @param due number of MUST items that were observed
/// @param exact how many of them were returned exactly or by reference
/// @param outcomes number of occurrences of each outcome other than EXACT among the MUST items
public record CapabilityVerdict(
        Status status, Status withinTurn, Status acrossTurns, int due, int exact, Map<Outcome, Integer> outcomes) {
    public CapabilityVerdict {
        outcomes = Map.copyOf(outcomes);
    }

    /// Whether nothing but white space at the ends of texts was lost.
    boolean lostOnlyEnds() {
        return outcomes.containsKey(Outcome.TRIMMED)
                && outcomes.keySet().stream()
                        .allMatch(outcome -> outcome == Outcome.TRIMMED || ScopeStatus.isKept(outcome));
    }

    /// The status in a run that did not do what its scenario asks for: what was kept proves nothing.
    CapabilityVerdict unproven() {
        return new CapabilityVerdict(
                unproven(status), unproven(withinTurn), unproven(acrossTurns), due, exact, outcomes);
    }

    private static Status unproven(Status found) {
        return found == Status.PRESERVED ? Status.INCONCLUSIVE : found;
    }

    /// The status in a run whose conversation went on without an earlier answer: what was preserved of the others
    /// proves nothing across turns.
    CapabilityVerdict unprovenAcross() {
        return status == Status.PRESERVED
                ? new CapabilityVerdict(Status.INCONCLUSIVE, withinTurn, unproven(acrossTurns), due, exact, outcomes)
                : this;
    }

    /// The status in a run that ended early: what was preserved until then says nothing of the rest.
    CapabilityVerdict endedEarly() {
        return new CapabilityVerdict(unproven(status), withinTurn, acrossTurns, due, exact, outcomes);
    }
}
