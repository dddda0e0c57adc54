package dev.throughline.documentation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.throughline.harness.recipe.Ecosystem;
import dev.throughline.harness.recipe.Recipe;
import dev.throughline.harness.recipe.RecipeCatalog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/// The README's table and badges show what `db/measured.jsonl` says of the newest version of each client: THINK, in
/// every
/// measured scenario, straight against the stub. Where this fails, the message has the table to paste.
class ReadmeMatrixTest {
    private static final List<String> DIALECTS = List.of("openai-chat", "anthropic", "responses");
    private static final List<String> SCENARIOS =
            List.of("tools", "interleaved", "ends", "steps", "resume", "switch", "abort");
    private static final Path IMAGES = Path.of("src/site/resources/images");
    private static final Comparator<String> BY_NUMBERS =
            Comparator.comparing(ReadmeMatrixTest::numbers, Arrays::compare);

    private static final Set<String> CONCLUSIVE = Set.of("PRESERVED", "PARTIAL", "BROKEN");

    /// @param setting what differs from the recipe as it is: a variant, the field with reasoning, or a model; empty for
    ///     nothing
    /// @param sealed an ISO 8601 time, so that texts sort by time
    private record Measured(
            String client,
            String version,
            String setting,
            String dialect,
            String scenario,
            String sealed,
            String think) {}

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
        assertThat(table(Path.of("README.md"))).isEqualTo(rows(recipe -> recipe.origin() == Ecosystem.NPM, _ -> ""));
    }

    @Test
    void theGuideShowsThoseOfOtherLanguages() throws IOException {
        assertThat(table(Path.of("src/site/markdown/guides/languages.md")))
                .isEqualTo(rows(
                        recipe -> recipe.origin() != Ecosystem.NPM && isMeasured(recipe),
                        recipe -> recipe.origin().language() + " | "));
    }

    /// A registry may lack for a while what a recipe needs.
    private static boolean isMeasured(Recipe recipe) {
        try {
            return Files.readString(Path.of("db/measured.jsonl")).contains("\"client\":\"" + recipe.name() + "\"");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> table(Path page) throws IOException {
        String text = Files.readString(page);
        return text.substring(text.indexOf("<!-- matrix"), text.indexOf("<!-- /matrix -->"))
                .lines()
                .filter(line -> line.startsWith("| `"))
                .toList();
    }

    private static List<String> rows(Predicate<Recipe> shown, Function<Recipe, String> beside) throws IOException {
        RecipeCatalog recipes = RecipeCatalog.load(Optional.empty());
        List<Measured> all = measured(recipes);
        List<String> rows = new ArrayList<>();
        for (Recipe recipe : recipes.all().stream().filter(shown).toList()) {
            List<Measured> newest = newest(all, recipe.name());
            String cells =
                    DIALECTS.stream().map(dialect -> cell(newest, dialect)).collect(Collectors.joining(" | "));
            rows.add("| `" + recipe.name() + "` | " + beside.apply(recipe)
                    + newest.getFirst().version() + " | " + cells + " |");
        }
        return rows;
    }

    @ParameterizedTest
    @MethodSource("badges")
    void aBadgeShowsTheNewestVersion(String badge) throws IOException {
        String client = badge.replace("-think.svg", "");
        List<Measured> newest = newest(measured(RecipeCatalog.load(Optional.empty())), client).stream()
                .filter(one -> one.setting().isEmpty() && CONCLUSIVE.contains(one.think()))
                .toList();

        assertThat(newest).extracting(Measured::think).containsOnly("PRESERVED");
        assertThat(Files.readString(IMAGES.resolve(badge)))
                .contains(" %s THINK: preserved\"".formatted(newest.getFirst().version()));
    }

    private static List<Measured> newest(List<Measured> all, String client) {
        List<Measured> own =
                all.stream().filter(one -> one.client().equals(client)).toList();
        String newest = own.stream().map(Measured::version).max(BY_NUMBERS).orElseThrow();
        return own.stream().filter(one -> one.version().equals(newest)).toList();
    }

    /// What the recipe as it is keeps in each scenario, and the settings and scenarios that differ from it.
    private static String cell(List<Measured> newest, String dialect) {
        Map<String, Map<String, String>> bySetting = new TreeMap<>();
        newest.stream()
                .filter(one -> one.dialect().equals(dialect))
                .sorted(Comparator.comparing((Measured one) -> CONCLUSIVE.contains(one.think()))
                        .thenComparing(Measured::sealed))
                .forEach(one -> bySetting
                        .computeIfAbsent(one.setting(), _ -> new TreeMap<>(Comparator.comparing(SCENARIOS::indexOf)))
                        .put(one.scenario(), one.think()));
        Map<String, String> standard = bySetting.remove("");
        if (standard == null) {
            return "–";
        }
        String usual = standard.values().iterator().next();
        Map<String, List<String>> others = new TreeMap<>();
        standard.forEach((scenario, think) -> {
            if (!think.equals(usual)) {
                others.computeIfAbsent(think, _ -> new ArrayList<>()).add("`" + scenario + "`");
            }
        });
        bySetting.forEach((setting, thinks) -> different(setting, thinks, standard, usual)
                .forEach((place, think) ->
                        others.computeIfAbsent(think, _ -> new ArrayList<>()).add(place)));
        return word(usual)
                + others.entrySet().stream()
                        .map(one -> "; " + String.join(", ", one.getValue()) + ": " + word(one.getKey()))
                        .collect(Collectors.joining());
    }

    /// Where a setting differs from the recipe as it is, with the status there; a setting that has one status in all of
    /// its scenarios is named alone.
    private static Map<String, String> different(
            String setting, Map<String, String> thinks, Map<String, String> standard, String usual) {
        Map<String, String> different = new LinkedHashMap<>();
        boolean isEverywhere = Set.copyOf(thinks.values()).size() == 1;
        thinks.forEach((scenario, think) -> {
            if (!think.equals(standard.getOrDefault(scenario, usual))) {
                different.put(isEverywhere ? "`" + setting + "`" : "`" + setting + "` in `" + scenario + "`", think);
            }
        });
        return different;
    }

    private static String word(String status) {
        String word = status.toLowerCase(Locale.ROOT).replace('_', ' ');
        return status.equals("BROKEN") || status.equals("PARTIAL") ? "**" + word + "**" : word;
    }

    private static List<Measured> measured(RecipeCatalog recipes) throws IOException {
        var json = new JsonMapper();
        List<Measured> all = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of("db/measured.jsonl"))) {
            JsonNode row = json.readTree(line);
            Optional<Recipe> recipe = recipes.find(row.path("client").asText());
            if (row.path("type").asText().equals("measurement") && recipe.isPresent() && isStraight(row)) {
                String model = row.path("model").asText();
                List<String> settings = Stream.of(
                                row.path("variant").asText(),
                                row.path("reasoningField").asText(),
                                model.equals(recipe.get().model()) ? "" : model)
                        .filter(setting -> !setting.isEmpty())
                        .toList();
                if (settings.size() <= 1) {
                    all.add(new Measured(
                            row.path("client").asText(),
                            row.path("clientVersion").asText(),
                            String.join("", settings),
                            row.path("dialectIn").asText(),
                            row.path("scenario").asText(),
                            row.path("sealed").asText(),
                            row.at("/capabilities/THINK/status").asText()));
                }
            }
        }
        return all;
    }

    private static boolean isStraight(JsonNode row) {
        return row.path("gateway").asText().isEmpty()
                && row.path("backend").asText().isEmpty()
                && row.path("vendor").asText().isEmpty()
                && SCENARIOS.contains(row.path("scenario").asText());
    }

    private static int[] numbers(String version) {
        return Arrays.stream(version.split("[.-]"))
                .mapToInt(part -> part.matches("[0-9]{1,9}") ? Integer.parseInt(part) : -1)
                .toArray();
    }
}
