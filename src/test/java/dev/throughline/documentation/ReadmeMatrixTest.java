package dev.throughline.documentation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.throughline.harness.recipe.Recipe;
import dev.throughline.harness.recipe.RecipeCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/// The README's table and badges show what `db/measured.jsonl` says of the newest version of each client: THINK, with
/// the
/// recipe's default model, straight against the stub. Where this fails, the message has the table to paste.
class ReadmeMatrixTest {
    private static final List<String> DIALECTS = List.of("openai-chat", "anthropic", "responses");
    private static final Path IMAGES = Path.of("src/site/resources/images");
    private static final Comparator<String> BY_NUMBERS =
            Comparator.comparing(ReadmeMatrixTest::numbers, Arrays::compare);

    /// @param variant the recipe's variant, and the field with reasoning if that is not the usual one
    /// @param sealed an ISO 8601 time, so that texts sort by time
    private record Measured(
            String client, String version, String variant, String model, String dialect, String sealed, String think) {}

    static List<String> badges() throws IOException {
        try (var files = Files.list(IMAGES)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith("-think.svg"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void theTableShowsTheNewestMeasurements() throws IOException {
        List<Measured> all = measured();
        List<String> rows = new ArrayList<>();
        for (Recipe recipe : RecipeCatalog.load(Optional.empty()).all()) {
            List<Measured> newest = newest(all, recipe);
            String cells =
                    DIALECTS.stream().map(dialect -> cell(newest, dialect)).collect(Collectors.joining(" | "));
            rows.add("| `" + recipe.name() + "` | " + newest.getFirst().version() + " | " + cells + " |");
        }
        String readme = Files.readString(Path.of("README.md"));
        String table = readme.substring(readme.indexOf("<!-- matrix"), readme.indexOf("<!-- /matrix -->"));

        assertThat(table.lines().filter(line -> line.startsWith("| `"))).isEqualTo(rows);
    }

    @ParameterizedTest
    @MethodSource("badges")
    void aBadgeShowsTheNewestVersion(String badge) throws IOException {
        Recipe recipe = RecipeCatalog.load(Optional.empty())
                .find(badge.replace("-think.svg", ""))
                .orElseThrow();
        List<Measured> newest = newest(measured(), recipe);

        assertThat(newest).extracting(Measured::think).containsOnly("PRESERVED");
        assertThat(Files.readString(IMAGES.resolve(badge)))
                .contains(" %s THINK: preserved\"".formatted(newest.getFirst().version()));
    }

    private static List<Measured> newest(List<Measured> all, Recipe recipe) {
        List<Measured> own = all.stream()
                .filter(one -> one.client().equals(recipe.name()) && one.model().equals(recipe.model()))
                .toList();
        String newest = own.stream().map(Measured::version).max(BY_NUMBERS).orElseThrow();
        return own.stream().filter(one -> one.version().equals(newest)).toList();
    }

    /// The status without a variant, and the variants that differ from it.
    private static String cell(List<Measured> newest, String dialect) {
        Map<String, String> byVariant = new TreeMap<>();
        newest.stream()
                .filter(one -> one.dialect().equals(dialect))
                .sorted(Comparator.comparing(Measured::sealed))
                .forEach(one -> byVariant.put(one.variant(), one.think()));
        String standard = byVariant.get("");
        if (standard == null) {
            return "–";
        }
        Map<String, List<String>> others = byVariant.entrySet().stream()
                .filter(one -> !one.getValue().equals(standard))
                .collect(Collectors.groupingBy(
                        Map.Entry::getValue,
                        TreeMap::new,
                        Collectors.mapping(one -> "`" + one.getKey() + "`", Collectors.toList())));
        return word(standard)
                + others.entrySet().stream()
                        .map(one -> "; " + String.join(", ", one.getValue()) + ": " + word(one.getKey()))
                        .collect(Collectors.joining());
    }

    private static String word(String status) {
        String word = status.toLowerCase(Locale.ROOT).replace('_', ' ');
        return status.equals("BROKEN") || status.equals("PARTIAL") ? "**" + word + "**" : word;
    }

    private static List<Measured> measured() throws IOException {
        var json = new JsonMapper();
        List<Measured> all = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of("db/measured.jsonl"))) {
            JsonNode row = json.readTree(line);
            if (row.path("type").asText().equals("measurement") && isStraight(row)) {
                all.add(new Measured(
                        row.path("client").asText(),
                        row.path("clientVersion").asText(),
                        (row.path("variant").asText() + " "
                                        + row.path("reasoningField").asText())
                                .strip(),
                        row.path("model").asText(),
                        row.path("dialectIn").asText(),
                        row.path("sealed").asText(),
                        row.at("/capabilities/THINK/status").asText()));
            }
        }
        return all;
    }

    /// At most one setting differs from the recipe's: a variant, or the field with reasoning.
    private static boolean isStraight(JsonNode row) {
        boolean isVariant = !row.path("variant").asText().isEmpty();
        boolean isOfField = !row.path("reasoningField").asText().isEmpty();
        return !(isVariant && isOfField)
                && row.path("gateway").asText().isEmpty()
                && row.path("backend").asText().isEmpty()
                && row.path("scenario").asText().equals("tools");
    }

    private static int[] numbers(String version) {
        return Arrays.stream(version.split("[.-]"))
                .mapToInt(part -> part.matches("[0-9]{1,9}") ? Integer.parseInt(part) : -1)
                .toArray();
    }
}
