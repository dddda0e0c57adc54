package dev.throughline.pages.matrix;

import dev.throughline.matrix.CellBuilder;
import dev.throughline.matrix.CellFilter;
import dev.throughline.matrix.MatrixSnapshot;
import dev.throughline.verdict.Status;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ClientMapTest {
    private static ClientMap map(CellBuilder... cells) {
        MatrixSnapshot matrix = MatrixSnapshot.EMPTY.with(
                Arrays.stream(cells).map(CellBuilder::cell).collect(Collectors.groupingBy(cell -> cell.key())),
                List.of());
        return ClientMap.of(matrix, ClientMap.cells(matrix, CellFilter.all()));
    }

    private static List<String> products(ClientMap map) {
        return map.rows().stream().map(ClientMap.MapRow::product).toList();
    }

    @Test
    void showsTheNewestVersionOfEachClientThatIsMeasuredByItselfWithLossesFirst() {
        ClientMap map = map(
                CellBuilder.client("keeps@2.0.0", Status.PRESERVED),
                CellBuilder.client("keeps@1.0.0", Status.BROKEN),
                CellBuilder.client("loses@1.0.0", Status.BROKEN),
                CellBuilder.client("partly@1.0.0", Status.PARTIAL),
                CellBuilder.backend("server@1.0.0", Status.BROKEN));

        assertThat(products(map)).containsExactly("loses", "partly", "keeps");
        assertThat(map.rows().stream().map(ClientMap.MapRow::isKept)).containsExactly(false, false, true);
        assertThat(map.rows().getLast().version()).isEqualTo("2.0.0");
        assertThat(map.more()).isZero();
    }

    @Test
    void hasOneColumnForEachScenarioWithTheDefaultFirst() {
        CellBuilder one = CellBuilder.client("one@1.0.0", Status.PRESERVED);
        ClientMap map = map(one.in("ends"), one.in("tools"), one.in("abort"));

        assertThat(map.columns().stream().map(ClientMap.Column::scenario)).containsExactly("tools", "abort", "ends");
    }

    @Test
    void leavesOutThoseThatKeepEverythingFirstWhereAPageHasNoRoomAndCountsThem() {
        Stream<CellBuilder> losing = IntStream.range(0, 100)
                .mapToObj(number -> CellBuilder.client("loses-%03d@1.0.0".formatted(number), Status.BROKEN));
        Stream<CellBuilder> keeping = IntStream.range(0, 100)
                .mapToObj(number -> CellBuilder.client("keeps-%03d@1.0.0".formatted(number), Status.PRESERVED));
        ClientMap map = map(Stream.concat(losing, keeping).toArray(CellBuilder[]::new));

        assertThat(map.more()).isBetween(1, 99);
        assertThat(map.rows()).hasSize(200 - map.more());
        assertThat(products(map).subList(0, 100)).allMatch(product -> product.startsWith("loses"));
    }
}
