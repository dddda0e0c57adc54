package dev.throughline.verdict;

import java.util.List;

/// The status of a capability in one scope, from the outcomes of its items that had to be returned.
final class ScopeStatus {
    private ScopeStatus() {}

    /// @param outcomes the outcomes of the items that were due
    /// @param hasControl whether anything else of the same answers was returned
    static Status of(List<Outcome> outcomes, boolean hasControl) {
        List<Outcome> present = outcomes.stream()
                .filter(outcome -> outcome != Outcome.TURN_ABSENT)
                .toList();
        if (outcomes.isEmpty()) {
            return Status.NOT_EXERCISED;
        }
        if (present.isEmpty()) {
            return Status.INCONCLUSIVE;
        }
        long kept = present.stream().filter(ScopeStatus::isKept).count();
        if (kept == present.size()) {
            return kept == outcomes.size() ? Status.PRESERVED : Status.INCONCLUSIVE;
        }
        // Complete and unmodified, only duplicated: it survived.
        if (present.contains(Outcome.DUPLICATED)) {
            return Status.PARTIAL;
        }
        if (kept == 0 && hasControl) {
            return Status.BROKEN;
        }
        return kept == 0 ? Status.INCONCLUSIVE : Status.PARTIAL;
    }

    /// The status of a capability over its scopes: the status shared by all exercised scopes, otherwise
    /// PARTIAL.
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
