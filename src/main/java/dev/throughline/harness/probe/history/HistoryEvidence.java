package dev.throughline.harness.probe.history;

import dev.throughline.harness.probe.dialect.ReasoningPlacement;
import java.util.List;
import java.util.Optional;

/// What a server does with the reasoning of earlier answers, in one dialect.
///
/// @param proof how it is known
/// @param failed why stronger proofs were not available, one line each
/// @param candidates what was tried, the preferred place first
/// @param best what serves best; empty when nothing could be measured
/// @param switches what requests can change; empty when nothing could be measured
/// @param family the model family that the prompt shows, as the setting `family` names it
public record HistoryEvidence(
        ProofMethod proof,
        List<String> failed,
        List<PlacementResult> candidates,
        Optional<PlacementResult> best,
        Optional<Switches> switches,
        Optional<String> family) {
    public HistoryEvidence {
        failed = List.copyOf(failed);
        candidates = List.copyOf(candidates);
    }

    /// What template variables change for the best candidate, across turns.
    ///
    /// @param keeping with `clear_thinking` false
    /// @param clearing with `clear_thinking` true
    /// @param notThinking with `enable_thinking` false
    /// @param changesPrompt whether `enable_thinking` false changes the prompt of a history without reasoning;
    ///     empty where only its size is seen and stays the same
    public record Switches(
            ReasoningReach keeping,
            ReasoningReach clearing,
            ReasoningReach notThinking,
            Optional<Boolean> changesPrompt) {}

    static HistoryEvidence none(List<String> failed) {
        return new HistoryEvidence(
                ProofMethod.NONE, failed, List.of(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    public Optional<PlacementResult> of(ReasoningPlacement reasoningPlacement) {
        return candidates.stream()
                .filter(tried -> tried.placement() == reasoningPlacement)
                .findFirst();
    }
}
