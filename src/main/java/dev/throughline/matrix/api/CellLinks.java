package dev.throughline.matrix.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// The links of a cell; absolute.
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(description = "Links of a cell. The links to a run are absent when this service does not hold or show it.")
public record CellLinks(
        @Schema(description = "The runs of the cell over time; absent for what only the reader's key measured.")
        @Nullable
        String history,

        @Schema(description = "The newest run that agrees with the status.") @Nullable
        String run,

        @Schema(description = "Its exchanges.") @Nullable String exchanges,
        @Schema(description = "Its report.") @Nullable String report) {
    /// @param api URL of `/api/v1`
    /// @param cell its id, null for a cell that is not stored
    /// @param run id of the newest run, null if it cannot be shown
    static CellLinks of(String api, @Nullable String cell, @Nullable String run) {
        String history = cell == null ? null : api + "/matrix/cells/" + cell + "/history";
        if (run == null) {
            return new CellLinks(history, null, null, null);
        }
        String runs = api + "/runs/" + run;
        return new CellLinks(history, runs, runs + "/exchanges", runs + "/report");
    }
}
