package dev.throughline.matrix.api;

import dev.throughline.access.CurrentCaller;
import dev.throughline.matrix.VoteCursor;
import dev.throughline.matrix.api.MatrixFormat.HtmlMatrix;
import dev.throughline.matrix.api.MatrixFormat.JsonMatrix;
import dev.throughline.rest.FormatChoice;
import dev.throughline.rest.NumberBetween;
import dev.throughline.rest.QueryTexts;
import dev.throughline.rest.TaggedResponse;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerResponse;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriBuilder;
import jakarta.ws.rs.core.UriInfo;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/// The runs behind a cell.
@Path(MatrixPaths.MATRIX + "/cells")
@Tag(name = MatrixPaths.TAG)
class HistoryResource {
    private static final List<MatrixFormat> FORMATS = List.of(new JsonMatrix(), new HtmlMatrix());

    private final CellHistoryReader histories;
    private final CurrentCaller currentCaller;

    HistoryResource(CellHistoryReader histories, CurrentCaller currentCaller) {
        this.histories = histories;
        this.currentCaller = currentCaller;
    }

    @GET
    @Path("/{cell}/history")
    @Produces(MediaType.WILDCARD)
    @Operation(
            operationId = "cellHistory",
            summary = "List the runs of a cell over time",
            description = "Newest first, with links to the exchanges of those that this service holds.")
    @Parameter(name = "cell", description = "Id of the cell.")
    @Parameter(
            name = "format",
            description = "Format of the response; takes precedence over the Accept header",
            schema = @Schema(enumeration = {"json", "html"}))
    @Parameter(name = "cursor", description = "Value of next in the previous response")
    @Parameter(
            name = "limit",
            description = "Maximum number of runs",
            schema = @Schema(type = SchemaType.INTEGER, minimum = "1", maximum = "500", defaultValue = "50"))
    @Parameter(name = "If-None-Match", description = "ETag of an earlier response")
    @APIResponse(
            responseCode = "200",
            description = "A page of runs of the cell, and the cursor of the next page.",
            content = {
                @Content(mediaType = MediaType.APPLICATION_JSON, schema = @Schema(implementation = CellHistory.class))
            })
    @APIResponse(responseCode = "303", description = "The page of the cell, for html.")
    @APIResponse(responseCode = "304", description = "Nothing changed since the response that If-None-Match names.")
    public Uni<Response> history(
            @PathParam("cell") String id,
            @QueryParam("format") @Nullable String format,
            @QueryParam("cursor") @Nullable String cursor,
            @QueryParam("limit") @DefaultValue("50") @NumberBetween(min = 1, max = 500) int limit,
            @HeaderParam("If-None-Match") @Nullable String known,
            @Context UriInfo request,
            @Context HttpHeaders headers,
            @Context HttpServerResponse response) {
        MatrixFormat form = FormatChoice.of(FORMATS, "A history", format, headers.getAcceptableMediaTypes());
        if (form instanceof HtmlMatrix) {
            return Uni.createFrom().item(Response.seeOther(page(id, cursor)).build());
        }
        TaggedResponse answer = TaggedResponse.to(currentCaller.current(), known, response);
        Optional<VoteCursor> after = QueryTexts.cursor(cursor, VoteCursor::parse);
        return histories
                .read(id, after, limit, answer.caller(), MatrixPaths.api(request))
                .map(found -> answer.json(MatrixJsonWriter.bytes(found)));
    }

    private static URI page(String id, @Nullable String cursor) {
        UriBuilder page = UriBuilder.fromPath(MatrixPaths.PAGE).path("cells/{id}");
        return (cursor == null ? page : page.queryParam("cursor", "{cursor}")).build(id, cursor == null ? "" : cursor);
    }
}
