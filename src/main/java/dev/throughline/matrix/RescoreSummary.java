package dev.throughline.matrix;

import java.util.List;
import java.util.Optional;

/// What became of some runs when they were scored again.
///
/// @param runs how many were scored again
/// @param changed of these, how many say something else now, or said nothing before
/// @param removed of these, how many say nothing any more: they are not eligible by today's rules
/// @param kept evidence that stays as it is: shipped, of a check of a backend, or of a run that is not whole any more
/// @param cells those that changed
/// @param next where to go on; empty at the end
public record RescoreSummary(
        int runs, int changed, int removed, int kept, List<CellChange> cells, Optional<RescoreCursor> next) {
    public RescoreSummary {
        cells = List.copyOf(cells);
    }

    /// A cell that is not what it was. One of both is there.
    /// @param before empty for a new cell
    /// @param after empty for one that is gone
    public record CellChange(Optional<Cell> before, Optional<Cell> after) {
        /// The cell as it is now, else as it was.
        public Cell latest() {
            return after.or(() -> before).orElseThrow();
        }
    }
}
