package dev.throughline.matrix;

import dev.throughline.matrix.VersionChanges.VersionChange;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class VersionChangesTest {
    private static final Instant JANUARY = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant MARCH = Instant.parse("2026-03-01T00:00:00Z");

    private static List<VersionChange> changes(Map<String, Instant> published, CellBuilder... cells) {
        var product = new KnownProduct(
                new Product("one", Product.Kind.CLIENT, "one", VersionScheme.SEMVER, ""),
                new ReleaseHistory(VersionScheme.SEMVER, published),
                Map.of());
        Map<CellKey, List<Cell>> byKey =
                Arrays.stream(cells).map(CellBuilder::cell).collect(Collectors.groupingBy(Cell::key));
        return VersionChanges.of(MatrixSnapshot.EMPTY.with(byKey, List.of(product)), 10);
    }

    private static CellBuilder one(String version, Status status) {
        return CellBuilder.client("one@" + version, status);
    }

    @Test
    void theWorstOfEqualSettingsIsCompared() {
        List<VersionChange> found = changes(
                Map.of(),
                one("1.0.0", Status.PRESERVED).model("a"),
                one("1.0.0", Status.PRESERVED).model("b"),
                one("1.1.0", Status.PRESERVED).model("a"),
                one("1.1.0", Status.BROKEN).model("b"),
                one("1.1.0", Status.PARTIAL).model("c"),
                one("1.1.0", Status.BROKEN).variant("v").of(Capability.CONTENT),
                one("1.0.0", Status.PRESERVED).variant("v").of(Capability.CONTENT));

        assertThat(found)
                .containsExactly(new VersionChange(
                        "one", "1.1.0", "1.0.0", Capability.THINK, "openai-chat", Status.BROKEN, Status.PRESERVED));
        assertThat(found.getFirst().isWorse()).isTrue();
    }

    @Test
    void aHigherNumberAloneIsNoLaterVersion() {
        CellBuilder[] cells = {one("1.0.0", Status.PRESERVED), one("2.0.0", Status.BROKEN)};

        assertThat(changes(Map.of(), cells)).isEmpty();
        assertThat(changes(Map.of("1.0.0", MARCH, "2.0.0", JANUARY), cells)).isEmpty();
        assertThat(changes(Map.of("1.0.0", JANUARY, "2.0.0", MARCH), cells)).hasSize(1);
    }

    @Test
    void settingsOfOneVersionAloneSayNothing() {
        assertThat(changes(
                        Map.of(),
                        one("1.0.0", Status.PRESERVED).model("a"),
                        one("1.1.0", Status.BROKEN).model("b")))
                .isEmpty();
    }
}
