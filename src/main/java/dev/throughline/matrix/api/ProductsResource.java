package dev.throughline.matrix.api;

import dev.throughline.access.CurrentCaller;
import dev.throughline.access.Scope;
import dev.throughline.matrix.EvidenceSource;
import dev.throughline.matrix.Product;
import dev.throughline.matrix.store.Matrix;
import dev.throughline.matrix.store.ProductStore;
import dev.throughline.rest.Problem;
import dev.throughline.rest.ProblemType;
import dev.throughline.rest.TaggedResponse;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/// Products and their versions.
@Path(MatrixPaths.PRODUCTS)
@Tag(name = MatrixPaths.TAG)
class ProductsResource {
    private final Matrix matrix;
    private final ProductStore productStore;
    private final CurrentCaller currentCaller;

    ProductsResource(Matrix matrix, ProductStore productStore, CurrentCaller currentCaller) {
        this.matrix = matrix;
        this.productStore = productStore;
        this.currentCaller = currentCaller;
    }

    @GET
    @Produces(MediaType.APPLICATION_JSON)
    @Operation(
            operationId = "listProducts",
            summary = "List clients, SDKs, gateways and backends with their versions",
            description = "All that a cell or a claim names, by kind and name, with every known version of each.")
    @Parameter(
            name = "kind",
            description = "The role of a product",
            schema = @Schema(enumeration = {"client", "sdk", "gateway", "backend"}))
    @Parameter(name = "If-None-Match", description = "ETag of an earlier response")
    @APIResponseSchema(
            value = ProductView.ListView.class,
            responseCode = "200",
            responseDescription = "The products, by id.")
    @APIResponse(responseCode = "304", description = "Nothing changed since the response that If-None-Match names.")
    public Uni<Response> list(
            @QueryParam("kind") Product.@Nullable Kind kind,
            @HeaderParam("If-None-Match") @Nullable String known,
            @Context UriInfo request,
            @Context HttpServerResponse response) {
        TaggedResponse answer = TaggedResponse.to(currentCaller.current(), known, response);
        String api = MatrixPaths.api(request);
        return matrix.now()
                .map(now -> now.products().stream()
                        .filter(product -> kind == null || product.kind() == kind)
                        .map(product -> ProductView.of(product, now, api))
                        .toList())
                .map(all -> answer.json(MatrixJsonWriter.bytes(new ProductView.ListView(all))));
    }

    @GET
    @Path("/{product}")
    @Produces(MediaType.APPLICATION_JSON)
    @Operation(
            operationId = "getProduct",
            summary = "Get a product with its versions",
            description = "The versions in their order, and where they were seen. An unknown name is a 404 that"
                    + " lists similar names.")
    @Parameter(name = "product", description = "Its id.", example = "opencode")
    @Parameter(name = "If-None-Match", description = "ETag of an earlier response")
    @APIResponseSchema(value = ProductView.class, responseCode = "200", responseDescription = "The product.")
    @APIResponse(responseCode = "304", description = "Nothing changed since the response that If-None-Match names.")
    public Uni<Response> get(
            @PathParam("product") String id,
            @HeaderParam("If-None-Match") @Nullable String known,
            @Context UriInfo request,
            @Context HttpServerResponse response) {
        TaggedResponse answer = TaggedResponse.to(currentCaller.current(), known, response);
        String api = MatrixPaths.api(request);
        return matrix.now()
                .map(now -> ProductView.of(ProductLookup.of(id, now.products()), now, api))
                .map(shown -> answer.json(MatrixJsonWriter.bytes(shown)));
    }

    @PUT
    @Path("/{product}/latest")
    @Consumes(MediaType.APPLICATION_JSON)
    @Produces(MediaType.APPLICATION_JSON)
    @Operation(
            operationId = "sawLatest",
            summary = "Record which version a registry lists as latest",
            description = "What `throughline check` sends when it checks the latest version of a client. Cells of older"
                    + " versions are STALE as long as a newer release was not measured. Requires a key with the scope"
                    + " `measure`.")
    @Parameter(name = "product", description = "Its id.", example = "opencode")
    @APIResponseSchema(value = ProductView.class, responseCode = "200", responseDescription = "The product.")
    public Uni<ProductView> sawLatest(
            @PathParam("product") String id,
            @Valid @NotNull SeenLatest seen,
            @Context UriInfo request,
            @Context HttpServerRequest http) {
        currentCaller.current().needs(Scope.MEASURE).ifPresent(denial -> {
            throw Problem.of(ProblemType.FORBIDDEN, denial.message()).exception();
        });
        var source = new EvidenceSource(
                currentCaller.current().id(), http.remoteAddress().hostAddress());
        String api = MatrixPaths.api(request);
        return matrix.now()
                .map(now -> ProductLookup.of(id, now.products()))
                .call(product -> productStore.sawLatest(product, seen.of(product), seen.published(), source))
                .chain(product -> matrix.now().map(now -> ProductView.of(product, now, api)));
    }
}
