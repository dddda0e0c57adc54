package dev.throughline.matrix.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.throughline.conversation.Dialect;
import dev.throughline.harness.recipe.Recipe;
import dev.throughline.harness.recipe.RecipeCatalog;
import dev.throughline.matrix.Axis;
import dev.throughline.matrix.Cell;
import dev.throughline.matrix.CellFilter;
import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.matrix.CellRules;
import dev.throughline.matrix.Product;
import dev.throughline.matrix.ReleaseHistory;
import dev.throughline.matrix.VersionScheme;
import dev.throughline.matrix.Vote;
import dev.throughline.matrix.api.BadgeStatus;
import dev.throughline.matrix.api.CellWords;
import dev.throughline.matrix.api.Combination;
import dev.throughline.matrix.use.CanIUse;
import dev.throughline.matrix.use.UseAnswer;
import dev.throughline.matrix.use.UseEvidence;
import dev.throughline.matrix.use.UseQuestion;
import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.verdict.Capability;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Whatever is said of THINK in the newest version of a client is true in each scenario, dialect, model and reasoning
/// field in which `db/measured.jsonl` has it measured: a status that does not hold everywhere is said with the setting.
/// What was measured is read here as plain JSON. The site shows the reasons, badges and words that are checked here.
class ShippedWordsTest {
    private static final Set<String> CONCLUSIVE = Set.of("preserved", "partial", "broken");
    private static final String USUAL_FIELD = "reasoning_content";
    private static final Pattern REASON = Pattern.compile(".* was measured: (.*?) \\(.*");
    private static final Pattern STATUS = Pattern.compile("\\**(preserved|partial|broken)\\**(?: in (.*))?");
    private static final Pattern ELSEWHERE = Pattern.compile("; (`.*?): \\**(preserved|partial|broken)\\**");
    private static final Comparator<String> BY_NUMBERS = Comparator.comparing(
            version -> Arrays.stream(version.split("[.-]"))
                    .mapToInt(part -> part.matches("[0-9]{1,9}") ? Integer.parseInt(part) : -1)
                    .toArray(),
            Arrays::compare);

    private static Map<String, List<Setting>> newest = Map.of();
    private static Map<String, List<Cell>> cells = Map.of();
    private static Map<String, Map<String, Instant>> releases = Map.of();
    private static List<String> readme = List.of();

    /// What THINK was in one setting of a version, as measured last by the newest suite.
    private record Setting(
            String version,
            String dialect,
            String scenario,
            String model,
            String field,
            String measured,
            String think) {
        String field(boolean isUsualNamed) {
            return field.isEmpty() && isUsualNamed && dialect.equals("openai-chat") ? USUAL_FIELD : field;
        }

        /// Whether a place such as `openai-chat ends` or `reasoning_content glm-4.7` means it.
        boolean isIn(String place) {
            return Set.of(dialect, scenario, model, "stream", field(true)).containsAll(Arrays.asList(place.split(" ")));
        }

        boolean isBy(Recipe recipe) {
            return field.isEmpty() && model.equals(recipe.model());
        }

        String sameSetting() {
            return String.join(" ", version, dialect, scenario, model, field);
        }
    }

    /// Those of the shipped recipes of which anything was measured: a language's libraries may come without.
    static List<String> clients() {
        return RecipeCatalog.load(Optional.empty()).all().stream()
                .map(Recipe::name)
                .filter(newest::containsKey)
                .toList();
    }

    @BeforeAll
    static void read() throws IOException {
        Path file = Path.of("db/measured.jsonl");
        var json = new JsonMapper();
        Map<String, Map<String, Setting>> measured = new TreeMap<>();
        for (String line : Files.readAllLines(file)) {
            JsonNode row = json.readTree(line);
            String think = row.at("/capabilities/THINK/status").asText().toLowerCase(Locale.ROOT);
            if (CONCLUSIVE.contains(think) && isStraight(row)) {
                Setting setting = setting(row, think);
                measured.computeIfAbsent(row.path("client").asText(), _ -> new TreeMap<>())
                        .merge(
                                setting.sameSetting(),
                                setting,
                                (one, other) -> one.measured().compareTo(other.measured()) < 0 ? other : one);
            }
        }
        newest = measured.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        entry -> newest(entry.getValue().values().stream().toList())));
        MeasuredFile.Content content = MeasurementFiles.read(Files.readAllBytes(file));
        releases = content.releases();
        cells = content.votes().stream().collect(Collectors.groupingBy(Vote::key)).entrySet().stream()
                .flatMap(entry -> CellRules.cells(
                        entry.getKey(),
                        entry.getValue().stream()
                                .sorted(Comparator.comparing(Vote::sealed).reversed())
                                .toList())
                        .stream())
                .filter(cell -> CellFilter.all().accepts(cell))
                .collect(Collectors.groupingBy(cell -> Axis.CLIENT.of(cell.key())));
        readme = Stream.of("README.md", "src/site/markdown/guides/languages.md")
                .flatMap(ShippedWordsTest::rows)
                .toList();
    }

    /// The lines of a page, its table without the column that names the language.
    private static Stream<String> rows(String page) {
        try {
            return Files.readAllLines(Path.of(page)).stream()
                    .map(line -> line.replaceFirst("^(\\| `[^`]+` \\|) [A-Z][a-z]+ \\|", "$1"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isStraight(JsonNode row) {
        return row.path("policy").asText().equals("preserved")
                && Stream.of("variant", "gateway", "backend", "vendor")
                        .allMatch(axis -> row.path(axis).asText().isEmpty());
    }

    /// A later minor version of the suite comes first, then the later time.
    private static Setting setting(JsonNode row, String think) {
        return new Setting(
                row.path("clientVersion").asText(),
                row.path("dialectIn").asText(),
                row.path("scenario").asText(),
                row.path("model").asText(),
                row.path("reasoningField").asText(),
                row.at("/how/suite").asText() + " " + row.path("sealed").asText(),
                think);
    }

    private static List<Setting> newest(List<Setting> all) {
        String version = all.stream().map(Setting::version).max(BY_NUMBERS).orElseThrow();
        return all.stream().filter(one -> one.version().equals(version)).toList();
    }

    @Test
    void noModelIsNamedByAPathOfAMachine() throws IOException {
        assertThat(Files.readString(Path.of("db/measured.jsonl"))).doesNotContain("\"model\":\"/");
    }

    @ParameterizedTest
    @MethodSource("clients")
    void theReadmeSaysWhatWasMeasured(String client) {
        Recipe recipe = RecipeCatalog.load(Optional.empty()).find(client).orElseThrow();
        String[] columns = readme.stream()
                .filter(line -> line.startsWith("| `" + client + "` |"))
                .collect(Collectors.collectingAndThen(Collectors.joining(), row -> row.split(" *\\| *")));
        List<Setting> settings = Optional.ofNullable(newest.get(client)).orElseThrow();

        String decided = settings.getFirst().version();
        if (Arrays.asList(columns).subList(3, columns.length).stream().anyMatch(cell -> cell.startsWith("inconclusive"))
                && BY_NUMBERS.compare(columns[2], decided) > 0) {
            return; // The newest version is in the table, and an older one was the last to be decided.
        }
        assertThat(columns[2]).isEqualTo(decided);
        for (Setting setting : settings) {
            String cell =
                    columns[3 + List.of("openai-chat", "anthropic", "responses").indexOf(setting.dialect())];
            assertThat(saidByReadme(cell, setting, recipe))
                    .as("%s in %s", cell, setting)
                    .isEqualTo(setting.think());
        }
    }

    /// `**broken**; `reasoning`, `ends`: preserved`
    private static String saidByReadme(String cell, Setting setting, Recipe recipe) {
        Map<String, String> places = new TreeMap<>();
        ELSEWHERE
                .matcher(cell)
                .results()
                .forEach(found -> Arrays.stream(found.group(1).split(", "))
                        .forEach(place -> places.put(place.replace("`", ""), found.group(2))));
        Matcher usual = STATUS.matcher(cell.replaceFirst(";.*", ""));
        assertThat(usual.matches()).as(cell).isTrue();
        String ofScenario = places.getOrDefault(setting.scenario(), usual.group(1));
        if (setting.isBy(recipe)) {
            return ofScenario;
        }
        String own = setting.field().isEmpty() ? setting.model() : setting.field();
        return places.getOrDefault(own + " in " + setting.scenario(), places.getOrDefault(own, ofScenario));
    }

    @ParameterizedTest
    @MethodSource("clients")
    void theBadgeSaysWhatWasMeasured(String client) {
        List<Setting> settings = Optional.ofNullable(newest.get(client)).orElseThrow();

        String message = new BadgeStatus(product(client), Capability.THINK, Optional.empty(), Optional.empty())
                .of(cells.getOrDefault(client, List.of()), history(client))
                .message();

        assertThat(settings)
                .allSatisfy(setting -> assertThat(said(message, setting))
                        .as("%s in %s", message, setting)
                        .isEqualTo(setting.think()));
    }

    @ParameterizedTest
    @MethodSource("clients")
    void theAnswerToCanIUseSaysWhatWasMeasured(String client) {
        List<Setting> settings = Optional.ofNullable(newest.get(client)).orElseThrow();
        UseAnswer answer = answer(client, settings.getFirst().version());
        String reason = answer.reason().text();
        List<Setting> usual =
                settings.stream().filter(setting -> setting.field().isEmpty()).toList();
        Matcher measured = REASON.matcher(reason);
        String claim = answer.answer().equals(Optional.of(true)) || !measured.matches()
                ? "preserved"
                : measured.group(1).toLowerCase(Locale.ROOT);

        assertThat(answer.answer())
                .contains(usual.stream().allMatch(setting -> setting.think().equals("preserved")));
        assertThat(usual)
                .allSatisfy(setting -> assertThat(said(claim, setting))
                        .as("%s in %s", reason, setting)
                        .isEqualTo(setting.think()));
        settings.stream()
                .filter(setting -> !setting.field().isEmpty())
                .filter(setting -> !said(claim, setting).equals(setting.think()))
                .forEach(setting -> assertThat(reason)
                        .as("what is said holds for the usual field, not in %s", setting)
                        .contains("reasoning in " + USUAL_FIELD));
    }

    @ParameterizedTest
    @MethodSource("clients")
    void eachCellOfTheSiteNamesItsSetting(String client) {
        assertThat(cells.getOrDefault(client, List.of()))
                .allSatisfy(cell -> assertThat(CellWords.settings(Combination.of(cell.key())))
                        .as(cell.id())
                        .contains(cell.key().scenario())
                        .anyMatch(part -> part.startsWith(cell.key().dialectIn().id()))
                        .anyMatch(part -> part.equals("model " + cell.key().model()))
                        .anyMatch(part -> cell.key().reasoningField().isEmpty()
                                || part.equals("reasoning in " + cell.key().reasoningField())));
    }

    /// `broken in interleaved and openai-chat ends, partial in glm-4.7`: what it says of one setting.
    private static String said(String claim, Setting setting) {
        for (String part : claim.split(", ")) {
            Matcher status = STATUS.matcher(part);
            if (!status.matches()) {
                return "not readable: " + claim;
            }
            String places = status.group(2);
            if (places == null || Arrays.stream(places.split(" and ")).anyMatch(setting::isIn)) {
                return status.group(1);
            }
        }
        return "preserved";
    }

    private static UseAnswer answer(String client, String version) {
        var question = new UseQuestion(
                new Versioned(client, version),
                Optional.<Dialect>empty(),
                List.of(Capability.THINK),
                "",
                Optional.empty(),
                Optional.empty(),
                ThinkingPolicy.PRESERVED,
                Optional.empty(),
                Cell.Confidence.LOW,
                Optional.empty(),
                false);
        return CanIUse.answer(
                question,
                new UseEvidence(
                        product(client),
                        Optional.empty(),
                        cells.getOrDefault(client, List.of()),
                        List.of(),
                        Instant.now(),
                        history(client),
                        history("")));
    }

    private static Product product(String client) {
        return new Product(client, Product.Kind.CLIENT, client, VersionScheme.SEMVER, "");
    }

    private static ReleaseHistory history(String client) {
        return new ReleaseHistory(VersionScheme.SEMVER, releases.getOrDefault(client, Map.of()));
    }
}
