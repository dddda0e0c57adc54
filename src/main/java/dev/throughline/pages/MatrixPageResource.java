package dev.throughline.pages;

import dev.throughline.access.CurrentCaller;
import dev.throughline.matrix.api.MatrixParameters;
import dev.throughline.matrix.api.MatrixPaths;
import dev.throughline.matrix.api.MatrixResource;
import dev.throughline.rest.TaggedResponse;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerResponse;
import jakarta.validation.Valid;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.DefaultValue;
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
import org.jspecify.annotations.Nullable;

/// The matrix as an HTML page; accepts the filters of the API.
@Path(MatrixPaths.PAGE)
class MatrixPageResource {
    private final MatrixResource matrix;
    private final CurrentCaller currentCaller;

    MatrixPageResource(MatrixResource matrix, CurrentCaller currentCaller) {
        this.matrix = matrix;
        this.currentCaller = currentCaller;
    }

    @GET
    @Produces(MediaType.WILDCARD)
    @Operation(hidden = true)
    public Uni<Response> page(
            @Valid @BeanParam MatrixParameters parameters,
            @QueryParam("cursor") @Nullable String cursor,
            @QueryParam("own") @DefaultValue("false") boolean isOwn,
            @HeaderParam("If-None-Match") @Nullable String known,
            @Context UriInfo request,
            @Context HttpServerResponse response) {
        return matrix.page(
                parameters, cursor, isOwn, request, TaggedResponse.to(currentCaller.current(), known, response));
    }
}
