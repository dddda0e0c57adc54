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
@Schema(name = "Rescored", description = "The result of rescoring a batch of runs.")
public record RescoredView(
        @Schema(description = "Number of runs rescored.") int runs,

        @Schema(description = "Of these, how many changed, or had no verdict before.")
        int changed,

        @Schema(
                description = "Of these, how many have no verdict any more: they are not eligible"
                        + " under the current rules.")
        int removed,

        @Schema(
                description = "Evidence left as it is: shipped, of a backend check, or of a run that is no longer"
                        + " complete.")
        int kept,

        @Schema(description = "The cells that changed.") List<Change> cells,

        @Schema(description = "Cursor of the next batch; absent after the last.") @Nullable
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
    @Schema(name = "CellChanged", description = "A cell that changed.")
    record Change(
            @Schema(description = "Its id.") String cell,

            @Schema(description = "Absent for a backend check.") @Nullable
            ProductAt client,

            @Schema(description = "A variant of the client's recipe; empty for the unmodified recipe.")
            String variant,

            @Schema(
                    description =
                            "The packages that the client loads, as resolved, for example ai@6.0.1; empty if it loads"
                                    + " none or they are not known.")
            String sdk,

            @Schema(
                    description = "Where chat answers carried reasoning; empty for reasoning_content and for the other"
                            + " dialects.")
            String reasoningField,

            @Schema(description = "The backend; absent for the stub.") @Nullable
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
                    key.sdk(),
                    key.reasoningField(),
                    ProductAt.of(key.backend()),
                    key.model(),
                    key.dialectIn().id(),
                    key.scenario(),
                    cell.capability(),
                    change.before().map(Standing::of).orElse(null),
                    change.after().map(Standing::of).orElse(null));
        }
    }

    /// What a cell says at a time.
    @Schema(name = "CellStanding", description = "The status of a cell at one time.")
    record Standing(
            Status status,
            @Schema(description = "Within the tool loop.") Status withinTurn,
            @Schema(description = "Across user turns.") Status acrossTurns,

            @Schema(description = "Number of runs that the status is based on.")
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
