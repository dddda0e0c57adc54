package dev.throughline.matrix;

import dev.throughline.verdict.Capability;
import dev.throughline.verdict.CapabilityVerdict;
import java.time.Instant;
import java.util.Map;
import java.util.function.UnaryOperator;

/// The result of one eligible run for its cell: sealed, without injected faults.
///
/// @param run id of the run, which leads to the evidence of each exchange as long as retention keeps it
/// @param origin where it was measured
/// @param suiteMinor minor version of the suite whose scenario it ran; the major one is in the key
/// @param exchanges number of requests that it is based on
public record Vote(
        String run,
        Origin origin,
        CellKey key,
        int suiteMinor,
        Instant sealed,
        int exchanges,
        Map<Capability, CapabilityVerdict> capabilities) {
    public Vote {
        capabilities = Map.copyOf(capabilities);
    }

    /// The same vote with equal verdicts: most runs say the same, so that many votes can share them.
    public Vote saying(UnaryOperator<Map<Capability, CapabilityVerdict>> equal) {
        return new Vote(run, origin, key, suiteMinor, sealed, exchanges, equal.apply(capabilities));
    }

    /// Where a run was measured.
    public enum Origin {
        /// In this deployment.
        HERE,
        /// By the project; shipped with it.
        PROJECT,
        /// In this deployment, by live traffic that nobody opened a run for.
        TRAFFIC
    }
}
