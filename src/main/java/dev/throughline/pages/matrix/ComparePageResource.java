package dev.throughline.pages.matrix;

import dev.throughline.matrix.CellPage.Cursor;
import dev.throughline.matrix.api.MatrixDiffReader;
import dev.throughline.matrix.api.MatrixParameters;
import dev.throughline.matrix.api.MatrixPaths;
import dev.throughline.matrix.api.MatrixQuery;
import dev.throughline.pages.PageFrames;
import dev.throughline.pages.WithPageDeadline;
import dev.throughline.rest.PageFrame;
import dev.throughline.rest.PlainText;
import dev.throughline.rest.ProblemException;
import dev.throughline.rest.QueryTexts;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerRequest;
import jakarta.validation.Valid;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.Objects;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jspecify.annotations.Nullable;

/// Two versions or two moments of the matrix, compared.
@WithPageDeadline
@Path(MatrixPaths.PAGE + "/compare")
class ComparePageResource {
    private static final int PART = 100;

    private final MatrixDiffReader diffs;
    private final PageFrames frames;

    ComparePageResource(MatrixDiffReader diffs, PageFrames frames) {
        this.diffs = diffs;
        this.frames = frames;
    }

    @GET
    @Produces(MediaType.WILDCARD)
    @Operation(hidden = true)
    public Uni<Response> compare(
            @Valid @BeanParam MatrixParameters parameters,
            @QueryParam("from") @PlainText(max = 300) @Nullable String from,
            @QueryParam("to") @PlainText(max = 300) @Nullable String to,
            @QueryParam("cursor") @Nullable String cursor,
            @Context HttpHeaders headers,
            @Context UriInfo uri,
            @Context HttpServerRequest request) {
        if (PageResponse.isJson(headers)) {
            return diffs.read(parameters.query(uri), from, to).map(PageResponse::json);
        }
        PageFrame frame = frames.of("matrix", request);
        String first = Objects.requireNonNullElse(from, "").strip();
        String second = Objects.requireNonNullElse(to, "").strip();
        return content(parameters.query(uri), first, second, QueryTexts.cursor(cursor, Cursor::parse))
                .chain(content -> PageResponse.page(MatrixPageTemplates.compare(frame, content)));
    }

    private Uni<CompareContent> content(MatrixQuery query, String from, String to, Optional<Cursor> after) {
        if (from.isEmpty() || to.isEmpty()) {
            return Uni.createFrom().item(CompareContent.empty(from, to, ""));
        }
        return Uni.createFrom()
                .deferred(() -> diffs.part(query, from, to, after, PART))
                .map(part -> CompareContent.of(from, to, part))
                .onFailure(ProblemException.class)
                .recoverWithItem(failure ->
                        CompareContent.empty(from, to, Objects.requireNonNullElse(failure.getMessage(), "")));
    }
}
