package dev.throughline.run.api;

import dev.throughline.run.report.ReportText;
import dev.throughline.run.report.Reports;
import dev.throughline.run.report.RunReport;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/// What came back of a run's answers, at this moment.
@Path(Api.RUNS)
@Tag(name = Api.RUNS_TAG)
class ReportResource {
    private final Lookup lookup;
    private final Reports reports;

    ReportResource(Lookup lookup, Reports reports) {
        this.lookup = lookup;
        this.reports = reports;
    }

    @GET
    @Path("/{run}/report")
    @Produces(MediaType.WILDCARD)
    @Operation(operationId = "getReport", summary = "Show what came back, with the verdict")
    @Parameter(name = "format", description = "json or text; wins over the Accept header")
    @Parameter(name = "colour", description = "true for text with ANSI colours")
    @APIResponse(
            responseCode = "200",
            description = "The report.",
            content = {
                @Content(mediaType = MediaType.APPLICATION_JSON, schema = @Schema(implementation = RunReport.class)),
                @Content(mediaType = MediaType.TEXT_PLAIN, schema = @Schema(implementation = String.class))
            })
    public Uni<Response> report(
            @PathParam("run") String id,
            @QueryParam("format") @Nullable String format,
            @QueryParam("colour") @Nullable String colour,
            @Context HttpHeaders headers) {
        ReportFormat form = ReportFormat.of(format, headers.getAcceptableMediaTypes());
        return lookup.run(id)
                .flatMap(reports::of)
                .map(report ->
                        Response.ok(body(report, form, colour), form.type()).build());
    }

    private static Object body(RunReport report, ReportFormat form, @Nullable String colour) {
        return switch (form) {
            case JSON -> report;
            case TEXT -> ReportText.of(report, "true".equals(colour));
        };
    }
}
