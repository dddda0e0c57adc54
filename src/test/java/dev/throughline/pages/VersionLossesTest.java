package dev.throughline.pages;

import dev.throughline.pages.TrafficContent.LossLine;
import dev.throughline.run.lifecycle.TrafficSampleQuery.KeptItems;
import dev.throughline.verdict.Capability;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class VersionLossesTest {
    @Test
    void aVersionIsComparedWithinItsReleaseLineOnly() {
        assertThat(VersionLosses.of(List.of(seen("2.0.0", 0), seen("1.9.0", 4), seen("1.10.0", 1), seen("3.0.0", 4))))
                .containsExactly(
                        new LossLine("client", "1.10.0", "THINK", "1 of 4", "1.10.0", "1.9.0"),
                        new LossLine("client", "2.0.0", "THINK", "0 of 4", "2.0.0", ""));
    }

    @Test
    void theRunsOfAVersionCountTogether() {
        assertThat(VersionLosses.of(List.of(seen("1.0.0", 4), seen("1.1.0", 4), seen("1.1.0", 1))))
                .containsExactly(new LossLine("client", "1.1.0", "THINK", "5 of 8", "1.1.0", "1.0.0"));
    }

    private static KeptItems seen(String version, int exact) {
        return new KeptItems("client", version, Capability.THINK, 4, exact);
    }
}
