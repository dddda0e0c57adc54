package dev.throughline.pages.matrix;

import dev.throughline.matrix.CellBuilder;
import dev.throughline.matrix.CellKey;
import dev.throughline.matrix.MatrixSnapshot;
import dev.throughline.matrix.api.CellMark;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class GatewayMapTest {
    private static final String OURS = CellKey.FAITHFUL + "@1.0.0";

    private static GatewayMap map(CellBuilder... cells) {
        return GatewayMap.of(MatrixSnapshot.EMPTY.with(
                Arrays.stream(cells).map(CellBuilder::cell).collect(Collectors.groupingBy(cell -> cell.key())),
                List.of()));
    }

    @Test
    void hasARowForEachVersionAndRouteWithTheWorstOfAllScenarios() {
        CellBuilder kept = CellBuilder.client(OURS, Status.PRESERVED).through("hub@2.0.0");
        GatewayMap map = map(
                kept.in("tools"),
                CellBuilder.client(OURS, Status.BROKEN).through("hub@2.0.0").in("ends"),
                CellBuilder.client(OURS, Status.PARTIAL)
                        .of(Capability.ORDER)
                        .through("hub@2.0.0")
                        .in("ends"),
                kept.through("hub@1.0.0"),
                kept.variant("zai"),
                kept.through("ahead@1.0.0"));

        assertThat(map.columns()).containsExactly("openai-chat to openai-chat");
        assertThat(map.rows().stream().map(row -> row.product() + " " + row.version() + " " + row.setting()))
                .containsExactly(
                        "ahead 1.0.0 streamed", "hub 2.0.0 streamed", "hub 2.0.0 zai, streamed", "hub 1.0.0 streamed");
        CellMark mark = map.rows().get(1).slots().getFirst().cells().getFirst();
        assertThat(mark.word()).isEqualTo("broken");
        assertThat(mark.notes()).containsExactly("ORDER, THINK");
        assertThat(map.rows().get(1).address()).isEqualTo("/matrix?gateway=hub&gatewayVersion=2.0.0");
    }

    @Test
    void leavesOutOtherClientsAndWhatAnOlderClientFound() {
        GatewayMap map = map(
                CellBuilder.client("opencode@1.0.0", Status.BROKEN).through("hub@1.0.0"),
                CellBuilder.client(CellKey.FAITHFUL + "@0.9.0", Status.BROKEN)
                        .through("hub@1.0.0")
                        .last(CellBuilder.NOW.minusSeconds(9_000_000)),
                CellBuilder.client(OURS, Status.PRESERVED).through("hub@1.0.0"),
                CellBuilder.client(OURS, Status.BROKEN));

        assertThat(map.rows()).hasSize(1);
        assertThat(map.rows().getFirst().slots().getFirst().cells().getFirst().word())
                .isEqualTo("preserved");
    }
}
