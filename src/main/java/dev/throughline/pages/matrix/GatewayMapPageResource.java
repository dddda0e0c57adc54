package dev.throughline.pages.matrix;

import dev.throughline.matrix.api.MatrixPaths;
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

/// All measured gateways at a glance.
@WithPageDeadline
@Path(MatrixPaths.PAGE + "/gateways")
class GatewayMapPageResource {
    private final Matrix matrix;
    private final PageFrames frames;

    GatewayMapPageResource(Matrix matrix, PageFrames frames) {
        this.matrix = matrix;
        this.frames = frames;
    }

    @GET
    @Produces(MediaType.WILDCARD)
    @Operation(hidden = true)
    public Uni<Response> gateways(@Context HttpHeaders headers, @Context HttpServerRequest request) {
        Uni<GatewayMap> content = matrix.now().map(GatewayMap::of);
        if (PageResponse.isJson(headers)) {
            return content.map(PageResponse::json);
        }
        PageFrame frame = frames.of("matrix", request);
        return content.chain(map -> PageResponse.page(MatrixPageTemplates.gateways(frame, map)));
    }
}
