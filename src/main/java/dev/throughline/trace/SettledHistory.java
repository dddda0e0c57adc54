package dev.throughline.trace;

import java.util.UUID;

/// A request's history in which each answer is known and has its visible content, so that nothing of it needs
/// to be examined again when a later request repeats it. Reasoning may be missing or changed: what became of
/// it stays as recorded.
///
/// @param hash of the history, see `MessageChain`
/// @param isIntact whether all reasoning in it is as issued, and the backend expects none in a separate form, so that
///     nothing of it can be restored
/// @param reasoning what became of the reasoning, bounded
public record SettledHistory(UUID hash, boolean isIntact, ReasoningTurns reasoning) {
    public SettledHistory {
        reasoning = reasoning.bounded();
    }
}
