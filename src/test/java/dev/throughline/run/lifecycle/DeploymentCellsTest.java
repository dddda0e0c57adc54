package dev.throughline.run.lifecycle;

import java.net.URI;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class DeploymentCellsTest {
    private static final URI B = URI.create("https://b.example.com");

    private static DeploymentCells cell(String... name) {
        DeploymentCellConfig.Address address = () -> B;
        return new DeploymentCells(
                Optional.of(String.join("", name)).filter(own -> !own.isEmpty()), () -> Map.of("b", address));
    }

    @Test
    void idsOfACellsRunsEndInItsNameAndAreInOrderOfTime() {
        Instant now = Instant.parse("2026-11-29T07:00:00Z");
        String first = cell("a").next(now).value();

        assertThat(first)
                .matches("[0-9a-v]{25}-a")
                .isLessThan(cell("a").next(now.plusMillis(1)).value());
        assertThat(cell().next(now).value()).matches("[0-9a-v]{25}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/runs/1k8j0cb4uhbsrmns255kgg7hp-b",
                "/runs/1k8j0cb4uhbsrmns255kgg7hp-b/exchanges/2",
                "/api/v1/runs/1k8j0cb4uhbsrmns255kgg7hp-b/report",
                "/r/1k8j0cb4uhbsrmns255kgg7hp-b/v1/chat/completions"
            })
    void aRunOfAnotherCellIsAtItsAddress(String path) {
        assertThat(cell("a").elsewhere(path)).contains(B);
        assertThat(cell().elsewhere(path)).contains(B);
        assertThat(cell("b").elsewhere(path)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/runs/1k8j0cb4uhbsrmns255kgg7hp",
                "/runs/1k8j0cb4uhbsrmns255kgg7hp-c",
                "/runs",
                "/runs/compare-b",
                "/matrix/cells/0123-b",
                "/v1/chat/completions"
            })
    void everythingElseIsHere(String path) {
        assertThat(cell("a").elsewhere(path)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"A", "a-b", "toolonganame", " "})
    void aNameThatNoRunIdCanEndInIsRefused(String name) {
        assertThatThrownBy(() -> cell(name)).hasMessageStartingWith("throughline.cell: expected");
    }
}
