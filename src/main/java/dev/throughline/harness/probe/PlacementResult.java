package dev.throughline.harness.probe;

import java.util.Optional;

/// The results for reasoning written in one place.
///
/// @param within in the tool loop after the last user message
/// @param across before an earlier user message, by the server's default
/// @param kept the same if the request asks to keep it; empty if it need not ask
public record PlacementResult(
        ReasoningPlacement placement, ReasoningReach within, ReasoningReach across, Optional<Kept> kept) {
    /// @param by how the request asked
    public record Kept(PreservationSwitch by, ReasoningReach reach) {}

    /// Across turns, with the setting that keeps it if there is one.
    public ReasoningReach acrossAtBest() {
        return kept.map(Kept::reach).map(across::or).orElse(across);
    }

    /// The switch required for the best result.
    public Optional<PreservationSwitch> needed() {
        return kept.filter(found -> found.reach().rank() > across.rank()).map(Kept::by);
    }

    /// Whether the server refuses reasoning there, so that no more of the conversation is possible.
    boolean isRefused() {
        return within.isRefused() && acrossAtBest().isRefused();
    }

    public int rank() {
        return within.rank() + acrossAtBest().rank();
    }
}
