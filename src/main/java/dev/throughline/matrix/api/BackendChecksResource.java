package dev.throughline.matrix.api;

import dev.throughline.access.CurrentCaller;
import dev.throughline.matrix.CellIdDigest;
import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.matrix.EvidenceSource;
import dev.throughline.matrix.Measurement;
import dev.throughline.matrix.store.EvidenceStore;
import dev.throughline.matrix.store.Matrix;
import dev.throughline.verdict.Capability;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/// Receives the results of checks of backends by themselves.
@Path("/api/v1/backend-checks")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Matrix")
class BackendChecksResource {
    private final EvidenceStore evidenceStore;
    private final Matrix matrix;
    private final CurrentCaller currentCaller;

    BackendChecksResource(EvidenceStore evidenceStore, Matrix matrix, CurrentCaller currentCaller) {
        this.evidenceStore = evidenceStore;
        this.matrix = matrix;
        this.currentCaller = currentCaller;
    }

    /// The part that was kept.
    @Schema(name = "KeptCheck", description = "What was recorded for a check.")
    record Kept(
            @Schema(examples = "llama.cpp@b4712") String backend,

            @Schema(description = "The cells that the check counts towards.")
            List<KeptCell> cells) {
        static Kept of(List<Measurement> measured) {
            return new Kept(
                    measured.getFirst()
                            .vote()
                            .key()
                            .backend()
                            .map(Versioned::label)
                            .orElseThrow(),
                    measured.stream().map(KeptCell::of).toList());
        }
    }

    /// A cell that a check counts towards.
    @Schema(name = "KeptCell", description = "A cell that a check counts towards.")
    record KeptCell(String cell, String dialect, Capability capability) {
        static KeptCell of(Measurement measured) {
            return new KeptCell(
                    CellIdDigest.of(measured.vote().key(), Capability.THINK),
                    measured.vote().key().dialectOut().id(),
                    Capability.THINK);
        }
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(
            operationId = "addBackendCheck",
            summary = "Record the results of a backend check",
            description = "What `throughline check backend` sends: one vote for each dialect that the backend answers,"
                    + " in cells without a client. They count for other keys too if the key has the scope `measure`.")
    @APIResponse(
            responseCode = "201",
            description = "The cells that the check counts towards.",
            content = @Content(schema = @Schema(implementation = Kept.class)))
    public Uni<Response> add(@Valid @NotNull NewBackendCheck check, @Context HttpServerRequest request) {
        var source = new EvidenceSource(
                currentCaller.current().id(), request.remoteAddress().hostAddress());
        return matrix.now()
                .map(now -> BackendCheckMeasurements.of(
                        check, now.products(), Instant.now().truncatedTo(ChronoUnit.MICROS)))
                .flatMap(measured -> evidenceStore.add(measured, source).replaceWith(measured))
                .map(measured -> Response.status(Response.Status.CREATED)
                        .entity(Kept.of(measured))
                        .build());
    }
}
