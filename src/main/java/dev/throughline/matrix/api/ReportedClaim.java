package dev.throughline.matrix.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.throughline.matrix.Cell;
import dev.throughline.matrix.Claim;
import dev.throughline.verdict.Status;
import java.time.LocalDate;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// A claim shown next to a cell.
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(description = "A third-party report. It never counts towards the status.")
public record ReportedClaim(
        String id,
        String product,

        @Schema(description = "Absent when the report names none.") @Nullable
        String version,

        @Schema(description = "Absent when the report says that nobody tested it.") @Nullable
        Status status,

        String text,
        String source,
        LocalDate reported,

        @Schema(description = "Whether the measurement contradicts it.")
        boolean disputed) {
    static ReportedClaim of(Claim claim, Cell cell) {
        return new ReportedClaim(
                claim.id(),
                claim.product(),
                claim.version().orElse(null),
                claim.status().orElse(null),
                claim.text(),
                claim.source(),
                claim.reported(),
                claim.isContradictedBy(cell));
    }
}
