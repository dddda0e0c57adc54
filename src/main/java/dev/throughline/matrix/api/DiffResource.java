package dev.throughline.matrix.api;

import dev.throughline.access.CurrentCaller;
import dev.throughline.rest.PlainText;
import dev.throughline.rest.TaggedResponse;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerResponse;
import jakarta.validation.Valid;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/// The differences between two versions of a product, or between two points in time.
@Path(MatrixPaths.MATRIX + "/diff")
@Tag(name = MatrixPaths.TAG)
class DiffResource {
    private final MatrixDiffReader diffs;
    private final CurrentCaller currentCaller;

    DiffResource(MatrixDiffReader diffs, CurrentCaller currentCaller) {
        this.diffs = diffs;
        this.currentCaller = currentCaller;
    }

    @GET
    @Produces(MediaType.APPLICATION_JSON)
    @Operation(
            operationId = "diffMatrix",
            summary = "Get what changed between two versions or two moments",
            description = "Compares combinations that are otherwise equal.")
    @Parameter(
            name = "from",
            required = true,
            description = "A version of a product, latest for the newest that was measured; or a moment",
            example = "opencode@1.1.34")
    @Parameter(
            name = "to",
            required = true,
            description = "Another version of the same product, or another moment",
            example = "opencode@1.1.53")
    @Parameter(name = "If-None-Match", description = "ETag of an earlier response")
    @APIResponseSchema(value = MatrixDiff.class, responseCode = "200", responseDescription = "What changed.")
    @APIResponse(responseCode = "304", description = "Nothing changed since the response that If-None-Match names.")
    public Uni<Response> diff(
            @Valid @BeanParam MatrixParameters parameters,
            @QueryParam("from") @PlainText(max = 300) @Nullable String from,
            @QueryParam("to") @PlainText(max = 300) @Nullable String to,
            @HeaderParam("If-None-Match") @Nullable String known,
            @Context UriInfo uri,
            @Context HttpServerResponse response) {
        MatrixQuery query = parameters.query(uri);
        TaggedResponse answer = TaggedResponse.to(currentCaller.current(), known, response);
        return diffs.read(query, from, to).map(found -> answer.json(MatrixJsonWriter.bytes(found)));
    }
}
