package dev.throughline.matrix;

import dev.throughline.verdict.Capability;
import dev.throughline.verdict.CapabilityVerdict;
import java.time.Instant;
import java.util.Map;

/// What one eligible run says about its cell: sealed, without injected faults.
///
/// @param run id of the run; the evidence down to the exchange is found by it as long as retention keeps it
/// @param origin where it was measured
/// @param exchanges how many requests it rests on
public record Vote(
        String run,
        Origin origin,
        CellKey key,
        Instant sealed,
        int exchanges,
        Map<Capability, CapabilityVerdict> capabilities) {
    public Vote {
        capabilities = Map.copyOf(capabilities);
    }

    /// Where a run was measured.
    public enum Origin {
        /// By this deployment.
        HERE,
        /// By the project; shipped with it.
        PROJECT
    }
}
