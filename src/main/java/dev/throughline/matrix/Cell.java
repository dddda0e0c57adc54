package dev.throughline.matrix;

import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import java.time.Instant;
import java.util.Map;
import java.util.Set;

/// The current status of one capability for one combination.
///
/// @param id stable over time: derived from key and capability
/// @param status from the last runs that vote; when none voted, the latest status that does not
/// @param withinTurn the status in the tool loop, by the same rules
/// @param acrossTurns the status over user turns, by the same rules
/// @param counts the last eligible runs (`CellRules.WINDOW` at most) by status, those that never vote too
/// @param votes how many runs the status rests on
/// @param latestRun the newest run that agrees with the status
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
        Instant firstMeasured,
        Instant lastMeasured) {
    public Cell {
        flags = Set.copyOf(flags);
        counts = Map.copyOf(counts);
    }

    /// The same with other flags.
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
                firstMeasured,
                lastMeasured);
    }

    /// What a reader must know beside the status.
    public enum Flag {
        /// Old, or a newer release of the client exists that was not measured.
        STALE,
        /// The same combination gave different answers, both ways.
        FLAKY,
        /// A claim says otherwise.
        DISPUTED,
        /// Not measured itself: between two measured versions that agree.
        INFERRED
    }

    /// How much the status rests on. HIGH: at least three votes, all the same. MEDIUM: two that are the same, or a
    /// change
    /// that three in a row confirm. LOW: one vote or none, a change that is not confirmed, or flaky.
    public enum Confidence {
        LOW,
        MEDIUM,
        HIGH
    }
}
