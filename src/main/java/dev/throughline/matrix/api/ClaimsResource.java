package dev.throughline.matrix.api;

import dev.throughline.matrix.Claim;
import dev.throughline.matrix.store.ClaimCatalog;
import io.smallrye.common.annotation.NonBlocking;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
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
}
