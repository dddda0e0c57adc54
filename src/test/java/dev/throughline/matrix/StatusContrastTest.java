package dev.throughline.matrix;

import dev.throughline.verdict.Status;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

import static dev.throughline.matrix.CellBuilder.client;
import static org.assertj.core.api.Assertions.assertThat;

class StatusContrastTest {
    private static final CellBuilder KEPT = client("opencode@1.1.53", Status.PRESERVED);
    private static final CellBuilder LOST = client("opencode@1.1.53", Status.BROKEN);
    private static final CellBuilder PARTLY = client("opencode@1.1.53", Status.PARTIAL);

    @Test
    void whatAllCellsHaveIsSaidAlone() {
        assertThat(words(KEPT, KEPT.in("ends"))).isEqualTo("PRESERVED");
        assertThat(words(LOST, LOST.model("glm-5"))).isEqualTo("BROKEN");
        assertThat(words(PARTLY)).isEqualTo("PARTIAL");
    }

    @Test
    void whatOneScenarioHasIsSaidWithTheScenario() {
        assertThat(words(KEPT, PARTLY.in("ends"), LOST.in("interleaved")))
                .isEqualTo("BROKEN in interleaved, PARTIAL in ends");
    }

    @Test
    void whatOneModelHasInEachScenarioIsSaidWithTheModel() {
        assertThat(words(
                        KEPT.model("glm-5.2"),
                        KEPT.model("glm-5.2").in("ends"),
                        LOST.model("glm-4.7"),
                        LOST.model("glm-4.7").in("ends")))
                .isEqualTo("BROKEN in glm-4.7");
    }

    @Test
    void aFieldThatDecidesIsNamedAlsoWhereItIsTheUsualOne() {
        assertThat(words(LOST, KEPT.offered("reasoning"))).isEqualTo("BROKEN in reasoning_content");
        assertThat(words(KEPT, LOST.offered("reasoning_details"))).isEqualTo("BROKEN in reasoning_details");
    }

    @Test
    void whatNoSingleSettingTellsIsNamedByTwo() {
        assertThat(words(
                        KEPT.model("glm-5.2"),
                        KEPT.model("glm-4.7"),
                        KEPT.model("glm-5.2").in("ends"),
                        LOST.model("glm-4.7").in("ends")))
                .isEqualTo("BROKEN in ends glm-4.7");
    }

    private static String words(CellBuilder... cells) {
        return StatusContrast.of(Arrays.stream(cells).map(CellBuilder::cell).toList())
                .words();
    }
}
