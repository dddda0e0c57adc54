package dev.throughline.matrix.use;

import dev.throughline.matrix.Cell;
import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.matrix.Claim;
import dev.throughline.matrix.version.VersionScheme;
import dev.throughline.verdict.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/// Why the answer to "can I use it?" is what it is.
public sealed interface UseReason {

    /// Yes: every cell that matches is preserved.
    /// @param cells how many match
    /// @param runs how many runs they rest on
    record Measured(Versioned what, int cells, int runs) implements UseReason {}

    /// No: a cell that matches is not preserved.
    /// @param status the worst one
    record BrokenIn(Versioned what, Status status, Status withinTurn, Status acrossTurns) implements UseReason {}

    /// No: the same combination was measured with different results, both ways; the worst counts.
    record Flaky(Versioned what, Status worst, Map<Status, Integer> counts) implements UseReason {
        public Flaky {
            counts = Map.copyOf(counts);
        }
    }

    /// Yes or no: not measured itself, but the nearest measured versions on both sides agree.
    record Inferred(Versioned what, Neighbour lower, Neighbour upper) implements UseReason {}

    /// Unknown: the nearest measured versions on both sides disagree.
    /// @param tryNext the version that settles it when measured
    record BetweenVersions(Versioned what, Neighbour lower, Neighbour upper, String tryNext) implements UseReason {}

    /// Unknown: measured on one side at most.
    record Untested(Versioned what, Optional<Neighbour> lower, Optional<Neighbour> upper) implements UseReason {}

    /// Unknown: others reported something, nobody measured it here.
    record OnlyClaimed(Versioned what, Claim claim) implements UseReason {}

    /// Unknown: it was run, but no run could say.
    record NothingConclusive(Versioned what, Status latest, Map<Status, Integer> counts) implements UseReason {
        public NothingConclusive {
            counts = Map.copyOf(counts);
        }
    }

    /// Unknown: what was measured is older than asked for.
    record TooOld(Versioned what, Instant measured, Duration maxAge) implements UseReason {}

    /// Unknown: what was measured rests on less than asked for.
    record TooLittleConfidence(Versioned what, Cell.Confidence found, Cell.Confidence wanted) implements UseReason {}

    /// Unknown: the text is no version of the product.
    record UnknownVersion(Versioned what, VersionScheme expected) implements UseReason {}

    /// A measured version beside the one that was asked about.
    record Neighbour(String version, Status status) {
        @Override
        public String toString() {
            return version + " (" + status + ")";
        }
    }

    /// What the reason is about: the client or the backend.
    Versioned what();

    /// In a sentence.
    default String text() {
        return UseWording.of(this);
    }
}
