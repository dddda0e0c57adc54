package dev.throughline.pages.matrix;

import dev.throughline.access.Caller;
import dev.throughline.access.CurrentCaller;
import dev.throughline.matrix.Axis;
import dev.throughline.matrix.VoteCursor;
import dev.throughline.matrix.api.CellHistory;
import dev.throughline.matrix.api.CellHistoryReader;
import dev.throughline.matrix.api.MatrixParameters;
import dev.throughline.matrix.api.MatrixPaths;
import dev.throughline.matrix.api.MatrixQuery;
import dev.throughline.matrix.api.MatrixResource;
import dev.throughline.pages.PageFrames;
import dev.throughline.pages.WithPageDeadline;
import dev.throughline.pages.matrix.OverviewReader.OverviewPlace;
import dev.throughline.rest.PageFrame;
import dev.throughline.rest.QueryTexts;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import jakarta.validation.Valid;
import jakarta.ws.rs.BeanParam;
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
import jakarta.ws.rs.core.UriInfo;
import java.util.Optional;
import java.util.Set;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jspecify.annotations.Nullable;

/// The matrix as pages; they accept the filters of the API. Without a filter that names a product, the newest
/// versions of all clients.
@WithPageDeadline
@Path(MatrixPaths.PAGE)
class MatrixPageResource {
    private static final int MOST_RUNS = 50;
    private static final Set<Axis> OF_OVERVIEW =
            Set.of(Axis.DIALECT_IN, Axis.POLICY, Axis.STREAMING, Axis.SCENARIO, Axis.VENDOR);

    private final MatrixResource matrix;
    private final MatrixListReader lists;
    private final CellHistoryReader histories;
    private final OverviewReader overviews;
    private final PageFrames frames;
    private final CurrentCaller currentCaller;

    MatrixPageResource(
            MatrixResource matrix,
            MatrixListReader lists,
            CellHistoryReader histories,
            OverviewReader overviews,
            PageFrames frames,
            CurrentCaller currentCaller) {
        this.matrix = matrix;
        this.lists = lists;
        this.histories = histories;
        this.overviews = overviews;
        this.frames = frames;
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
            @Context HttpHeaders headers,
            @Context UriInfo uri,
            @Context HttpServerRequest request,
            @Context HttpServerResponse response) {
        if (PageResponse.isJson(headers)) {
            return matrix.list(parameters, isOwn, "json", cursor, null, known, uri, response);
        }
        PageFrame frame = frames.of("matrix", request);
        Caller caller = currentCaller.current();
        MatrixQuery query = parameters.query(uri);
        Optional<OverviewPlace> place = Optional.ofNullable(cursor).flatMap(OverviewPlace::parse);
        if (isOverview(query) && (cursor == null || place.isPresent()) && !isOwn) {
            return place.map(from -> overviews.read(query, from, caller, request.uri()))
                    .orElseGet(() -> overviews.map(query, caller, request.uri()))
                    .chain(overview ->
                            PageResponse.page(MatrixPageTemplates.overview(frame, overview), overview.next()));
        }
        return lists.read(query, cursor, isOwn, uri, caller)
                .chain(list -> PageResponse.page(
                        MatrixPageTemplates.cells(frame, list), list.table().next()));
    }

    @GET
    @Path("/cells/{cell}")
    @Produces(MediaType.WILDCARD)
    @Operation(hidden = true)
    public Uni<Response> cell(
            @PathParam("cell") String id,
            @QueryParam("cursor") @Nullable String cursor,
            @Context HttpHeaders headers,
            @Context UriInfo uri,
            @Context HttpServerRequest request) {
        Optional<VoteCursor> after = QueryTexts.cursor(cursor, VoteCursor::parse);
        Uni<CellHistory> found = histories.read(id, after, MOST_RUNS, currentCaller.current(), MatrixPaths.api(uri));
        if (PageResponse.isJson(headers)) {
            return found.map(PageResponse::json);
        }
        PageFrame frame = frames.of("matrix", request);
        return found.map(CellContent::of)
                .chain(cell -> PageResponse.page(MatrixPageTemplates.cell(frame, cell), cell.next()));
    }

    private static boolean isOverview(MatrixQuery query) {
        return OF_OVERVIEW.containsAll(query.filter().axes().keySet())
                && query.filter().product().isEmpty()
                && query.filter().capabilities().isEmpty()
                && query.filter().statuses().isEmpty()
                && query.filter().minConfidence().isEmpty()
                && query.asOf().isEmpty()
                && !query.isLatest();
    }
}
