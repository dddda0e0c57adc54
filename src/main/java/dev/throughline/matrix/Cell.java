package dev.throughline.matrix;

import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import java.time.Instant;
import java.util.Map;
import java.util.Set;

/// The current status of one capability for one combination.
///
/// @param id stable over time: derived from key and capability
/// @param status from the last runs that vote; if none voted, the latest status that does not vote
/// @param withinTurn the status within the tool loop, by the same rules
/// @param acrossTurns the status across user turns, by the same rules
/// @param counts the last eligible runs (`CellRules.WINDOW` at most) by status, including those that never vote
/// @param votes number of runs behind the status
/// @param latestRun the newest run that agrees with the status
/// @param origin where that run was measured
public record Cell(
        String id,
        CellKey key,
        Capability capability,
        Status status,
        Status withinTurn,
        Status acrossTurns,
        Set<Flag> flags,
        Confidence confidence,
        Map<Status, Integer> counts,
        int votes,
        String latestRun,
        Vote.Origin origin,
        Instant firstMeasured,
        Instant lastMeasured) {
    public Cell {
        flags = Set.copyOf(flags);
        counts = Map.copyOf(counts);
    }

    /// The same cell with other flags.
    public Cell with(Set<Flag> others) {
        return new Cell(
                id,
                key,
                capability,
                status,
                withinTurn,
                acrossTurns,
                others,
                confidence,
                counts,
                votes,
                latestRun,
                origin,
                firstMeasured,
                lastMeasured);
    }

    /// Caveats to the status.
    public enum Flag {
        /// Outdated, or a newer release of the client exists that was not measured.
        STALE,
        /// Runs of the same combination disagree, with changes in both directions.
        FLAKY,
        /// A claim contradicts the status.
        DISPUTED,
        /// Not measured itself, but between two measured versions that agree.
        INFERRED
    }

    /// The strength of the evidence for the status. HIGH: at least three votes, all the same. MEDIUM: two that are
    /// the same, or a change confirmed by three in a row. LOW: one vote or none, an unconfirmed change, or flaky.
    public enum Confidence {
        LOW,
        MEDIUM,
        HIGH
    }
}
