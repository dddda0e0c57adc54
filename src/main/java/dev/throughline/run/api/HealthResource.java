package dev.throughline.run.api;

import dev.throughline.access.CurrentCaller;
import dev.throughline.access.Scope;
import dev.throughline.backend.Backends;
import dev.throughline.run.journal.Journal;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.List;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/// Reports whether the service is operational; offered beside `/q/health` for readers without MicroProfile.
@Path("/health")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = RunPaths.SERVICE_TAG)
class HealthResource {
    private final DatabaseWatch database;
    private final Journal journal;
    private final Backends backends;
    private final CurrentCaller currentCaller;
    private final String version;

    HealthResource(
            DatabaseWatch database,
            Journal journal,
            Backends backends,
            CurrentCaller currentCaller,
            @ConfigProperty(name = "quarkus.application.version") String version) {
        this.database = database;
        this.journal = journal;
        this.backends = backends;
        this.currentCaller = currentCaller;
        this.version = version;
    }

    @GET
    @Operation(
            operationId = "getHealth",
            summary = "Get the health of the service",
            description = "Whether the service, its database and its journal are UP; backends do not count, and"
                    + " only a key that may read sees their names.")
    @APIResponse(
            responseCode = "200",
            description = "The service is healthy.",
            content = @Content(schema = @Schema(implementation = Health.class)))
    @APIResponse(
            responseCode = "503",
            description = "The database does not answer, or the journal is full.",
            content = @Content(schema = @Schema(implementation = Health.class)))
    public Uni<Response> health() {
        List<String> names = currentCaller.current().needs(Scope.READ).isEmpty() ? backends.names() : List.of();
        return database.state()
                .map(state -> answer(state.isReady(), !journal.figures().isFull(), names));
    }

    private Response answer(boolean hasDatabase, boolean hasRoom, List<String> names) {
        boolean isUp = hasDatabase && hasRoom;
        return Response.status(isUp ? 200 : 503)
                .entity(new Health(word(isUp), version, word(hasDatabase), word(hasRoom), names))
                .build();
    }

    private static String word(boolean isUp) {
        return isUp ? "UP" : "DOWN";
    }

    /// The state of the service. Whether backends answer is no part of it.
    @Schema(description = "The status of the service, its database and its journal: UP or DOWN.")
    record Health(
            String status,
            String version,
            String database,
            String journal,

            @Schema(description = "Names of the configured backends if access is open; they are not probed.")
            List<String> backends) {}
}
