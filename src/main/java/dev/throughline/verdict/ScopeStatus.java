package dev.throughline.verdict;

import java.util.Map;

/// The status of a capability in one scope, from the outcomes of its items that had to be returned.
final class ScopeStatus {
    private ScopeStatus() {}

    /// @param outcomes how often each outcome occurred among the items that were due
    /// @param hasControl whether anything else of the same answers was returned
    static Status of(Map<Outcome, Integer> outcomes, boolean hasControl) {
        int all = outcomes.values().stream().mapToInt(Integer::intValue).sum();
        int present = all - outcomes.getOrDefault(Outcome.TURN_ABSENT, 0);
        if (all == 0) {
            return Status.NOT_EXERCISED;
        }
        if (present == 0) {
            return Status.INCONCLUSIVE;
        }
        int kept = kept(outcomes);
        if (kept == present) {
            return kept == all ? Status.PRESERVED : Status.INCONCLUSIVE;
        }
        // Complete, only duplicated or trimmed: it survived.
        if (outcomes.containsKey(Outcome.DUPLICATED) || outcomes.containsKey(Outcome.TRIMMED)) {
            return Status.PARTIAL;
        }
        if (kept == 0 && hasControl) {
            return Status.BROKEN;
        }
        return kept == 0 ? Status.INCONCLUSIVE : Status.PARTIAL;
    }

    /// How many of them were returned whole or by reference.
    static int kept(Map<Outcome, Integer> outcomes) {
        return outcomes.entrySet().stream()
                .filter(count -> isKept(count.getKey()))
                .mapToInt(Map.Entry::getValue)
                .sum();
    }

    /// The status of a capability over its scopes: the status shared by all exercised scopes, otherwise PARTIAL.
    static Status over(Status within, Status across) {
        if (within == Status.NOT_EXERCISED) {
            return across;
        }
        if (across == Status.NOT_EXERCISED || within == across) {
            return within;
        }
        if (within == Status.INCONCLUSIVE || across == Status.INCONCLUSIVE) {
            Status other = within == Status.INCONCLUSIVE ? across : within;
            return other == Status.PRESERVED ? Status.INCONCLUSIVE : Status.PARTIAL;
        }
        return Status.PARTIAL;
    }

    static boolean isKept(Outcome outcome) {
        return outcome == Outcome.EXACT || outcome == Outcome.REFERENCED;
    }
}
