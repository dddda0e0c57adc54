package dev.throughline.matrix;

import dev.throughline.matrix.CellComparison.Change;
import dev.throughline.matrix.CellComparison.Difference;
import dev.throughline.verdict.Status;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.throughline.matrix.MatrixSamples.cell;
import static dev.throughline.verdict.Status.BROKEN;
import static dev.throughline.verdict.Status.PRESERVED;
import static org.assertj.core.api.Assertions.assertThat;

class CellComparisonTest {

    @ParameterizedTest
    @CsvSource({
        "PRESERVED,PRESERVED,PRESERVED, PRESERVED,PRESERVED,PRESERVED, SAME",
        "BROKEN,BROKEN,BROKEN, PRESERVED,PRESERVED,PRESERVED, BETTER",
        "PARTIAL,PRESERVED,BROKEN, PRESERVED,PRESERVED,PRESERVED, BETTER",
        "PRESERVED,PRESERVED,PRESERVED, PARTIAL,PRESERVED,BROKEN, WORSE",
        "PARTIAL,PRESERVED,BROKEN, PARTIAL,BROKEN,PRESERVED, OTHER",
        "PARTIAL,PRESERVED,BROKEN, PARTIAL,PRESERVED,PARTIAL, BETTER",
        "BROKEN,BROKEN,NOT_EXERCISED, BROKEN,BROKEN,BROKEN, OTHER",
        "PRESERVED,PRESERVED,NOT_EXERCISED, PRESERVED,PRESERVED,PRESERVED, OTHER",
        "PRESERVED,PRESERVED,PRESERVED, INCONCLUSIVE,INCONCLUSIVE,INCONCLUSIVE, OTHER"
    })
    void saysWhatBecameOfAStatus(
            Status from, Status fromWithin, Status fromAcross, Status to, Status within, Status across, Change change) {
        List<Difference> differences = CellComparison.ofVersions(
                "opencode",
                List.of(cell("1.0.0", "", from, fromWithin, fromAcross)),
                List.of(cell("1.1.0", "", to, within, across)));

        assertThat(differences).hasSize(1);
        assertThat(differences.getFirst().change()).isEqualTo(change);
    }

    @Test
    void whatIsOnOneSideOnlyAppearedOrDisappeared() {
        List<Difference> differences = CellComparison.ofVersions(
                "opencode",
                List.of(cell("1.0.0", "old", BROKEN, BROKEN, BROKEN)),
                List.of(cell("1.1.0", "new", PRESERVED, PRESERVED, PRESERVED)));

        assertThat(differences).extracting(Difference::change).containsExactly(Change.DISAPPEARED, Change.APPEARED);
        assertThat(differences.getFirst().to()).isEmpty();
        assertThat(differences.getLast().from()).isEmpty();
    }

    @Test
    void momentsCompareTheSameVersions() {
        List<Difference> differences = CellComparison.ofMoments(
                List.of(cell("1.0.0", BROKEN), cell("1.1.0", PRESERVED)), List.of(cell("1.0.0", PRESERVED)));

        assertThat(differences).extracting(Difference::change).containsExactly(Change.BETTER, Change.DISAPPEARED);
    }
}
