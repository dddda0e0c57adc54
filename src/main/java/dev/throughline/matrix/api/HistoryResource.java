package dev.throughline.matrix.api;

import dev.throughline.access.Caller;
import dev.throughline.access.CurrentCaller;
import dev.throughline.export.FileFormat;
import dev.throughline.matrix.Cell;
import dev.throughline.matrix.Vote;
import dev.throughline.matrix.VoteCursor;
import dev.throughline.matrix.report.CellHistory;
import dev.throughline.matrix.report.CellRun;
import dev.throughline.matrix.report.HtmlMatrix;
import dev.throughline.matrix.report.JsonMatrix;
import dev.throughline.matrix.report.MatrixCell;
import dev.throughline.matrix.report.MatrixCell.RunEvidence;
import dev.throughline.matrix.report.MatrixFormat;
import dev.throughline.matrix.report.MatrixJsonWriter;
import dev.throughline.matrix.store.CellStore;
import dev.throughline.matrix.store.VoteStore;
import dev.throughline.rest.FormatChoice;
import dev.throughline.rest.Problem;
import dev.throughline.rest.ProblemException;
import dev.throughline.rest.ProblemType;
import dev.throughline.rest.QuotedValue;
import dev.throughline.rest.TaggedResponse;
import dev.throughline.rest.input.NumberBetween;
import dev.throughline.rest.input.QueryTexts;
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
import jakarta.ws.rs.core.UriInfo;
import java.util.List;
import java.util.Map;
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

    private final CellStore cellStore;
    private final VoteStore voteStore;
    private final CellDetailReader shown;
    private final CurrentCaller currentCaller;

    HistoryResource(CellStore cellStore, VoteStore voteStore, CellDetailReader shown, CurrentCaller currentCaller) {
        this.cellStore = cellStore;
        this.voteStore = voteStore;
        this.shown = shown;
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
                @Content(mediaType = MediaType.APPLICATION_JSON, schema = @Schema(implementation = CellHistory.class)),
                @Content(mediaType = MediaType.TEXT_HTML, schema = @Schema(implementation = String.class))
            })
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
        TaggedResponse answer = TaggedResponse.to(currentCaller.current(), known, response);
        Optional<VoteCursor> after = QueryTexts.cursor(cursor, VoteCursor::parse);
        return cellStore
                .get(id)
                .map(found -> found.orElseThrow(() -> noCell(id)))
                .chain(cell -> history(cell, after, limit, answer.caller(), MatrixPaths.api(request)))
                .map(found -> answer.file(written(form, found), form, "throughline-cell-" + id));
    }

    private Uni<CellHistory> history(Cell cell, Optional<VoteCursor> after, int most, Caller caller, String api) {
        Uni<MatrixCell> head = shown.of(List.of(cell), caller, api).map(List::getFirst);
        Uni<List<Vote>> said = voteStore.ofCell(cell.id(), after, most + 1);
        return Uni.combine()
                .all()
                .unis(head, said)
                .asTuple()
                .chain(both -> shown.evidence(
                                both.getItem2().stream().map(Vote::run).toList(), caller)
                        .map(evidence -> page(both.getItem1(), both.getItem2(), most, evidence, api)));
    }

    private static CellHistory page(
            MatrixCell cell, List<Vote> found, int most, Map<String, RunEvidence> evidence, String api) {
        List<Vote> some = found.subList(0, Math.min(most, found.size()));
        List<CellRun> runs = some.stream()
                .filter(vote -> vote.capabilities().containsKey(cell.capability()))
                .map(vote -> CellRun.of(
                        vote,
                        vote.capabilities().get(cell.capability()),
                        evidence.getOrDefault(vote.run(), RunEvidence.NONE),
                        api))
                .toList();
        return new CellHistory(
                cell, runs, found.size() > most ? VoteCursor.of(some.getLast()).text() : null);
    }

    private static byte[] written(FileFormat form, CellHistory history) {
        return form instanceof HtmlMatrix ? history.page() : MatrixJsonWriter.bytes(history);
    }

    private static ProblemException noCell(String id) {
        return Problem.of(
                        ProblemType.NOT_FOUND,
                        "There is no cell " + QuotedValue.of(id) + "; GET " + MatrixPaths.MATRIX + " lists them.")
                .exception();
    }
}
