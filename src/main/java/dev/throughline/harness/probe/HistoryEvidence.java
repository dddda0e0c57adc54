package dev.throughline.harness.probe;

import java.util.List;
import java.util.Optional;

/// How a server handles the reasoning of earlier answers, in one dialect.
///
/// @param proof the method of proof
/// @param failed why stronger proofs were not available, one line each
/// @param candidates the placements tested, the preferred one first
/// @param best the best placement; empty if nothing could be measured
/// @param switches the effects of request options; empty if nothing could be measured
/// @param whiteSpace what becomes of white space in it; empty unless all of it reaches the prompt in some scope
/// @param isLastOnly whether what is missing is the reasoning of all answers but the last
/// @param family the model family shown by the prompt, as named by the setting `family`
public record HistoryEvidence(
        ProofMethod proof,
        List<String> failed,
        List<PlacementResult> candidates,
        Optional<PlacementResult> best,
        Optional<Switches> switches,
        Optional<WhiteSpace> whiteSpace,
        boolean isLastOnly,
        Optional<String> family) {
    public HistoryEvidence {
        failed = List.copyOf(failed);
        candidates = List.copyOf(candidates);
    }

    /// The effects of template variables on the best candidate, across turns.
    ///
    /// @param keeping with `clear_thinking` false
    /// @param clearing with `clear_thinking` true
    /// @param notThinking with `enable_thinking` false
    /// @param changesPrompt whether `enable_thinking` false changes the prompt of a history without
    ///     reasoning; empty where only its size is seen and stays the same
    public record Switches(
            ReasoningReach keeping,
            ReasoningReach clearing,
            ReasoningReach notThinking,
            Optional<Boolean> changesPrompt) {}

    /// The fate of white space in the best candidate.
    ///
    /// @param ends at the beginning and the end of the reasoning
    /// @param inside between its words
    public record WhiteSpace(ReasoningReach ends, ReasoningReach inside) {}

    /// Whether its words reach the prompt, but not as they were written.
    boolean isCollapsed() {
        return whiteSpace.filter(found -> found.inside().isLost()).isPresent();
    }

    static HistoryEvidence none(List<String> failed) {
        return new HistoryEvidence(
                ProofMethod.NONE,
                failed,
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                false,
                Optional.empty());
    }

    public Optional<PlacementResult> of(ReasoningPlacement reasoningPlacement) {
        return candidates.stream()
                .filter(tried -> tried.placement() == reasoningPlacement)
                .findFirst();
    }
}
