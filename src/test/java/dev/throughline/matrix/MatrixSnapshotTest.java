package dev.throughline.matrix;

import dev.throughline.matrix.Cell.Flag;
import dev.throughline.matrix.CellPage.Cursor;
import dev.throughline.matrix.KnownProduct.ListedVersion;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

class MatrixSnapshotTest {
    private static final CellFilter ALL = CellFilter.all();

    private static MatrixSnapshot of(CellBuilder... cells) {
        return MatrixSnapshot.EMPTY.with(byKey(cells), List.of());
    }

    private static Map<CellKey, List<Cell>> byKey(CellBuilder... cells) {
        return Arrays.stream(cells).map(CellBuilder::cell).collect(Collectors.groupingBy(Cell::key));
    }

    private static CellBuilder preserved(String label) {
        return CellBuilder.client(label, Status.PRESERVED);
    }

    private static MatrixSnapshot read(MatrixSnapshot matrix, Claim... claims) {
        return matrix.read(CellBuilder.NOW, Duration.ofDays(90), List.of(claims));
    }

    /// A product with these releases, each published a day after the one before it.
    private static KnownProduct product(String id, Map<String, Instant> published, String... listed) {
        return new KnownProduct(
                new Product(id, Product.Kind.CLIENT, id, VersionScheme.SEMVER, ""),
                new ReleaseHistory(VersionScheme.SEMVER, published),
                Arrays.stream(listed)
                        .collect(Collectors.toMap(version -> version, _ -> new ListedVersion(CellBuilder.NOW, false))));
    }

    private static List<String> versions(List<Cell> cells) {
        return cells.stream()
                .map(cell -> cell.key().client().orElseThrow().version())
                .toList();
    }

    @Test
    void pagesThroughNewerVersionsFirstWithoutLossOrRepetition() {
        List<CellBuilder> cells = new ArrayList<>();
        for (String version : List.of("1.2.0", "1.10.0", "1.9.0", "2.0.0-beta.1", "2.0.0")) {
            cells.add(preserved("paged@" + version));
            cells.add(preserved("paged@" + version).of(Capability.CONTENT));
        }
        cells.add(preserved("other@1.0.0"));
        MatrixSnapshot matrix = of(cells.toArray(CellBuilder[]::new));

        List<String> seen = new ArrayList<>();
        Optional<Cursor> place = Optional.empty();
        do {
            CellPage page = matrix.cells(ALL, place, 3);
            seen.addAll(versions(page.cells()));
            place = page.next().map(Cursor::text).flatMap(Cursor::parse);
        } while (place.isPresent());

        assertThat(seen)
                .containsExactly(
                        "1.0.0",
                        "2.0.0",
                        "2.0.0",
                        "2.0.0-beta.1",
                        "2.0.0-beta.1",
                        "1.10.0",
                        "1.10.0",
                        "1.9.0",
                        "1.9.0",
                        "1.2.0",
                        "1.2.0");
    }

    @ParameterizedTest
    @EnumSource(Axis.class)
    void findsByEveryAxis(Axis axis) {
        CellBuilder one = preserved("by-axis@1.0.0")
                .variant("interleaved")
                .loading("ai@6.0.1")
                .offered("reasoning")
                .model("glm-4.7")
                .through("throughline@1.0.0")
                .at("llama.cpp@b5001");
        MatrixSnapshot matrix = of(one, preserved("another@1.0.0"));
        CellFilter filter = ALL;
        for (Axis each : Axis.values()) {
            filter = filter.with(each, each.of(one.key()));
        }

        assertThat(matrix.cells(filter)).containsExactly(one.cell());
        assertThat(matrix.cells(filter.with(axis, "other"))).isEmpty();
    }

    @Test
    void findsByCapabilityByStatusAndByAProductOnAnySide() {
        CellBuilder thought = preserved("one@1.0.0").at("llama.cpp@b5001");
        MatrixSnapshot matrix = of(
                thought,
                thought.of(Capability.TOOL_ID),
                CellBuilder.client("two@1.0.0", Status.BROKEN),
                CellBuilder.backend("llama.cpp@b5001", Status.PARTIAL));

        assertThat(matrix.cells(ALL.withProduct("one").with(Set.of(Capability.TOOL_ID))))
                .containsExactly(thought.of(Capability.TOOL_ID).cell());
        assertThat(matrix.cells(ALL.withProduct("llama.cpp"))).hasSize(3).contains(thought.cell());
        assertThat(matrix.cells(ALL.with(Axis.CLIENT, ""))).hasSize(1);
        assertThat(matrix.cell(thought.cell().id())).contains(thought.cell());
        assertThat(matrix.cell("none")).isEmpty();
    }

    @Test
    void trafficIsApart() {
        MatrixSnapshot matrix =
                of(preserved("seen@1.0.0"), preserved("seen@2.0.0").in(CellKey.TRAFFIC));
        CellFilter seen = ALL.with(Axis.CLIENT, "seen");

        assertThat(versions(matrix.cells(seen))).containsExactly("1.0.0");
        assertThat(versions(matrix.cells(seen.withTraffic()))).containsExactly("2.0.0", "1.0.0");
        assertThat(versions(matrix.newest(seen, Optional.empty(), 10).cells())).containsExactly("1.0.0");
        assertThat(versions(
                        matrix.newest(seen.withTraffic(), Optional.empty(), 10).cells()))
                .containsExactly("2.0.0");
    }

    @Test
    void theNewestAreThoseOfEachClientAndOfEachBackendThatWasCheckedByItself() {
        MatrixSnapshot matrix = of(
                preserved("one@1.9.0"),
                preserved("one@1.10.0").model("a"),
                preserved("one@1.10.0").model("b"),
                preserved("two@1.0.0").at("vllm@9.0.0"),
                CellBuilder.backend("vllm@0.9.0", Status.PRESERVED),
                CellBuilder.backend("vllm@0.8.0", Status.PRESERVED));

        assertThat(matrix.newest(ALL, Optional.empty(), 10).cells())
                .extracting(cell ->
                        MatrixSnapshot.CellFlagRules.tested(cell).orElseThrow().label())
                .containsExactly("vllm@0.9.0", "one@1.10.0", "one@1.10.0", "two@1.0.0");
        CellPage first = matrix.newest(ALL, Optional.empty(), 2);
        assertThat(matrix.newest(ALL, first.next(), 2).cells()).hasSize(2);
    }

    @Test
    void aFixOfAnOlderReleaseIsNewerThanAHigherNumber() {
        Instant first = Instant.parse("2026-01-01T00:00:00Z");
        Instant second = Instant.parse("2026-02-01T00:00:00Z");
        MatrixSnapshot matrix = of(preserved("fixed@1.9.1"), preserved("fixed@1.10.0"));

        assertThat(matrix.newestMeasured("fixed")).as("without dates").contains("1.10.0");
        MatrixSnapshot dated =
                matrix.with(Map.of(), List.of(product("fixed", Map.of("1.10.0", first, "1.9.1", second))));
        assertThat(dated.newestMeasured("fixed")).contains("1.9.1");
        assertThat(versions(dated.newest(ALL, Optional.empty(), 10).cells())).containsExactly("1.9.1");
        assertThat(dated.newestMeasured("none")).isEmpty();
    }

    @Test
    void aCombinationIsReplacedOrLeftOut() {
        CellBuilder one = preserved("one@1.0.0");
        MatrixSnapshot matrix = of(one, one.of(Capability.CONTENT), preserved("one@2.0.0"));

        MatrixSnapshot changed = matrix.with(byKey(CellBuilder.client("one@1.0.0", Status.BROKEN)), List.of());
        MatrixSnapshot without = changed.with(new HashMap<>(Map.of(one.key(), List.of())), List.of());

        assertThat(changed.cells(ALL)).extracting(Cell::status).containsExactly(Status.PRESERVED, Status.BROKEN);
        assertThat(versions(without.cells(ALL))).containsExactly("2.0.0");
        assertThat(matrix.cells(ALL)).as("the earlier one").hasSize(3);
    }

    @Test
    void callsACellStaleWhenANewerReleaseWasNotMeasured() {
        MatrixSnapshot matrix = of(preserved("overtaken@1.0.0"));

        assertThat(flags(matrix.with(Map.of(), List.of(product("overtaken", Map.of(), "2.0.0-beta.1")))))
                .isEmpty();
        assertThat(flags(matrix.with(Map.of(), List.of(product("overtaken", Map.of(), "1.5.0")))))
                .containsExactly(Flag.STALE);
    }

    @Test
    void aHigherNumberOfAnotherLineOvertakesACellOnlyIfItWasPublishedLater() {
        MatrixSnapshot matrix = of(preserved("lined@1.0.0"));
        Instant first = Instant.parse("2026-01-01T00:00:00Z");
        Instant second = Instant.parse("2026-02-01T00:00:00Z");

        assertThat(flags(matrix.with(Map.of(), List.of(product("lined", Map.of(), "2.0.0")))))
                .isEmpty();
        assertThat(flags(matrix.with(
                        Map.of(), List.of(product("lined", Map.of("1.0.0", second, "2.0.0", first), "2.0.0")))))
                .isEmpty();
        assertThat(flags(matrix.with(
                        Map.of(), List.of(product("lined", Map.of("1.0.0", first, "2.0.0", second), "2.0.0")))))
                .containsExactly(Flag.STALE);
    }

    @Test
    void callsAnOldCellStale() {
        assertThat(flags(of(preserved("old@1.0.0").last(CellBuilder.NOW.minus(Duration.ofDays(91))))))
                .containsExactly(Flag.STALE);
    }

    @Test
    void callsACellDisputedWhenAClaimSaysOtherwise() {
        var claim = new Claim(
                "disputed-1",
                "disputed",
                Optional.of("1.0.0"),
                Capability.THINK,
                Optional.of(Status.BROKEN),
                "t",
                "s",
                LocalDate.of(2026, 1, 24));

        assertThat(read(of(preserved("disputed@1.0.0")), claim).cells(ALL))
                .extracting(Cell::flags)
                .containsExactly(Set.of(Flag.DISPUTED));
    }

    @Test
    void knowsTheProductsThatWereMeasuredAndWhenEachVersionWasFirstSeen() {
        Instant early = CellBuilder.NOW.minus(Duration.ofDays(3));
        MatrixSnapshot matrix = MatrixSnapshot.EMPTY.with(
                byKey(
                        preserved("one@1.9.0").last(early),
                        preserved("one@1.9.0").of(Capability.CONTENT),
                        preserved("one@1.10.0").through("proxy@1.0.0"),
                        preserved("No Product@1.0.0")),
                List.of(product("one", Map.of("1.10.0", early), "1.9.0", "1.11.0")));

        assertThat(matrix.products()).extracting(Product::id).containsExactly("one", "proxy");
        assertThat(matrix.product("proxy")).map(Product::kind).contains(Product.Kind.GATEWAY);
        assertThat(matrix.versions("one"))
                .extracting(ProductVersion::version, ProductVersion::isMeasured)
                .containsExactly(tuple("1.11.0", false), tuple("1.10.0", true), tuple("1.9.0", true));
        assertThat(matrix.versions("one").getLast().firstSeen()).isEqualTo(early);
        assertThat(matrix.versions("one").get(1).published()).contains(early);
        assertThat(matrix.versions("none")).isEmpty();
        assertThat(matrix.published()).containsOnlyKeys("one");
    }

    @Test
    void takesAnyTextForAPlace() {
        assertThat(Cursor.parse("")).isEmpty();
        assertThat(Cursor.parse("no place")).isEmpty();
        assertThat(Cursor.parse("bm90")).isEmpty();
    }

    private static Set<Flag> flags(MatrixSnapshot matrix) {
        return read(matrix).cells(ALL).getFirst().flags();
    }
}
