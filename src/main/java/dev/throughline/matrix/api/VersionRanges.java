package dev.throughline.matrix.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.throughline.matrix.Cell;
import dev.throughline.matrix.VersionRangeRules.Boundary;
import dev.throughline.matrix.VersionRangeRules.Range;
import dev.throughline.matrix.VersionRangeRules.TestedVersion;
import dev.throughline.matrix.VersionRangeRules.Track;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// The version ranges of a product over which a status holds.
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(description = "The version ranges of a product with equal results, per combination and capability.")
public record VersionRanges(
        String product,

        @Schema(description = "The requested moment.") @Nullable
        Instant asOf,

        List<TrackView> tracks) {
    /// The ranges of a product as shown by the API.
    public static VersionRanges of(String product, @Nullable Instant asOf, List<Track> tracks) {
        return new VersionRanges(
                product, asOf, tracks.stream().map(TrackView::of).toList());
    }

    /// One combination and capability.
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @Schema(name = "VersionTrack", description = "The versions of a product under one combination.")
    public record TrackView(
            Combination combination,
            Capability capability,

            @Schema(
                    description =
                            "By release line, oldest first; merged only over close tested versions of equal status.")
            List<RangeView> ranges,

            List<BoundaryView> boundaries,

            @Schema(description = "Versions whose runs were all inconclusive.")
            List<String> unclear,

            @Schema(description = "Releases that follow the last tested one.")
            int untestedAfter,

            @Schema(description = "The last of them.") @Nullable
            String newestUntested) {
        static TrackView of(Track track) {
            return new TrackView(
                    Combination.of(track.key()),
                    track.capability(),
                    track.ranges().stream().map(RangeView::of).toList(),
                    track.boundaries().stream().map(BoundaryView::of).toList(),
                    track.unclear(),
                    track.untestedAfter(),
                    track.newest().orElse(null));
        }
    }

    /// Tested versions of equal status.
    @Schema(name = "VersionRange", description = "Neighboring tested versions of equal status.")
    public record RangeView(
            Status status,

            @Schema(description = "The oldest tested version.")
            String from,

            @Schema(description = "The newest tested version.")
            String to,

            List<TestedView> versions,

            @Schema(description = "Releases between the two that were not measured.")
            int untested,

            @Schema(description = "That of the weakest cell.")
            Cell.Confidence confidence) {
        static RangeView of(Range range) {
            return new RangeView(
                    range.status(),
                    range.from(),
                    range.to(),
                    range.cells().stream().map(TestedView::of).toList(),
                    range.untested(),
                    range.confidence());
        }
    }

    /// A tested version.
    @Schema(name = "TestedVersion", description = "A tested version and its cell.")
    public record TestedView(
            String version,
            @Schema(description = "Id of the cell.") String cell,
            Status status,
            Status withinTurn,
            Status acrossTurns,
            List<Cell.Flag> flags) {
        static TestedView of(TestedVersion tested) {
            Cell cell = tested.cell();
            return new TestedView(
                    tested.version(),
                    cell.id(),
                    cell.status(),
                    cell.withinTurn(),
                    cell.acrossTurns(),
                    cell.flags().stream().sorted().toList());
        }
    }

    /// A change of status.
    @Schema(
            name = "VersionBoundary",
            description = "Where the status changes: after one version, at or before the other.")
    public record BoundaryView(
            @Schema(description = "In words.", examples = "between 1.1.34 and 1.1.53")
            String words,

            TestedView lower,
            TestedView upper,

            @Schema(description = "Releases between the two.")
            int untested,

            @Schema(description = "Which of them to measure next, the middle one first.")
            List<String> tryNext) {
        static BoundaryView of(Boundary boundary) {
            return new BoundaryView(
                    boundary.words(),
                    TestedView.of(boundary.lower()),
                    TestedView.of(boundary.upper()),
                    boundary.untested(),
                    boundary.tryNext());
        }
    }
}
