package dev.throughline.run.training;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.export.FileFormat;
import dev.throughline.export.FileKind;
import dev.throughline.export.FileName;
import dev.throughline.prompt.TemplateLibrary;
import dev.throughline.prompt.TokenizerLibrary;
import dev.throughline.rest.FormatChoice;
import dev.throughline.run.Run;
import dev.throughline.run.api.RunLookup;
import dev.throughline.run.training.TrainingExport.TrainingSummary;
import dev.throughline.wire.StrictJson;
import io.smallrye.common.annotation.Blocking;
import jakarta.validation.Valid;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/// Training samples of a run. Rows are written as they are created: a slow reader slows the export down.
@Path("/api/v1/runs/{run}/training")
@Tag(name = "Training")
@Blocking
class TrainingResource {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final RunLookup runLookup;
    private final TrainingExport export;
    private final TemplateLibrary templates;
    private final TokenizerLibrary tokenizers;

    TrainingResource(
            RunLookup runLookup, TrainingExport export, TemplateLibrary templates, TokenizerLibrary tokenizers) {
        this.runLookup = runLookup;
        this.export = export;
        this.templates = templates;
        this.tokenizers = tokenizers;
    }

    @GET
    @Produces(MediaType.WILDCARD)
    @Operation(
            operationId = "getTrainingSamples",
            summary = "Export training samples: one row per branch of the run's conversations",
            description = "A branch is a request with its answer that no later request continues; the answer is the"
                    + " recorded one. JSON lines have the rows; JSON counts them and what"
                    + " is omitted.")
    @Parameter(
            name = "format",
            description = "Format of the response; by the Accept header if absent.",
            schema = @Schema(enumeration = {"jsonl", "json"}))
    @APIResponse(
            responseCode = "200",
            description = "The samples, or a summary of them.",
            content = {
                @Content(mediaType = "application/x-ndjson", schema = @Schema(type = SchemaType.STRING)),
                @Content(
                        mediaType = MediaType.APPLICATION_JSON,
                        schema = @Schema(implementation = TrainingSummary.class))
            })
    public Response samples(
            @PathParam("run") String id,
            @Valid @BeanParam TrainingParameters parameters,
            @QueryParam("format") @Nullable String format,
            @Context HttpHeaders headers)
            throws IOException {
        TrainingFormat form =
                FormatChoice.of(TrainingFormat.ALL, "Training samples", format, headers.getAcceptableMediaTypes());
        Run run = runLookup.run(id).await().atMost(PATIENCE);
        TrainingExportRequest order = parameters.order(templates, tokenizers);
        Object body = switch (form) {
            case JSONL -> rows(run, order);
            case JSON -> export.write(run, order, row -> {});
        };
        return Response.ok(body)
                .type(form.kind().mediaType())
                .header(HttpHeaders.VARY, HttpHeaders.ACCEPT)
                .header(HttpHeaders.CACHE_CONTROL, "no-store")
                .header(
                        HttpHeaders.CONTENT_DISPOSITION,
                        FileName.disposition(form.kind(), "throughline-" + run.id() + "-training"))
                .build();
    }

    private StreamingOutput rows(Run run, TrainingExportRequest order) {
        return out -> export.write(run, order, row -> line(out, row));
    }

    private static void line(OutputStream out, ObjectNode row) throws IOException {
        out.write(StrictJson.write(row));
        out.write('\n');
    }

    /// The output formats of training samples.
    enum TrainingFormat implements FileFormat {
        /// The rows.
        JSONL(FileKind.JSONL),
        /// The counts of what is exported and omitted.
        JSON(FileKind.JSON);

        static final List<TrainingFormat> ALL = List.of(values());

        private final FileKind kind;

        TrainingFormat(FileKind kind) {
            this.kind = kind;
        }

        @Override
        public FileKind kind() {
            return kind;
        }
    }
}
