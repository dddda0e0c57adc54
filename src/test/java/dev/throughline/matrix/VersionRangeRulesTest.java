package dev.throughline.matrix;

import dev.throughline.matrix.VersionRangeRules.Boundary;
import dev.throughline.matrix.VersionRangeRules.Range;
import dev.throughline.matrix.VersionRangeRules.TestedVersion;
import dev.throughline.matrix.VersionRangeRules.Track;
import dev.throughline.verdict.Status;
import java.util.List;
import org.junit.jupiter.api.Test;

import static dev.throughline.matrix.MatrixSamples.OPENCODE;
import static dev.throughline.matrix.MatrixSamples.cell;
import static dev.throughline.matrix.MatrixSamples.known;
import static dev.throughline.verdict.Status.BROKEN;
import static dev.throughline.verdict.Status.INCONCLUSIVE;
import static dev.throughline.verdict.Status.PRESERVED;
import static org.assertj.core.api.Assertions.assertThat;

class VersionRangeRulesTest {

    private static Track only(List<Cell> cells, ReleaseHistory known) {
        List<Track> tracks = VersionRangeRules.of(OPENCODE, cells, known);
        assertThat(tracks).hasSize(1);
        return tracks.getFirst();
    }

    private static List<String> versions(Range range) {
        return range.cells().stream().map(TestedVersion::version).toList();
    }

    @Test
    void testedVersionsOfEqualStatusAreOneRangeWhateverOrderTheyComeIn() {
        Track track = only(
                List.of(cell("1.1.53", PRESERVED), cell("1.18.33", PRESERVED), cell("1.2.27", PRESERVED)),
                known("1.1.53", "1.2.27", "1.18.33"));

        assertThat(track.ranges()).hasSize(1);
        assertThat(versions(track.ranges().getFirst())).containsExactly("1.1.53", "1.2.27", "1.18.33");
        assertThat(track.boundaries()).isEmpty();
    }

    @Test
    void aBoundaryIsBetweenTheTestedVersionsAndNamesTheMiddleOnesToTry() {
        Track track = only(
                List.of(cell("1.1.34", BROKEN), cell("1.1.53", PRESERVED)),
                known("1.1.33", "1.1.34", "1.1.35", "1.1.38", "1.1.40", "1.1.47", "1.1.50", "1.1.53", "1.2.0"));

        Boundary boundary = track.boundaries().getFirst();
        assertThat(boundary.words()).isEqualTo("between 1.1.34 and 1.1.53");
        assertThat(boundary.untested()).isEqualTo(5);
        assertThat(boundary.tryNext()).containsExactly("1.1.40", "1.1.38", "1.1.50");
    }

    @Test
    void neighborsInTheRegistryLeaveNothingToTry() {
        Track track =
                only(List.of(cell("1.1.34", BROKEN), cell("1.1.35", PRESERVED)), known("1.1.34", "1.1.35", "1.1.36"));

        assertThat(track.boundaries().getFirst().tryNext()).isEmpty();
        assertThat(track.boundaries().getFirst().untested()).isZero();
    }

    @Test
    void equalStatusesAreNotMergedOverATestedVersionBetweenThem() {
        Track track = only(List.of(cell("1.0.0", PRESERVED), cell("1.1.0", BROKEN), cell("1.2.0", PRESERVED)), known());

        assertThat(track.ranges()).extracting(Range::status).containsExactly(PRESERVED, BROKEN, PRESERVED);
        assertThat(track.boundaries())
                .extracting(Boundary::words)
                .containsExactly("between 1.0.0 and 1.1.0", "between 1.1.0 and 1.2.0");
    }

    @Test
    void aVersionWhoseRunsDidNotVoteIsNotTestedAndTriedLast() {
        Track track = only(
                List.of(cell("1.0.0", BROKEN), cell("1.0.1", INCONCLUSIVE), cell("1.0.3", PRESERVED)),
                known("1.0.0", "1.0.1", "1.0.2", "1.0.3"));

        assertThat(track.ranges()).extracting(Range::status).containsExactly(BROKEN, PRESERVED);
        assertThat(track.unclear()).containsExactly("1.0.1");
        assertThat(track.boundaries().getFirst().tryNext()).containsExactly("1.0.2");
    }

    @Test
    void aVersionThatDidNotVoteIsTriedAgainWhenThereIsNoOther() {
        Track track = only(
                List.of(cell("1.0.0", BROKEN), cell("1.0.1", INCONCLUSIVE), cell("1.0.2", PRESERVED)),
                known("1.0.0", "1.0.1", "1.0.2"));

        assertThat(track.boundaries().getFirst().tryNext()).containsExactly("1.0.1");
    }

    @Test
    void countsWhatARangeLeavesOutAndWhatIsNewer() {
        Track track = only(
                List.of(cell("1.0.0", PRESERVED), cell("1.0.3", PRESERVED)),
                known("1.0.0", "1.0.1", "1.0.2", "1.0.3", "1.1.0", "1.10.0", "2.0.0-beta.1"));

        assertThat(track.ranges().getFirst().untested()).isEqualTo(2);
        assertThat(track.untestedAfter()).isEqualTo(2);
        assertThat(track.newest()).contains("1.10.0");
    }

    @Test
    void everyCombinationOfTheOtherAxesHasItsOwnRanges() {
        List<Track> tracks = VersionRangeRules.of(
                OPENCODE,
                List.of(
                        cell("1.1.34", BROKEN),
                        cell("1.1.34", "interleaved", PRESERVED, PRESERVED, PRESERVED),
                        cell("1.1.53", PRESERVED)),
                known());

        assertThat(tracks).extracting(track -> track.key().variant()).containsExactly("", "interleaved");
        assertThat(tracks).extracting(track -> track.boundaries().size()).containsExactly(1, 0);
        assertThat(tracks.getFirst().key().client().orElseThrow().version()).isEmpty();
    }

    @Test
    void aVersionMeasuredWithSeveralPackagesIsOneVersionAsMeasuredLast() {
        Cell older = CellBuilder.client("opencode@1.0.0", Status.PRESERVED)
                .loading("a@1")
                .last(CellBuilder.NOW.minusSeconds(99_000))
                .cell();
        Cell newer = CellBuilder.client("opencode@1.0.0", Status.BROKEN)
                .loading("a@2")
                .cell();
        Cell next = CellBuilder.client("opencode@1.1.0", Status.BROKEN).cell();

        List<Track> tracks = VersionRangeRules.of(OPENCODE, List.of(newer, older, next), known("1.0.0", "1.1.0"));

        assertThat(tracks).singleElement().satisfies(track -> {
            assertThat(track.boundaries()).isEmpty();
            assertThat(track.ranges()).singleElement().satisfies(range -> {
                assertThat(range.from()).isEqualTo("1.0.0");
                assertThat(range.cells()).hasSize(2);
            });
        });
    }

    @Test
    void equalStatusesAreOneRangeOnlyIfTheirVersionsAreClose() {
        ReleaseHistory releases =
                ReleaseHistoryTest.history("1.0.0=2026-01-01 1.1.0=2026-02-15 1.2.0=2026-04-02 2.0.0=2026-04-03");

        Track track = only(
                List.of(
                        cell("1.0.0", PRESERVED),
                        cell("1.1.0", PRESERVED),
                        cell("1.2.0", PRESERVED),
                        cell("2.0.0", PRESERVED),
                        cell("2.1.0", PRESERVED)),
                releases);

        assertThat(track.ranges()).extracting(Range::to).containsExactly("1.1.0", "1.2.0", "2.1.0", "2.0.0");
        assertThat(track.boundaries()).isEmpty();
    }

    @Test
    void aChangeIsNotBetweenAMajorAndABackportThatIsNewer() {
        ReleaseHistory releases = ReleaseHistoryTest.history("1.9.0=2026-01-01 2.0.0=2026-01-02 1.9.1=2026-01-03");

        assertThat(only(List.of(cell("1.9.1", PRESERVED), cell("2.0.0", BROKEN)), releases)
                        .boundaries())
                .isEmpty();
        assertThat(only(List.of(cell("1.9.0", PRESERVED), cell("2.0.0", BROKEN)), releases)
                        .boundaries())
                .extracting(Boundary::words)
                .containsExactly("between 1.9.0 and 2.0.0");
    }

    @Test
    void noCellsAreNoRangesAndAnotherProductIsLeftOut() {
        assertThat(VersionRangeRules.of(OPENCODE, List.of(), known("1.0.0"))).isEmpty();
        Product other = new Product("kilo", Product.Kind.CLIENT, "Kilo", VersionScheme.SEMVER, "");
        assertThat(VersionRangeRules.of(other, List.of(cell("1.0.0", Status.BROKEN)), known()))
                .isEmpty();
    }
}
