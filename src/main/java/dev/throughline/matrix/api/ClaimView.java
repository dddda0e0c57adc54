package dev.throughline.matrix.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.throughline.matrix.Claim;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import java.time.LocalDate;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// A claim as shown by the API.
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(name = "Claim", description = "A third-party report; it never counts as a measurement.")
record ClaimView(
        String id,
        @Schema(examples = "opencode") String product,

        @Schema(description = "Absent when the report names none.") @Nullable
        String version,

        Capability capability,

        @Schema(enumeration = {"PRESERVED", "PARTIAL", "BROKEN", "UNSUPPORTED", "UNTESTED"})
        String status,

        @Schema(description = "What was reported.") String text,

        @Schema(description = "Where it was reported: a URL or the name of a document.")
        String source,

        @Schema(description = "The source, where it may be shown as a link: http and https only.") @Nullable
        String link,

        LocalDate reported) {
    static ClaimView of(Claim claim) {
        return new ClaimView(
                claim.id(),
                claim.product(),
                claim.version().orElse(null),
                claim.capability(),
                claim.status().map(Status::name).orElse("UNTESTED"),
                claim.text(),
                claim.source(),
                claim.source().matches("https?://.*") ? claim.source() : null,
                claim.reported());
    }

    /// All requested claims.
    @Schema(name = "Claims", description = "What others reported, by product, newest first.")
    record ListView(List<ClaimView> claims) {}
}
