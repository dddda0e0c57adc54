package dev.throughline.verdict;

import dev.throughline.trace.Observation;
import dev.throughline.trace.PlantedItem;

/// One observation with its outcome.
/// @param planted the answer that contained the item
/// @param observer number of the exchange whose request was observed
public record JudgedItem(
        IssuedAnswer planted, PlantedItem item, int observer, Observation observation, OutcomeRules.Judged judged) {
    public Outcome outcome() {
        return judged.outcome();
    }

    public boolean isDue() {
        return observation.due() == Observation.Due.MUST;
    }

    public boolean isKept() {
        return outcome() == Outcome.EXACT || outcome() == Outcome.REFERENCED;
    }

    /// The outcome as it is shown: a loss of what was not due is none.
    Outcome result() {
        return isDue() || isKept() ? outcome() : Outcome.NOT_DUE;
    }

    /// Of several observations the one with the highest rank counts. Required items take precedence over optional
    /// ones.
    int rank() {
        return outcome().severity() + (isDue() ? 100 : 0);
    }
}
