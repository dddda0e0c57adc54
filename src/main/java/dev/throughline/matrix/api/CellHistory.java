package dev.throughline.matrix.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// The runs of a cell over time, newest first.
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(description = "The runs of a cell over time, newest first.")
public record CellHistory(
        MatrixCell cell,
        List<CellRun> runs,

        @Schema(description = "Value of cursor for the next page; absent on the last.") @Nullable
        String next) {
    public CellHistory {
        runs = List.copyOf(runs);
    }
}
