package dev.throughline.matrix.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.throughline.matrix.Cell;
import dev.throughline.matrix.CellKey;
import dev.throughline.matrix.RescoreCursor;
import dev.throughline.matrix.RescoreSummary;
import dev.throughline.matrix.RescoreSummary.CellChange;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// The result of rescoring a batch of runs.
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(name = "Rescored", description = "What became of a batch of runs that was scored again.")
public record RescoredView(
        @Schema(description = "How many were scored again.") int runs,

        @Schema(description = "Of these, how many say something else now, or said nothing before.")
        int changed,

        @Schema(description = "Of these, how many say nothing any more: they are not eligible by today's rules.")
        int removed,

        @Schema(
                description = "Evidence that stays as it is: shipped, of a check of a backend, or of a run that is not"
                        + " whole any more.")
        int kept,

        @Schema(description = "The cells that changed.") List<Change> cells,

        @Schema(description = "Where the next batch begins; absent after the last.") @Nullable
        String next) {
    public static RescoredView of(RescoreSummary rescoreSummary) {
        return new RescoredView(
                rescoreSummary.runs(),
                rescoreSummary.changed(),
                rescoreSummary.removed(),
                rescoreSummary.kept(),
                rescoreSummary.cells().stream().map(Change::of).toList(),
                rescoreSummary.next().map(RescoreCursor::text).orElse(null));
    }

    /// A cell that changed.
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(name = "CellChanged", description = "A cell that is not what it was.")
    record Change(
            @Schema(description = "Its id.") String cell,

            @Schema(description = "Absent for a backend that was checked by itself.") @Nullable
            ProductAt client,

            @Schema(description = "A setting of the client's recipe; empty for the recipe as it is.")
            String variant,

            @Schema(description = "What answered; absent for the stub.") @Nullable
            ProductAt backend,

            String model,
            String dialectIn,
            String scenario,
            Capability capability,

            @Schema(description = "Absent for a new cell.") @Nullable
            Standing before,

            @Schema(description = "Absent for a cell that lost all its evidence.") @Nullable
            Standing after) {
        static Change of(CellChange change) {
            Cell cell = change.latest();
            CellKey key = cell.key();
            return new Change(
                    cell.id(),
                    ProductAt.of(key.client()),
                    key.variant(),
                    ProductAt.of(key.backend()),
                    key.model(),
                    key.dialectIn().id(),
                    key.scenario(),
                    cell.capability(),
                    change.before().map(Standing::of).orElse(null),
                    change.after().map(Standing::of).orElse(null));
        }
    }

    /// The state of a cell at one time.
    @Schema(name = "CellStanding", description = "What a cell says at a time.")
    record Standing(
            Status status,
            @Schema(description = "In the tool loop.") Status withinTurn,
            @Schema(description = "Over user turns.") Status acrossTurns,

            @Schema(description = "How many runs the status rests on.")
            int votes,

            Cell.Confidence confidence,

            @Schema(description = "The newest run that agrees with the status.")
            String run) {
        static Standing of(Cell cell) {
            return new Standing(
                    cell.status(),
                    cell.withinTurn(),
                    cell.acrossTurns(),
                    cell.votes(),
                    cell.confidence(),
                    cell.latestRun());
        }
    }
}
