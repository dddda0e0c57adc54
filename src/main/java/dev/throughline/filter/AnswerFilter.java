package dev.throughline.filter;

import dev.throughline.filter.markup.Anomaly;
import java.util.List;
import java.util.Optional;

/// Turns what a model writes into reasoning, text and calls; one for each answer.
public interface AnswerFilter extends StreamFilter {

    /// Finds out from the answer who opens its reasoning, where the settings do not say; to be asked for once.
    Optional<ReasoningStartDetector> startDetector();

    /// The prompt has opened the reasoning; before the first event only.
    void startInReasoning();

    /// Takes what was found out about the answer as a whole; before the first event only.
    default void startAs(ReasoningStartDetector start) {
        if (start.found() == ReasoningOpening.PROMPT) {
            startInReasoning();
        }
    }

    /// What was repaired or left out so far; the first 100.
    List<Anomaly> anomalies();

    /// Whether the turn is over although the backend goes on. Nothing but its usage and its end is passed on then.
    boolean isTurnOver();

    /// What the answer shows about where its model puts reasoning; to be asked after its end.
    ReasoningEvidence reasoningEvidence();
}
