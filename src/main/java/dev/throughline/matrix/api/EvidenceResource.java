package dev.throughline.matrix.api;

import dev.throughline.access.CurrentCaller;
import dev.throughline.access.KeyId;
import dev.throughline.matrix.MatrixSnapshot;
import dev.throughline.matrix.store.Matrix;
import dev.throughline.matrix.store.MeasuredFile;
import dev.throughline.matrix.store.MeasuredFile.Provenance;
import dev.throughline.matrix.store.MeasuredLine;
import dev.throughline.matrix.store.OwnMeasurements;
import dev.throughline.rest.NumberBetween;
import dev.throughline.rest.PlainText;
import dev.throughline.run.lifecycle.RunStore;
import dev.throughline.verdict.SuiteVersion;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/// Exports what was measured here for use in other deployments. A key receives the runs that it may read.
@Path(MatrixPaths.MATRIX + "/evidence")
@Tag(name = MatrixPaths.TAG)
class EvidenceResource {
    private static final int LONGEST = 200;

    private final OwnMeasurements measured;
    private final Matrix matrix;
    private final RunStore runStore;
    private final CurrentCaller currentCaller;
    private final String throughline;

    EvidenceResource(
            OwnMeasurements measured,
            Matrix matrix,
            RunStore runStore,
            CurrentCaller currentCaller,
            @ConfigProperty(name = "quarkus.application.version") String throughline) {
        this.measured = measured;
        this.matrix = matrix;
        this.runStore = runStore;
        this.currentCaller = currentCaller;
        this.throughline = throughline;
    }

    @GET
    @Produces(MatrixPaths.NDJSON)
    @Operation(
            operationId = "exportEvidence",
            summary = "Export this service's measurements",
            description =
                    "By run id: a header, a line per run without its texts, behind the last run a line per product"
                            + " with the dates of its releases, a footer with the digest of the lines before it and,"
                            + " where there are more runs, next.")
    @Parameter(name = "command", description = "What produced the measurements, for the header; up to 200 characters")
    @Parameter(name = "cursor", description = "Value of next in the previous footer")
    @Parameter(
            name = "limit",
            description = "Maximum number of runs",
            schema = @Schema(type = SchemaType.INTEGER, minimum = "1", maximum = "5000", defaultValue = "5000"))
    @APIResponse(
            responseCode = "200",
            description = "Measurements as JSON lines.",
            content = @Content(mediaType = MatrixPaths.NDJSON, schema = @Schema(implementation = String.class)))
    public Uni<byte[]> export(
            @QueryParam("command") @DefaultValue("") @PlainText(max = LONGEST) String command,
            @QueryParam("cursor") @DefaultValue("") @PlainText(max = LONGEST) String cursor,
            @QueryParam("limit") @DefaultValue("5000") @NumberBetween(min = 1, max = 5_000) int limit) {
        Provenance made = new Provenance(
                Instant.now().truncatedTo(ChronoUnit.SECONDS), SuiteVersion.VERSION, throughline, command);
        Optional<KeyId> reader = currentCaller.current().seesOnly();
        return measured.after(cursor, limit + 1).chain(found -> file(made, found, limit, reader));
    }

    private Uni<byte[]> file(Provenance made, List<MeasuredLine> found, int most, Optional<KeyId> reader) {
        List<MeasuredLine> some = found.subList(0, Math.min(most, found.size()));
        Optional<String> next = found.size() > most ? Optional.of(some.getLast().run()) : Optional.empty();
        Uni<Map<String, Map<String, Instant>>> dates = next.isPresent()
                ? Uni.createFrom().item(Map.of())
                : matrix.now().map(MatrixSnapshot::published);
        return Uni.combine()
                .all()
                .unis(readable(some, reader), dates)
                .with((lines, published) -> MeasuredFile.write(made, lines, published, next));
    }

    private Uni<List<MeasuredLine>> readable(List<MeasuredLine> lines, Optional<KeyId> reader) {
        if (reader.isEmpty()) {
            return Uni.createFrom().item(lines);
        }
        return runStore.shown(lines.stream().map(MeasuredLine::run).toList(), reader)
                .map(shown -> lines.stream()
                        .filter(line -> shown.contains(line.run()))
                        .toList());
    }
}
