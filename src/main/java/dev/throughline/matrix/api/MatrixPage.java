package dev.throughline.matrix.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// A page of matrix cells, by client, newest version first.
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(description = "A page of cells of the matrix, by client, newest version first.")
public record MatrixPage(
        List<MatrixCell> cells,

        @Schema(description = "The requested moment.") @Nullable
        Instant asOf,

        @Schema(description = "Whether these cells count for the reader's key only; absent if no key was sent.")
        @Nullable
        Boolean own,

        @Schema(description = "Value of cursor for the next page; absent on the last.") @Nullable
        String next,

        @Schema(description = "The same filter as an HTML page.")
        String page) {
    public MatrixPage {
        cells = List.copyOf(cells);
    }

    /// Other cells of the same selection.
    public MatrixPage of(List<MatrixCell> some, @Nullable String after) {
        return new MatrixPage(some, asOf, own, after, page);
    }

    /// The same cells at another address.
    public MatrixPage at(String address) {
        return new MatrixPage(cells, asOf, own, next, address);
    }
}
