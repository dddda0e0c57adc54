package dev.throughline.matrix.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.throughline.matrix.Cell;
import dev.throughline.matrix.CellComparison.Change;
import dev.throughline.matrix.CellComparison.Difference;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// The changes between two versions or two moments.
@Schema(description = "What changed between two versions or two moments, regressions first.")
public record MatrixDiff(
        String from,
        String to,

        @Schema(description = "Number of combinations by kind of change.")
        Map<Change, Integer> counts,

        List<ChangeView> changes) {
    private static final List<Change> ORDER =
            List.of(Change.WORSE, Change.BETTER, Change.OTHER, Change.DISAPPEARED, Change.APPEARED, Change.SAME);

    /// The differences as shown by the API.
    public static MatrixDiff of(String from, String to, List<Difference> differences) {
        Map<Change, Integer> counts = new EnumMap<>(Change.class);
        ORDER.forEach(change -> counts.put(change, 0));
        differences.forEach(difference -> counts.merge(difference.change(), 1, Integer::sum));
        List<ChangeView> changes = differences.stream()
                .sorted(Comparator.comparingInt(difference -> ORDER.indexOf(difference.change())))
                .map(ChangeView::of)
                .toList();
        return new MatrixDiff(from, to, counts, changes);
    }

    /// One combination and capability.
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(name = "MatrixChange", description = "The change of one combination and capability.")
    public record ChangeView(
            Combination combination,
            Capability capability,
            Change change,
            @Nullable SideView from,
            @Nullable SideView to) {
        static ChangeView of(Difference difference) {
            return new ChangeView(
                    Combination.of(difference.key()),
                    difference.capability(),
                    difference.change(),
                    SideView.of(difference.from()),
                    SideView.of(difference.to()));
        }
    }

    /// The measurements on one side.
    @Schema(name = "ComparedCell", description = "What was measured on one side; absent if nothing was.")
    public record SideView(
            @Schema(description = "Id of the cell.") String cell,
            Status status,
            Status withinTurn,
            Status acrossTurns,
            Cell.Confidence confidence) {
        static @Nullable SideView of(Optional<Cell> cell) {
            return cell.map(one ->
                            new SideView(one.id(), one.status(), one.withinTurn(), one.acrossTurns(), one.confidence()))
                    .orElse(null);
        }
    }
}
