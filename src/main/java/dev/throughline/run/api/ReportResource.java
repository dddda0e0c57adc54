package dev.throughline.run.api;

import dev.throughline.export.FileName;
import dev.throughline.export.HtmlPage;
import dev.throughline.rest.ETag;
import dev.throughline.rest.FormatChoice;
import dev.throughline.run.RunState;
import dev.throughline.run.report.HtmlReport;
import dev.throughline.run.report.ReportFormat;
import dev.throughline.run.report.RunReport;
import dev.throughline.run.report.RunReportFactory;
import dev.throughline.run.report.TextReport;
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

/// The items of a run's answers that its client returned, as of now.
@Path(RunPaths.RUNS)
@Tag(name = RunPaths.RUNS_TAG)
class ReportResource {
    private final RunLookup runLookup;
    private final RunReportFactory runReportFactory;

    ReportResource(RunLookup runLookup, RunReportFactory runReportFactory) {
        this.runLookup = runLookup;
        this.runReportFactory = runReportFactory;
    }

    @GET
    @Path("/{run}/report")
    @Produces(MediaType.WILDCARD)
    @Operation(
            operationId = "getReport",
            summary = "Get the report of a run, with the verdict",
            description = "What was due, what came back and what did not, with the verdict. `format` or the"
                    + " header `Accept` chooses the format.")
    @Parameter(
            name = "format",
            description = "Format of the report; takes precedence over the Accept header",
            schema = @Schema(enumeration = {"json", "text", "junit", "sarif", "html"}))
    @Parameter(
            name = "color",
            description = "Whether the text format has ANSI colors",
            schema = @Schema(type = SchemaType.BOOLEAN, defaultValue = "false"))
    @Parameter(
            name = "links",
            description = "Whether the HTML format links to the pages of the run, its exchanges and the matrix; false"
                    + " gives one file that leads nowhere",
            schema = @Schema(type = SchemaType.BOOLEAN, defaultValue = "true"))
    @Parameter(name = "If-None-Match", description = "ETag of an earlier response; sealed runs only")
    @APIResponse(
            responseCode = "200",
            description = "The report; with an ETag if the run is sealed.",
            content = {
                @Content(mediaType = MediaType.APPLICATION_JSON, schema = @Schema(implementation = RunReport.class)),
                @Content(mediaType = MediaType.TEXT_PLAIN, schema = @Schema(implementation = String.class)),
                @Content(mediaType = MediaType.APPLICATION_XML, schema = @Schema(implementation = String.class)),
                @Content(mediaType = "application/sarif+json", schema = @Schema(ref = "SarifLog")),
                @Content(mediaType = MediaType.TEXT_HTML, schema = @Schema(implementation = String.class))
            })
    @APIResponse(responseCode = "304", description = "The report is the one that If-None-Match names.")
    public Uni<Response> report(
            @PathParam("run") String id,
            @QueryParam("format") @Nullable String format,
            @QueryParam("color") @DefaultValue("false") boolean color,
            @QueryParam("links") @DefaultValue("true") boolean links,
            @HeaderParam("If-None-Match") @Nullable String known,
            @Context HttpHeaders headers,
            @Context HttpServerResponse response) {
        ReportFormat form = reportChoice(format, color, links, headers.getAcceptableMediaTypes());
        return runLookup
                .run(id)
                .flatMap(runReportFactory::of)
                .invoke(() -> allowStyle(form, response))
                .map(report -> reportResponse(report, form, Optional.ofNullable(known)));
    }

    /// Every response has a policy that allows nothing; Quarkus REST would add a second one, and both would apply.
    private static void allowStyle(ReportFormat form, HttpServerResponse response) {
        if (form instanceof HtmlReport) {
            response.headers().set("Content-Security-Policy", HtmlPage.SERVED_POLICY);
        }
    }

    /// Selects the report format that a request asks for.
    /// The format given by `format`, otherwise by Accept.
    /// @param isLinked whether HTML links to the pages of this service
    /// @param accepted in order of preference
    private static ReportFormat reportChoice(
            @Nullable String format, boolean isColored, boolean isLinked, List<MediaType> accepted) {
        ReportFormat chosen = FormatChoice.of(ReportFormat.ALL, "A report", format, accepted);
        if (chosen instanceof TextReport && isColored) {
            return new TextReport(true);
        }
        return isLinked ? chosen.linked() : chosen;
    }

    /// A report as an HTTP response. The report of a sealed run has an ETag, since only retention and what the matrix
    /// learns change it; that of an open run has none.
    /// @param known the request's If-None-Match
    private static Response reportResponse(RunReport report, ReportFormat form, Optional<String> known) {
        byte[] body = form.write(report);
        if (report.state() != RunState.SEALED) {
            return described(Response.ok(body), report, form)
                    .header(HttpHeaders.CACHE_CONTROL, "no-store")
                    .build();
        }
        ETag tag = ETag.of(body);
        return described(tag.isNamedBy(known) ? Response.notModified() : Response.ok(body), report, form)
                .header(HttpHeaders.ETAG, tag.value())
                .header(HttpHeaders.CACHE_CONTROL, "private, no-cache")
                .build();
    }

    private static Response.ResponseBuilder described(
            Response.ResponseBuilder answer, RunReport report, ReportFormat form) {
        String name = "throughline-" + report.run();
        answer.type(form.kind().mediaType())
                .header(HttpHeaders.VARY, HttpHeaders.ACCEPT)
                .header(HttpHeaders.CONTENT_DISPOSITION, FileName.disposition(form.kind(), name));
        return answer;
    }
}
