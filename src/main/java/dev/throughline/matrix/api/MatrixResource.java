package dev.throughline.matrix.api;

import dev.throughline.access.Caller;
import dev.throughline.access.CurrentCaller;
import dev.throughline.access.KeyId;
import dev.throughline.matrix.CellPage;
import dev.throughline.matrix.CellPage.Cursor;
import dev.throughline.matrix.api.MatrixFormat.HtmlMatrix;
import dev.throughline.matrix.api.MatrixFormat.JsonMatrix;
import dev.throughline.rest.FormatChoice;
import dev.throughline.rest.NumberBetween;
import dev.throughline.rest.Problem;
import dev.throughline.rest.QueryTexts;
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
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.ParameterIn;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.headers.Header;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/// The cells of the matrix.
@Path(MatrixPaths.MATRIX)
@Tag(name = MatrixPaths.TAG)
public class MatrixResource {
    /// Maximum number of cells in a file; JSON pages are smaller.
    static final int MOST_OF_A_FILE = 5_000;

    private static final int MOST_OF_A_PAGE = 500;
    private static final int USUAL_PAGE = 50;

    private static final String OWN = "own";

    private final MatrixCellReader reads;
    private final CellDetailReader shown;
    private final CurrentCaller currentCaller;
    private final HttpHeaders headers;

    MatrixResource(MatrixCellReader reads, CellDetailReader shown, CurrentCaller currentCaller, HttpHeaders headers) {
        this.reads = reads;
        this.shown = shown;
        this.currentCaller = currentCaller;
        this.headers = headers;
    }

    @GET
    @Produces(MediaType.WILDCARD)
    @Operation(
            operationId = "listMatrix",
            summary = "List which version of which client preserves what",
            description = "By client, newest version first. An axis with an empty value selects cells without it.")
    @Parameter(
            name = "format",
            description = "Format of the response; takes precedence over the Accept header",
            schema = @Schema(enumeration = {"json", "jsonl", "junit", "sarif", "csv", "html"}))
    @Parameter(
            name = "own",
            in = ParameterIn.QUERY,
            description =
                    "Whether only what the reader's key measured for itself is shown, which counts for no other key"
                            + " because the key lacks the scope measure. As json, jsonl or html; not together with"
                            + " latest or asOf",
            schema = @Schema(type = SchemaType.BOOLEAN))
    @Parameter(name = "cursor", description = "Value of next in the previous response")
    @Parameter(
            name = "limit",
            description = "Maximum number of cells: up to 500 as JSON, up to 5000 (the default) in other formats",
            schema = @Schema(type = SchemaType.INTEGER, minimum = "1", maximum = "5000"))
    @Parameter(name = "If-None-Match", description = "ETag of an earlier response")
    @APIResponse(
            responseCode = "200",
            description = "A page of cells, and the cursor of the next page.",
            headers =
                    @Header(
                            name = "Link",
                            description = "The address of the next page, with rel=\"next\"; absent on the last.",
                            schema = @Schema(implementation = String.class)),
            content = {
                @Content(mediaType = MediaType.APPLICATION_JSON, schema = @Schema(implementation = MatrixPage.class)),
                @Content(mediaType = MatrixPaths.NDJSON, schema = @Schema(implementation = String.class)),
                @Content(mediaType = MediaType.APPLICATION_XML, schema = @Schema(implementation = String.class)),
                @Content(mediaType = "application/sarif+json", schema = @Schema(ref = "SarifLog")),
                @Content(mediaType = "text/csv", schema = @Schema(implementation = String.class)),
                @Content(mediaType = MediaType.TEXT_HTML, schema = @Schema(implementation = String.class))
            })
    @APIResponse(responseCode = "304", description = "Nothing changed since the response that If-None-Match names.")
    public Uni<Response> list(
            @Valid @BeanParam MatrixParameters parameters,
            @QueryParam("own") @DefaultValue("false") boolean isOwn,
            @QueryParam("format") @Nullable String format,
            @QueryParam("cursor") @Nullable String cursor,
            @QueryParam("limit") @NumberBetween(min = 1, max = MOST_OF_A_FILE) @Nullable Integer limit,
            @HeaderParam("If-None-Match") @Nullable String known,
            @Context UriInfo request,
            @Context HttpServerResponse response) {
        MatrixFormat form = FormatChoice.of(MatrixFormat.ALL, "The matrix", format, headers.getAcceptableMediaTypes());
        var page = new PageOfCells(
                shown(parameters.query(request), form),
                QueryTexts.cursor(cursor, Cursor::parse),
                form,
                most(form, limit),
                isOwn);
        return answer(page, request, TaggedResponse.to(currentCaller.current(), known, response));
    }

    /// The cells of a page for people.
    /// @param most number of cells at most
    /// @param isOwn whether they are what the caller measured for itself
    public Uni<MatrixPage> page(
            MatrixQuery query, @Nullable String cursor, int most, boolean isOwn, UriInfo request, Caller caller) {
        var form = new HtmlMatrix();
        var page = new PageOfCells(shown(query, form), QueryTexts.cursor(cursor, Cursor::parse), form, most, isOwn);
        return page(page, request, caller);
    }

    /// Live traffic is shown beside what was measured on purpose where nothing is decided by it: by neither the
    /// results of a pipeline nor the newest version.
    private static MatrixQuery shown(MatrixQuery query, MatrixFormat form) {
        return switch (form.kind()) {
            case JUNIT, SARIF -> query;
            case JSON, JSONL, HTML, CSV, TEXT ->
                query.isLatest() ? query : query.with(query.filter().withTraffic());
        };
    }

    /// The question in a request.
    private record PageOfCells(
            MatrixQuery query, Optional<Cursor> after, MatrixFormat form, int limit, boolean isOwn) {}

    private static int most(MatrixFormat form, @Nullable Integer limit) {
        if (!(form instanceof JsonMatrix)) {
            return limit == null ? MOST_OF_A_FILE : limit;
        }
        if (limit != null && limit > MOST_OF_A_PAGE) {
            throw Problem.inParameter(
                            "limit",
                            "a number from 1 to " + MOST_OF_A_PAGE + " was expected for JSON, found " + limit + ".")
                    .exception();
        }
        return limit == null ? USUAL_PAGE : limit;
    }

    private Uni<Response> answer(PageOfCells wanted, UriInfo request, TaggedResponse answer) {
        MatrixFormat form = wanted.form();
        return page(wanted, request, answer.caller())
                .map(page -> answer.file(form.write(page), form, "throughline-matrix", next(page, request)));
    }

    private static Optional<String> next(MatrixPage page, UriInfo request) {
        return Optional.ofNullable(page.next())
                .map(cursor -> "?"
                        + request.getRequestUriBuilder()
                                .replaceQueryParam("cursor", cursor)
                                .build()
                                .getRawQuery());
    }

    private Uni<MatrixPage> page(PageOfCells wanted, UriInfo request, Caller caller) {
        MatrixQuery query = wanted.query();
        boolean isOwn = wanted.isOwn();
        Uni<CellPage> found = isOwn ? own(wanted, caller) : reads.page(query, wanted.after(), wanted.limit());
        return found.chain(page -> shown.of(page.cells(), caller, isOwn, MatrixPaths.api(request))
                .map(cells -> new MatrixPage(
                        cells,
                        query.asOf().orElse(null),
                        caller.id().isPresent() ? isOwn : null,
                        page.next().map(CellPage.Cursor::text).orElse(null),
                        MatrixPaths.page(request))));
    }

    /// The measurements of the caller.
    private Uni<CellPage> own(PageOfCells wanted, Caller caller) {
        MatrixQuery query = wanted.query();
        if (query.isLatest() || query.asOf().isPresent()) {
            throw Problem.inParameter(OWN, "it cannot be combined with latest or asOf.")
                    .exception();
        }
        switch (wanted.form().kind()) {
            case JSON, JSONL, HTML -> {}
            case TEXT, JUNIT, SARIF, CSV ->
                throw Problem.inParameter(OWN, "json, jsonl or html was expected as format.")
                        .exception();
        }
        KeyId owner = caller.id()
                .orElseThrow(() -> Problem.inParameter(
                                OWN, "a key was expected; without keys, every measurement counts for everyone.")
                        .exception());
        return reads.own(owner, query.filter(), wanted.after(), wanted.limit());
    }
}
