package dev.throughline.matrix.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.throughline.matrix.Claim;
import dev.throughline.matrix.store.ClaimCatalog;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import io.smallrye.common.annotation.NonBlocking;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.time.LocalDate;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/// The third-party claims that the project collected. Shown next to measurements; never counted.
@Path("/api/v1/claims")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Matrix")
class ClaimsResource {
    private final ClaimCatalog claims;

    ClaimsResource(ClaimCatalog claims) {
        this.claims = claims;
    }

    @GET
    @Operation(
            operationId = "listClaims",
            summary = "List third-party reports",
            description = "What others report about a product, dated and with its source. Claims are shown beside"
                    + " cells and never counted.")
    @Parameter(name = "product", description = "Only claims about this product")
    @APIResponse(responseCode = "200", description = "The claims, by product, newest first.")
    @NonBlocking
    public ClaimView.ListView list(@QueryParam("product") @Nullable String product) {
        List<Claim> found = product == null ? claims.list() : claims.about(List.of(product));
        return new ClaimView.ListView(found.stream().map(ClaimView::of).toList());
    }

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
}
