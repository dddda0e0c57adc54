package dev.throughline.matrix.store;

import dev.throughline.matrix.Axis;
import dev.throughline.matrix.Cell;
import dev.throughline.matrix.Cell.Flag;
import dev.throughline.matrix.CellFilter;
import dev.throughline.matrix.CellPage;
import dev.throughline.matrix.CellPage.Cursor;
import dev.throughline.matrix.Claim;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

import static dev.throughline.matrix.store.MatrixRowWriter.await;
import static org.assertj.core.api.Assertions.assertThat;

@QuarkusTest
class CellStoreIT {
    @Inject
    CellStore cellStore;

    @Inject
    MatrixRowWriter matrixRowWriter;

    @Test
    void pagesThroughNewerVersionsFirstWithoutLossOrRepetition() {
        for (String version : List.of("1.2.0", "1.10.0", "1.9.0", "2.0.0-beta.1", "2.0.0")) {
            matrixRowWriter.cell("paged", version, Capability.THINK);
            matrixRowWriter.cell("paged", version, Capability.CONTENT);
        }
        CellFilter filter = CellFilter.all().with(Axis.CLIENT, "paged");

        List<String> seen = new ArrayList<>();
        Optional<Cursor> place = Optional.empty();
        do {
            CellPage page = await(cellStore.find(filter, place, 3));
            page.cells().forEach(cell -> seen.add(version(cell)));
            place = page.next().map(Cursor::text).flatMap(Cursor::parse);
        } while (place.isPresent());

        assertThat(seen)
                .containsExactly(
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

    @Test
    void findsByEveryAxis() {
        matrixRowWriter.cell("by-axis", "1.0.0", Capability.THINK);
        CellFilter filter = CellFilter.all()
                .with(Axis.CLIENT, "by-axis")
                .with(Axis.CLIENT_VERSION, "1.0.0")
                .with(Axis.SUITE, "1")
                .with(Axis.SCENARIO, "tools")
                .with(Axis.POLICY, "preserved")
                .with(Axis.STREAMING, "stream")
                .with(Axis.VARIANT, "interleaved")
                .with(Axis.MODEL, "glm-4.7")
                .with(Axis.GATEWAY, "throughline")
                .with(Axis.GATEWAY_VERSION, "1.0.0")
                .with(Axis.BACKEND, "llama.cpp")
                .with(Axis.BACKEND_VERSION, "b5001")
                .with(Axis.TEMPLATE, "abc")
                .with(Axis.DIALECT_IN, "openai-chat")
                .with(Axis.DIALECT_OUT, "openai-chat");

        assertThat(await(cellStore.find(filter, Optional.empty(), 10)).cells()).hasSize(1);
        for (Axis axis : EnumSet.allOf(Axis.class)) {
            assertThat(await(cellStore.find(filter.with(axis, "other"), Optional.empty(), 10))
                            .cells())
                    .as(axis.name())
                    .isEmpty();
        }
    }

    @Test
    void findsByCapabilityAndByAProductOnAnySide() {
        matrixRowWriter.cell("one-side", "1.0.0", Capability.THINK);
        matrixRowWriter.cell("one-side", "1.0.0", Capability.TOOL_ID);
        CellFilter filter = CellFilter.all().withProduct("one-side").with(Set.of(Capability.TOOL_ID));

        List<Cell> found = await(cellStore.find(filter, Optional.empty(), 10)).cells();

        assertThat(found).extracting(Cell::capability).containsExactly(Capability.TOOL_ID);
        assertThat(await(cellStore.find(CellFilter.all().withProduct("llama.cpp"), Optional.empty(), 500))
                        .cells())
                .contains(found.getFirst());
        assertThat(await(cellStore.get(found.getFirst().id()))).contains(found.getFirst());
    }

    @Test
    void callsACellStaleWhenANewerReleaseWasNotMeasured() {
        matrixRowWriter.cell("overtaken", "1.0.0", Capability.THINK);
        matrixRowWriter.product("overtaken");
        matrixRowWriter.version("overtaken", "2.0.0-beta.1");
        CellFilter filter = CellFilter.all().with(Axis.CLIENT, "overtaken");
        assertThat(only(filter).flags()).isEmpty();

        matrixRowWriter.version("overtaken", "1.5.0");

        assertThat(only(filter).flags()).containsExactly(Flag.STALE);
    }

    @Test
    void aHigherNumberOfAnotherLineOvertakesACellOnlyIfItWasPublishedLater() {
        matrixRowWriter.cell("lined", "1.0.0", Capability.THINK);
        matrixRowWriter.product("lined");
        matrixRowWriter.version("lined", "2.0.0");
        CellFilter filter = CellFilter.all().with(Axis.CLIENT, "lined");
        assertThat(only(filter).flags()).isEmpty();

        matrixRowWriter.sql("UPDATE product SET releases = '{\"1.0.0\": \"2026-02-01T00:00:00Z\","
                + " \"2.0.0\": \"2026-01-01T00:00:00Z\"}' WHERE product_id = 'lined'");
        assertThat(only(filter).flags()).isEmpty();

        matrixRowWriter.sql("UPDATE product SET releases = '{\"1.0.0\": \"2026-02-01T00:00:00Z\","
                + " \"2.0.0\": \"2026-03-01T00:00:00Z\"}' WHERE product_id = 'lined'");
        assertThat(only(filter).flags()).containsExactly(Flag.STALE);
    }

    @Test
    void callsAnOldCellStale() {
        matrixRowWriter.cell("old", "1.0.0", Capability.THINK);
        matrixRowWriter.sql("UPDATE cell SET last_measured = now() - interval '91 days' WHERE client = 'old'");

        assertThat(only(CellFilter.all().with(Axis.CLIENT, "old")).flags()).containsExactly(Flag.STALE);
    }

    @Test
    void callsACellDisputedWhenAClaimSaysOtherwise() {
        matrixRowWriter.cell("disputed", "1.0.0", Capability.THINK);
        TestClaims.install(new Claim(
                "disputed-1",
                "disputed",
                Optional.of("1.0.0"),
                Capability.THINK,
                Optional.of(Status.BROKEN),
                "t",
                "s",
                LocalDate.now(ZoneOffset.UTC)));

        assertThat(only(CellFilter.all().with(Axis.CLIENT, "disputed")).flags()).containsExactly(Flag.DISPUTED);
    }

    @Test
    void takesAnyTextForAPlace() {
        assertThat(Cursor.parse("")).isEmpty();
        assertThat(Cursor.parse("no place")).isEmpty();
        assertThat(Cursor.parse("bm90")).isEmpty();
    }

    private Cell only(CellFilter filter) {
        List<Cell> found = await(cellStore.find(filter, Optional.empty(), 10)).cells();
        assertThat(found).hasSize(1);
        return found.getFirst();
    }

    private static String version(Cell cell) {
        return cell.key().client().orElseThrow().version();
    }
}
