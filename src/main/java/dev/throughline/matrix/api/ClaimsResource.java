package dev.throughline.matrix.api;

import dev.throughline.access.CurrentCaller;
import dev.throughline.access.KeyId;
import dev.throughline.matrix.Claim;
import dev.throughline.matrix.store.ClaimStore;
import dev.throughline.matrix.store.ProductStore;
import io.smallrye.mutiny.Uni;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/// Third-party claims about versions. Shown next to measurements; never counted.
@Path("/api/v1/claims")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Matrix")
class ClaimsResource {
    private final ClaimStore claimStore;
    private final ProductStore productStore;
    private final CurrentCaller currentCaller;

    ClaimsResource(ClaimStore claimStore, ProductStore productStore, CurrentCaller currentCaller) {
        this.claimStore = claimStore;
        this.productStore = productStore;
        this.currentCaller = currentCaller;
    }

    @GET
    @Operation(
            operationId = "listClaims",
            summary = "List third-party reports",
            description = "What others report about a product, dated and with its source. Claims are shown beside"
                    + " cells and never counted.")
    @Parameter(name = "product", description = "Only claims about this product")
    @APIResponse(responseCode = "200", description = "The claims, by product, newest first.")
    public Uni<ClaimView.ListView> list(@QueryParam("product") @Nullable String product) {
        Uni<List<Claim>> found = product == null ? claimStore.list() : claimStore.about(List.of(product));
        return found.map(
                all -> new ClaimView.ListView(all.stream().map(ClaimView::of).toList()));
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(
            operationId = "addClaim",
            summary = "Record a third-party report",
            description = "Repeating a claim changes nothing and returns 200.")
    @APIResponse(
            responseCode = "201",
            description = "The claim.",
            content = @Content(schema = @Schema(implementation = ClaimView.class)))
    @APIResponse(
            responseCode = "200",
            description = "The claim, which was already recorded.",
            content = @Content(schema = @Schema(implementation = ClaimView.class)))
    public Uni<Response> add(@Valid @NotNull NewClaim order) {
        Optional<KeyId> owner = currentCaller.current().id();
        return productStore
                .list()
                .map(known -> ClaimFactory.claim(order, known, LocalDate.now(ZoneOffset.UTC)))
                .flatMap(claim -> claimStore.insert(claim, owner).map(isNew -> kept(claim, isNew)));
    }

    private static Response kept(Claim claim, boolean isNew) {
        return Response.status(isNew ? Response.Status.CREATED : Response.Status.OK)
                .entity(ClaimView.of(claim))
                .build();
    }
}
