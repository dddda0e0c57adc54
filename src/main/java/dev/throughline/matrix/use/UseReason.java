package dev.throughline.matrix.use;

import dev.throughline.matrix.Cell;
import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.matrix.Claim;
import dev.throughline.matrix.StatusContrast;
import dev.throughline.matrix.VersionScheme;
import dev.throughline.verdict.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The reason for an answer to "can I use it?".
public sealed interface UseReason {
    /// Yes: every matching cell is preserved.
    /// @param cells number of matching cells
    /// @param runs number of runs behind them
    /// @param fields where chat answers carried reasoning; another field may differ
    record Measured(Versioned what, int cells, int runs, List<String> fields) implements UseReason {
        public Measured {
            fields = List.copyOf(fields);
        }
    }

    /// No: a matching cell is not preserved.
    /// @param found each status that is not preserved, and where
    /// @param cell one with the worst status: dialect, model and field may matter
    record BrokenIn(Versioned what, StatusContrast found, Cell cell) implements UseReason {}

    /// No: the same combination was measured with different results, changing in both directions; the worst counts.
    record Flaky(Versioned what, Status worst, Map<Status, Integer> counts) implements UseReason {
        public Flaky {
            counts = Map.copyOf(counts);
        }
    }

    /// Yes or no: not measured itself, but the nearest measured versions of its line agree, on both sides and close.
    record Inferred(Versioned what, Neighbor lower, Neighbor upper) implements UseReason {}

    /// Unknown: the nearest measured versions on both sides disagree.
    /// @param tryNext the version whose measurement would settle it
    record BetweenVersions(Versioned what, Neighbor lower, Neighbor upper, String tryNext) implements UseReason {}

    /// Unknown: measured in its line on one side at most, or too far away.
    record Untested(Versioned what, Optional<Neighbor> lower, Optional<Neighbor> upper) implements UseReason {}

    /// Unknown: only third-party claims exist; nothing was measured here.
    record OnlyClaimed(Versioned what, Claim claim) implements UseReason {}

    /// Unknown: it was tested, but every run was inconclusive.
    record NothingConclusive(Versioned what, Status latest, Map<Status, Integer> counts) implements UseReason {
        public NothingConclusive {
            counts = Map.copyOf(counts);
        }
    }

    /// Unknown: the measurements are older than requested.
    record TooOld(Versioned what, Instant measured, Duration maxAge) implements UseReason {}

    /// Unknown: the measurements have less confidence than requested.
    record TooLittleConfidence(Versioned what, Cell.Confidence found, Cell.Confidence wanted) implements UseReason {}

    /// Unknown: the text is not a version of the product.
    record UnknownVersion(Versioned what, VersionScheme expected) implements UseReason {}

    /// A measured version next to the requested one.
    record Neighbor(String version, Status status) {
        @Override
        public String toString() {
            return version + " (" + status + ")";
        }
    }

    /// The subject of the reason: the client or the backend.
    Versioned what();

    /// As a sentence.
    default String text() {
        return UseWording.of(this);
    }
}
