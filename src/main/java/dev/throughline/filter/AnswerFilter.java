package dev.throughline.filter;

import java.util.List;
import java.util.Optional;

/// Turns a model's output into reasoning, text and calls; one instance per answer.
public interface AnswerFilter extends StreamFilter {
    /// Detects from the answer who opens its reasoning, if the settings do not say; may be requested once.
    Optional<ReasoningStartDetector> startDetector();

    /// The prompt has opened the reasoning; call before the first event only.
    void startInReasoning();

    /// Sets what was detected about the answer as a whole; call before the first event only.
    default void startAs(ReasoningStartDetector start) {
        if (start.found() == ReasoningOpening.PROMPT) {
            startInReasoning();
        }
    }

    /// What was repaired or omitted so far; the first 100.
    List<Anomaly> anomalies();

    /// Whether the turn is over although the backend continues. Only its usage and its end are passed on then.
    boolean isTurnOver();

    /// Whether text that is held back may still pass as it was read: it is in no call.
    boolean mayStillPass();

    /// What the answer shows about where its model puts reasoning; valid after its end.
    ReasoningEvidence reasoningEvidence();
}
