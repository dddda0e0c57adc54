package dev.throughline.matrix.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.throughline.matrix.Axis;
import dev.throughline.matrix.Cell;
import dev.throughline.matrix.CellKey;
import dev.throughline.matrix.Claim;
import dev.throughline.matrix.Vote.Origin;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import dev.throughline.verdict.SuiteVersion;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// A cell as shown by the API.
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(name = "Cell", description = "The current status of one capability for one combination.")
public record MatrixCell(
        @Schema(description = "Stable over time.") String id,

        @JsonUnwrapped Combination combination,

        Capability capability,
        Status status,
        @Schema(description = "Within the tool loop.") Status withinTurn,
        @Schema(description = "Across user turns.") Status acrossTurns,

        @Schema(description = "Caveats of the status.") List<Cell.Flag> flags,

        Cell.Confidence confidence,

        @Schema(description = "Number of runs that the status is based on.")
        int votes,

        @Schema(description = "Eligible runs by status.") Map<Status, Integer> counts,

        @Schema(description = "Whether only the reader's key measured it, so that it counts for no" + " other key.")
        @Nullable
        Boolean own,

        @Schema(description = "Where the newest run was measured: by this deployment, or by the project.")
        Origin origin,

        Instant firstMeasured,
        Instant lastMeasured,

        @Schema(description = "Third-party reports about it.")
        List<ReportedClaim> claims,

        CellLinks links) {
    /// @param claims those that may apply to it
    /// @param isShown whether its newest run is stored here and the reader may see it
    /// @param isOwn whether it counts for the reader's key alone
    /// @param api URL of `/api/v1`
    public static MatrixCell of(Cell cell, List<Claim> claims, boolean isShown, boolean isOwn, String api) {
        int suite = SuiteVersion.major(cell.capability(), cell.key().suite());
        CellKey key = cell.key().with(Axis.SUITE, Integer.toString(suite));
        return new MatrixCell(
                cell.id(),
                Combination.of(key),
                cell.capability(),
                cell.status(),
                cell.withinTurn(),
                cell.acrossTurns(),
                cell.flags().stream().sorted().toList(),
                cell.confidence(),
                cell.votes(),
                new TreeMap<>(cell.counts()),
                isOwn ? true : null,
                cell.origin(),
                cell.firstMeasured(),
                cell.lastMeasured(),
                claims.stream()
                        .filter(claim -> concerns(claim, cell))
                        .map(claim -> ReportedClaim.of(claim, cell))
                        .toList(),
                CellLinks.of(api, isOwn ? null : cell.id(), isShown ? cell.latestRun() : null));
    }

    public @Nullable ProductAt client() {
        return combination.client();
    }

    public @Nullable ProductAt gateway() {
        return combination.gateway();
    }

    public @Nullable ProductAt backend() {
        return combination.backend();
    }

    public String variant() {
        return combination.variant();
    }

    public String policy() {
        return combination.policy();
    }

    public String dialectIn() {
        return combination.dialectIn();
    }

    private static boolean concerns(Claim claim, Cell cell) {
        CellKey key = cell.key();
        return claim.capability() == cell.capability()
                && Stream.of(key.client(), key.gateway(), key.backend())
                        .flatMap(Optional::stream)
                        .anyMatch(claim::concerns);
    }

    /// The links of a cell; absolute.
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(description = "Links of a cell. The links to a run are absent when this service does not hold or show it.")
    public record CellLinks(
            @Schema(description = "The runs of the cell over time; absent for what only the reader's key measured.")
            @Nullable
            String history,

            @Schema(description = "The newest run that agrees with the status.") @Nullable
            String run,

            @Schema(description = "Its exchanges.") @Nullable
            String exchanges,

            @Schema(description = "Its report.") @Nullable String report) {
        /// @param api URL of `/api/v1`
        /// @param cell its id, null for a cell that is not stored
        /// @param run id of the newest run, null if it cannot be shown
        static CellLinks of(String api, @Nullable String cell, @Nullable String run) {
            String history = cell == null ? null : api + "/matrix/cells/" + cell + "/history";
            if (run == null) {
                return new CellLinks(history, null, null, null);
            }
            String runs = api + "/runs/" + run;
            return new CellLinks(history, runs, runs + "/exchanges", runs + "/report");
        }
    }

    /// A claim shown next to a cell.
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(description = "A third-party report. It never counts towards the status.")
    public record ReportedClaim(
            String id,
            String product,

            @Schema(description = "Absent when the report names none.") @Nullable
            String version,

            @Schema(description = "Absent when the report says that nobody tested it.") @Nullable
            Status status,

            String text,
            String source,
            LocalDate reported,

            @Schema(description = "Whether the measurement contradicts it.")
            boolean disputed) {
        static ReportedClaim of(Claim claim, Cell cell) {
            return new ReportedClaim(
                    claim.id(),
                    claim.product(),
                    claim.version().orElse(null),
                    claim.status().orElse(null),
                    claim.text(),
                    claim.source(),
                    claim.reported(),
                    claim.isContradictedBy(cell));
        }
    }
}
