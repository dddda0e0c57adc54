package dev.throughline.verdict;

import dev.throughline.trace.Observation;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.Sighting;

/// One observation with its outcome.
/// @param planted the answer that contained the item
/// @param observer number of the exchange whose request was observed
public record JudgedItem(
        IssuedAnswer planted, PlantedItem item, int observer, Observation observation, OutcomeRules.Judged judged) {
    public Outcome outcome() {
        return judged.outcome();
    }

    /// Whether it had to come back. The output of a command that did not run had not.
    public boolean isDue() {
        return observation.due() == Observation.Due.MUST && outcome() != Outcome.NOT_DUE;
    }

    public boolean isKept() {
        return outcome() == Outcome.EXACT || outcome() == Outcome.REFERENCED;
    }

    /// Whether a result holds nothing of the output of its command, in a request that holds nothing of any.
    boolean isUnprinted() {
        return outcome() == Outcome.NOT_DUE;
    }

    /// The same of an output that came back before: the tool did run.
    JudgedItem afterOutput() {
        Sighting seen = observation.sighting();
        String reason = seen.difference().orElse("it differs") + " any more at " + seen.path();
        return new JudgedItem(planted, item, observer, observation, OutcomeRules.Judged.of(Outcome.MODIFIED, reason));
    }

    /// The outcome as it is shown: a loss of what was not due is none.
    Outcome result() {
        return isDue() || isKept() ? outcome() : Outcome.NOT_DUE;
    }

    /// Among several observations, the one with the highest rank counts. Required items take precedence over optional
    /// ones.
    int rank() {
        return outcome().severity() + (isDue() ? 100 : 0);
    }
}
