package dev.throughline.matrix;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.text.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/// `db/measured.jsonl` has a verdict for each client that was tried independently, and it is what was seen there, in
/// the scenario `tools`.
class KnownClientsTest {
    private static final Path KNOWN = Path.of("src/test/resources/dev/throughline/matrix/known-clients.csv");
    private static List<JsonNode> measured = List.of();

    /// What is known of THINK in a version of a client.
    /// @param model any if empty
    /// @param field the reasoning field; the usual one if empty
    /// @param packageName `name@version` of a package that took part; any if empty
    /// @param outcome what at least one item of THINK had; any if empty
    private record Known(
            String client,
            String version,
            String dialect,
            String variant,
            String model,
            String field,
            String packageName,
            String withinTurn,
            String acrossTurns,
            String outcome) {
        static Known of(String line) {
            String[] cells = line.split("\\|", -1);
            return new Known(
                    cells[0], cells[1], cells[2], cells[3], cells[4], cells[5], cells[6], cells[7], cells[8], cells[9]);
        }

        boolean isMeasuredBy(JsonNode row) {
            return client.equals(row.path("client").asText())
                    && version.equals(row.path("clientVersion").asText())
                    && dialect.equals(row.path("dialectIn").asText())
                    && variant.equals(row.path("variant").asText())
                    && field.equals(row.path("reasoningField").asText())
                    && (model.isEmpty() || model.equals(row.path("model").asText()))
                    && (packageName.isEmpty()
                            || List.of(row.path("sdk").asText().split(" ")).contains(packageName));
        }
    }

    static List<Known> known() throws IOException {
        return Files.readAllLines(KNOWN).stream()
                .filter(line -> !line.startsWith("#") && !line.startsWith("client|"))
                .map(Known::of)
                .toList();
    }

    @BeforeAll
    static void readMeasurements() throws IOException {
        measured = Files.readAllLines(Path.of("db/measured.jsonl")).stream()
                .map(KnownClientsTest::json)
                .filter(line -> line.path("type").asText().equals("measurement"))
                .filter(line -> line.path("scenario").asText().equals("tools"))
                .filter(line -> line.path("gateway").asText().isEmpty()
                        && line.path("backend").asText().isEmpty()
                        && line.path("vendor").asText().isEmpty()
                        && line.path("policy").asText().equals("preserved"))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("known")
    void isMeasuredWithTheStatusThatIsKnown(Known known) {
        List<JsonNode> rows = measured.stream().filter(known::isMeasuredBy).toList();

        assertThat(rows).isNotEmpty();
        assertThat(rows).allSatisfy(row -> {
            JsonNode think = row.at("/capabilities/THINK");
            assertThat(think.path("withinTurn").asText()).isEqualTo(known.withinTurn());
            assertThat(think.path("acrossTurns").asText()).isEqualTo(known.acrossTurns());
            assertThat(known.outcome().isEmpty() || think.path("outcomes").has(known.outcome()))
                    .as("%s among %s", known.outcome(), think.path("outcomes"))
                    .isTrue();
        });
    }

    @Test
    void everyRowIsAnotherClient() throws IOException {
        assertThat(known()).hasSizeGreaterThan(50).doesNotHaveDuplicates();
    }

    private static JsonNode json(String line) {
        try {
            return Json.TREES.readTree(line);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
