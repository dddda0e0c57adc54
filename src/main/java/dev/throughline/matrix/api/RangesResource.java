package dev.throughline.matrix.api;

import dev.throughline.access.CurrentCaller;
import dev.throughline.matrix.Axis;
import dev.throughline.matrix.MatrixSnapshot;
import dev.throughline.matrix.Product;
import dev.throughline.matrix.VersionRangeRules;
import dev.throughline.matrix.store.Matrix;
import dev.throughline.rest.Problem;
import dev.throughline.rest.TaggedResponse;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerResponse;
import jakarta.validation.Valid;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/// The version ranges of a product over which a status holds.
@Path(MatrixPaths.MATRIX + "/ranges")
@Tag(name = MatrixPaths.TAG)
class RangesResource {
    private final MatrixCellReader reads;
    private final Matrix matrix;
    private final CurrentCaller currentCaller;

    RangesResource(MatrixCellReader reads, Matrix matrix, CurrentCaller currentCaller) {
        this.reads = reads;
        this.matrix = matrix;
        this.currentCaller = currentCaller;
    }

    @GET
    @Produces(MediaType.APPLICATION_JSON)
    @Operation(
            operationId = "listRanges",
            summary = "Get the version ranges in which a product's results hold",
            description = "For the client, or for the gateway or backend if no client is given. Derived on read;"
                    + " what lies between two tested versions was not measured.")
    @Parameter(name = "If-None-Match", description = "ETag of an earlier response")
    @APIResponseSchema(
            value = VersionRanges.class,
            responseCode = "200",
            responseDescription = "The ranges, with the versions to measure next.")
    @APIResponse(responseCode = "304", description = "Nothing changed since the response that If-None-Match names.")
    public Uni<Response> ranges(
            @Valid @BeanParam MatrixParameters parameters,
            @HeaderParam("If-None-Match") @Nullable String known,
            @Context UriInfo uri,
            @Context HttpServerResponse response) {
        MatrixQuery query = parameters.query(uri);
        TaggedResponse answer = TaggedResponse.to(currentCaller.current(), known, response);
        String name = subject(query.filter().axes());
        return matrix.now()
                .chain(now -> ranges(ProductLookup.of(name, now.products()), now, query))
                .map(found -> answer.json(MatrixJsonWriter.bytes(found)));
    }

    private Uni<VersionRanges> ranges(Product product, MatrixSnapshot now, MatrixQuery query) {
        return reads.all(query)
                .map(cells -> VersionRanges.of(
                        product.id(),
                        query.asOf().orElse(null),
                        VersionRangeRules.of(product, cells, now.releases(product.id()))));
    }

    /// The product whose versions are requested.
    private static String subject(Map<Axis, String> axes) {
        return Stream.of(Axis.CLIENT, Axis.GATEWAY, Axis.BACKEND)
                .flatMap(axis -> Optional.ofNullable(axes.get(axis)).stream())
                .filter(name -> !name.isEmpty())
                .findFirst()
                .orElseThrow(
                        () -> Problem.inParameter("client", "one product was expected: client, gateway or backend.")
                                .exception());
    }
}
