package dev.throughline.pages.matrix;

import dev.throughline.matrix.api.MatrixPaths;
import dev.throughline.matrix.store.ClaimCatalog;
import dev.throughline.matrix.store.Matrix;
import dev.throughline.pages.PageFrames;
import dev.throughline.pages.WithPageDeadline;
import dev.throughline.rest.PageFrame;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import org.eclipse.microprofile.openapi.annotations.Operation;

/// The table with which this project began, answered by measurements.
@WithPageDeadline
@Path(MatrixPaths.PAGE + "/first")
class FirstMatrixPageResource {
    private final Matrix matrix;
    private final ClaimCatalog claims;
    private final PageFrames frames;

    FirstMatrixPageResource(Matrix matrix, ClaimCatalog claims, PageFrames frames) {
        this.matrix = matrix;
        this.claims = claims;
        this.frames = frames;
    }

    @GET
    @Produces(MediaType.WILDCARD)
    @Operation(hidden = true)
    public Uni<Response> first(@Context HttpHeaders headers, @Context HttpServerRequest request) {
        Uni<FirstMatrixContent> content = matrix.now().map(now -> FirstMatrixContent.of(now, claims.list()));
        if (PageResponse.isJson(headers)) {
            return content.map(PageResponse::json);
        }
        PageFrame frame = frames.of("matrix", request);
        return content.chain(first -> PageResponse.page(MatrixPageTemplates.first(frame, first)));
    }
}
