package dev.throughline.matrix;

import java.util.List;
import java.util.Optional;

/// The result of rescoring some runs.
///
/// @param runs number of rescored runs
/// @param changed of these, how many changed, or had no verdict before
/// @param removed of these, how many have no verdict any more: they are not eligible by the current rules
/// @param kept evidence that stays as it is: shipped, from a check of a backend, or of an incomplete run
/// @param cells those that changed
/// @param next where to continue; empty at the end
public record RescoreSummary(
        int runs, int changed, int removed, int kept, List<CellChange> cells, Optional<RescoreCursor> next) {
    public RescoreSummary {
        cells = List.copyOf(cells);
    }

    /// A cell that changed. At least one of both is present.
    /// @param before empty for a new cell
    /// @param after empty for a removed cell
    public record CellChange(Optional<Cell> before, Optional<Cell> after) {
        /// The current cell, or the previous one if it was removed.
        public Cell latest() {
            return after.or(() -> before).orElseThrow();
        }
    }
}
