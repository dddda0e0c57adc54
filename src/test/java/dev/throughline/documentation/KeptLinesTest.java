package dev.throughline.documentation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.text.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/// The lines that the guides show for keeping reasoning are those of a script with which it was kept.
class KeptLinesTest {
    private static final Path SCRIPTS = Path.of("src/main/resources/recipes");
    private static final Pattern BLOCK =
            Pattern.compile("<!-- lines of (\\S+): (\\S+) (\\S+) ?(\\S*) -->\\n```\\w*\\n(.*?)```", Pattern.DOTALL);

    /// @param variant empty for the recipe as it is
    private record Shown(String script, String client, String dialect, String variant, List<String> lines) {
        static Shown of(MatchResult found) {
            return new Shown(
                    found.group(1),
                    found.group(2),
                    found.group(3),
                    found.group(4),
                    found.group(5).lines().map(String::strip).toList());
        }
    }

    static List<Shown> shown() throws IOException {
        return BLOCK.matcher(Files.readString(Path.of("src/site/markdown/guides/languages.md")))
                .results()
                .map(Shown::of)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("shown")
    void linesAreThoseOfTheScript(Shown shown) throws IOException {
        List<String> script = Files.readAllLines(SCRIPTS.resolve(shown.script())).stream()
                .map(String::strip)
                .toList();

        assertThat(script).containsAll(shown.lines());
    }

    @ParameterizedTest
    @MethodSource("shown")
    void theScriptKeptReasoningInEveryScenarioOfItsNewestVersion(Shown shown) throws IOException {
        List<JsonNode> all = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of("db/measured.jsonl"))) {
            if (line.contains("\"client\":\"" + shown.client() + "\"")) {
                all.add(Json.TREES.readTree(line));
            }
        }
        Optional<String> newest = all.stream()
                .map(one -> one.path("clientVersion").asText())
                .max((one, other) -> Arrays.compare(numbers(one), numbers(other)));
        Set<String> statuses = new TreeSet<>();
        all.stream()
                .filter(one ->
                        newest.equals(Optional.of(one.path("clientVersion").asText())))
                .filter(one -> one.path("dialectIn").asText().equals(shown.dialect()))
                .filter(one -> one.path("variant").asText().equals(shown.variant()))
                .filter(one -> one.path("reasoningField").asText().isEmpty())
                .filter(one -> one.path("vendor").asText().isEmpty())
                .forEach(
                        one -> statuses.add(one.at("/capabilities/THINK/status").asText()));

        assertThat(statuses).containsExactly("PRESERVED");
    }

    @Test
    void argumentsOfServersAreThoseOfTheirRecipes() throws IOException {
        List<MatchResult> shown = Pattern.compile("<!-- arguments of (\\S+) -->\\n```sh\\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(Path.of("src/site/markdown/guides/proxy.md")))
                .results()
                .toList();

        assertThat(shown).isNotEmpty().allSatisfy(block -> {
            List<String> words = List.of(block.group(2).strip().split("\\s+"));
            String recipe = Files.readString(SCRIPTS.resolve(block.group(1)));
            assertThat(words.subList(words.indexOf("MODEL") + 1, words.size()))
                    .allSatisfy(word -> assertThat(recipe).contains('"' + word + '"'));
        });
    }

    private static int[] numbers(String version) {
        return Pattern.compile("\\d+")
                .matcher(version)
                .results()
                .mapToInt(found -> Integer.parseInt(found.group()))
                .toArray();
    }
}
