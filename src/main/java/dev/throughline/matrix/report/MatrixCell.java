package dev.throughline.matrix.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.throughline.matrix.Cell;
import dev.throughline.matrix.CellKey;
import dev.throughline.matrix.Claim;
import dev.throughline.matrix.Vote.Origin;
import dev.throughline.rest.SettingName;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import dev.throughline.verdict.SuiteVersion;
import java.time.Instant;
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

        @Schema(description = "Absent for a backend check.") @Nullable
        ProductAt client,

        @Schema(description = "A variant of the client's recipe; empty for the unmodified recipe.")
        String variant,

        @Schema(
                description = "The packages that the client loads, as resolved, for example ai@6.0.1; empty if it loads"
                        + " none or they are not known.")
        String sdk,

        @Schema(
                description = "Where chat answers carried reasoning; empty for reasoning_content and for the other"
                        + " dialects.")
        String reasoningField,

        @Schema(description = "The model id that the client was configured with; empty if not declared.")
        String model,

        @Schema(description = "Absent without a gateway.") @Nullable
        ProductAt gateway,

        @Schema(description = "The backend; absent for the stub.") @Nullable
        ProductAt backend,

        @Schema(description = "SHA-256 of the backend's chat template; absent when unknown.") @Nullable
        String template,

        String dialectIn,
        String dialectOut,
        String policy,
        String scenario,
        String streaming,

        @Schema(description = "Major version of the test suite; CACHE has its own.")
        int suite,

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

        @Schema(description = "Where the newest run was measured: by this deployment, or by the project.") @Nullable
        Origin origin,

        Instant firstMeasured,
        Instant lastMeasured,

        @Schema(description = "Third-party reports about it.")
        List<ReportedClaim> claims,

        CellLinks links) {

    /// @param claims those that may apply to it
    /// @param evidence where its newest run was measured and whether it can be shown
    /// @param isOwn whether it counts for the reader's key alone
    /// @param api URL of `/api/v1`
    public static MatrixCell of(Cell cell, List<Claim> claims, RunEvidence evidence, boolean isOwn, String api) {
        CellKey key = cell.key();
        return new MatrixCell(
                cell.id(),
                ProductAt.of(key.client()),
                key.variant(),
                key.sdk(),
                key.reasoningField(),
                key.model(),
                ProductAt.of(key.gateway()),
                ProductAt.of(key.backend()),
                key.template().isEmpty() ? null : key.template(),
                key.dialectIn().id(),
                key.dialectOut().id(),
                SettingName.of(key.policy()),
                key.scenario(),
                SettingName.of(key.streaming()),
                SuiteVersion.major(cell.capability(), key.suite()),
                cell.capability(),
                cell.status(),
                cell.withinTurn(),
                cell.acrossTurns(),
                cell.flags().stream().sorted().toList(),
                cell.confidence(),
                cell.votes(),
                new TreeMap<>(cell.counts()),
                isOwn ? true : null,
                evidence.origin().orElse(null),
                cell.firstMeasured(),
                cell.lastMeasured(),
                claims.stream()
                        .filter(claim -> concerns(claim, cell))
                        .map(claim -> ReportedClaim.of(claim, cell))
                        .toList(),
                CellLinks.of(api, isOwn ? null : cell.id(), evidence.isShown() ? cell.latestRun() : null));
    }

    /// Everything that it shares with the other capabilities of its runs.
    Combination combination() {
        return new Combination(
                client,
                variant,
                sdk,
                reasoningField,
                model,
                gateway,
                backend,
                template,
                dialectIn,
                dialectOut,
                policy,
                scenario,
                streaming,
                suite);
    }

    private static boolean concerns(Claim claim, Cell cell) {
        CellKey key = cell.key();
        return claim.capability() == cell.capability()
                && Stream.of(key.client(), key.gateway(), key.backend())
                        .flatMap(Optional::stream)
                        .anyMatch(claim::concerns);
    }

    /// Where the newest run of a cell was measured.
    /// @param origin empty if its evidence was removed
    /// @param isShown whether the run is stored here and the reader may see it
    public record RunEvidence(Optional<Origin> origin, boolean isShown) {
        /// Nothing is known about it.
        public static final RunEvidence NONE = new RunEvidence(Optional.empty(), false);
    }
}
