package dev.throughline.harness.recipe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class RecipeCatalogTest {
    @TempDir
    Path folder;

    /// Each with one that always applies behind those of dialects and variants.
    @ParameterizedTest(name = "{0} {1} {2}: {3} is {4}")
    @CsvSource({
        "litellm, anthropic, , prefix, anthropic",
        "litellm, openai-chat, hosted-vllm, prefix, hosted_vllm",
        "litellm, openai-chat, , prefix, openai",
        "mistral-vibe, responses, , style, openai-responses",
        "mistral-vibe, openai-chat, reasoning, field, reasoning",
        "kimi-cli, openai-chat, kimi, type, kimi",
    })
    void firstValueThatAppliesCounts(String name, String dialect, String variant, String value, String expected) {
        Recipe recipe = RecipeCatalog.load(Optional.empty()).find(name).orElseThrow();
        var spec = new ClientSpec(name, "1.0.0", dialect, Optional.ofNullable(variant), "glm-4.7", "tools");

        assertThat(recipe.ownValues(spec))
                .filteredOn(one -> one.name().equals(value))
                .extracting(Recipe.Value::value)
                .containsExactly(expected);
    }

    @Test
    void builtInRecipesAreValid() {
        assertThat(RecipeCatalog.load(Optional.empty()).all())
                .extracting(Recipe::name)
                .contains("claude-code", "codex", "opencode", "pi", "qwen-code", "ai-sdk-openai", "openai-node");
    }

    @Test
    void aRecipeOfTheUsersWins() throws IOException {
        String mine = RecipeCatalog.load(Optional.empty())
                .text("opencode")
                .orElseThrow()
                .replace("\"glm-4.7\"", "\"mine\"");
        Files.writeString(folder.resolve("mine.json"), mine);

        assertThat(RecipeCatalog.load(Optional.of(folder)).find("opencode"))
                .hasValueSatisfying(recipe -> assertThat(recipe.model()).isEqualTo("mine"));
    }

    @Test
    void aChangedRecipeIsRecordedApartFromTheBuiltInOne() throws IOException {
        String text = RecipeCatalog.load(Optional.empty()).text("opencode").orElseThrow();
        Files.writeString(folder.resolve("same.json"), text);
        assertThat(RecipeCatalog.load(Optional.of(folder)).change("opencode")).isEmpty();

        Files.writeString(folder.resolve("same.json"), text.replace("\"glm-4.7\"", "\"mine\""));
        RecipeCatalog changed = RecipeCatalog.load(Optional.of(folder));

        assertThat(changed.change("opencode")).matches("recipe-[0-9a-f]{8}");
        assertThat(changed.change("codex")).isEmpty();
        var spec = new ClientSpec("opencode", "1.0.0", "openai-chat", Optional.of("interleaved"), "m", "tools")
                .changed(changed.change("opencode"));
        assertThat(spec.recordedVariant())
                .hasValueSatisfying(variant -> assertThat(variant).startsWith("interleaved recipe-"));
    }

    @Test
    void aRecipeRefusesTheScenariosThatItsTurnsCannotDrive() {
        RecipeCatalog catalog = RecipeCatalog.load(Optional.empty());
        var spec = new ClientSpec("grok-cli", "0.0.34", "openai-chat", Optional.empty(), "m", "tools");
        Recipe grok = catalog.find("grok-cli").orElseThrow();
        Recipe claude = catalog.find("claude-code").orElseThrow();

        assertThat(grok.refusal(spec.in("steps"))).isEmpty();
        assertThat(grok.refusal(spec.in("switch")))
                .hasValueSatisfying(reason -> assertThat(reason).contains("scenario switch"));
        assertThat(claude.refusal(spec.in("switch"))).isEmpty();
    }

    @Test
    void aChangedScriptOfALibraryIsAChange() throws IOException {
        Files.writeString(
                folder.resolve("openai-node.json"),
                RecipeCatalog.load(Optional.empty()).text("openai-node").orElseThrow());
        Files.writeString(folder.resolve("openai-node.mjs"), "process.exit(0)");

        assertThat(RecipeCatalog.load(Optional.of(folder)).change("openai-node"))
                .startsWith("recipe-");
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(delimiter = '|', textBlock = """
                    "binary": "opencode",             | "binary": 7 7,          | line 6
                    "package": "opencode-ai",         |                         | package is missing
                    "binary": "opencode",             | "binry": "opencode",    | binry
                    "responses"]                      | "gopher"]               | gopher
                    "<1.1.0"                          | "early"                 | files[3]: a version condition
                    "-c", "{{prompt2}}"], "capture": {} | "x"], "userTurns": -2 | turns[1]: userTurns
                    "-c", "{{prompt2}}"], "capture": {} | "x"], "userTurns": -1 | turns[1]: userTurns: expected 0
                    "-c", "{{prompt2}}"], "capture": {} | "x"], "command": [] | turns[1]: either a command
                    "path": "{{cache}}/opencode/models.json" | "path": "a", "resource": "b.mjs" | files[2]: exactly one
                    "package": "opencode-ai",         | "package": "a", "executable": "b", | only one of package and
                    "package": "opencode-ai",         | "package":"a", "versionArguments": [], | versionArguments
                    "package": "opencode-ai",         | "package":"a", "ecosystem": "maven", | package: GROUP:ARTIFACT
                    "package": "opencode-ai",         | "package":"a", "ecosystem": "cargo", | cargo
                    "package": "opencode-ai",         | "package":"a", "boms": [],          | boms: only Maven
                    {{withoutPlugins}}"               | {{withoutPlugin}}"      | {{withoutPlugin}}; known: anthropic, b
                    { "name": "interleaved", | { "nme": "interleaved", | nme
                    """)
    void namesTheFileAndWhatIsWrongWithIt(String good, String bad, String message) throws IOException {
        String text = RecipeCatalog.load(Optional.empty()).text("opencode").orElseThrow();
        Files.writeString(folder.resolve("broken.json"), text.replace(good, bad == null ? "" : bad));

        assertThat(RecipeCatalog.load(Optional.of(folder)).problems())
                .singleElement()
                .asString()
                .contains(message, "broken.json");
    }

    @Test
    void aBrokenFileBlocksOnlyItsOwnClient() throws IOException {
        RecipeCatalog shipped = RecipeCatalog.load(Optional.empty());
        String pi = shipped.text("pi").orElseThrow();
        Files.writeString(folder.resolve("mine.json"), pi.replace("\"pi\"", "\"mine\""));
        Files.writeString(folder.resolve("some.json"), pi.replace("\"turns\"", "\"tunes\""));
        Files.writeString(folder.resolve("codex.json"), "{");

        RecipeCatalog catalog = RecipeCatalog.load(Optional.of(folder));

        assertThat(catalog.problems()).hasSize(2).anyMatch(problem -> problem.contains("some.json: not a recipe"));
        assertThat(catalog.find("mine")).isPresent();
        assertThat(catalog.find("opencode")).isPresent();
        assertThat(catalog.all())
                .extracting(Recipe::name)
                .contains("mine", "kilo")
                .doesNotContain("pi", "codex");
        // By the name that it states, and by that of its file.
        assertThatThrownBy(() -> catalog.find("pi")).isInstanceOf(RecipeException.class);
        assertThatThrownBy(() -> catalog.find("codex")).hasMessageContaining("codex.json");
    }

    @Test
    void aVersionThatTheRecipeWasNotTriedWithIsNamed() throws IOException {
        String text = RecipeCatalog.load(Optional.empty()).text("pi").orElseThrow();
        Files.writeString(
                folder.resolve("pi.json"),
                text.replaceAll("(?m)^  \"tried\".*\\n", "")
                        .replace("\"binary\"", "\"tried\": \">=1.0.0 <2.0.0\", \"binary\""));
        Recipe recipe = RecipeCatalog.load(Optional.of(folder)).find("pi").orElseThrow();

        assertThat(recipe.untried(version("2.0.0")))
                .contains("pi@2.0.0 is outside of the versions that its recipe was tried with (>=1.0.0 <2.0.0);"
                        + " it may not run");
        assertThat(recipe.untried(version("1.9.0"))).isEmpty();
        assertThat(recipe.untried(version("unknown"))).isEmpty();
    }

    private static ClientSpec version(String version) {
        return new ClientSpec("pi", version, "openai-chat", Optional.empty(), "m", "tools");
    }

    @Test
    void takesAFileOfTheUsersForAResourceAndElseTheOneThatComesWithTheProgram() throws IOException {
        String text = RecipeCatalog.load(Optional.empty()).text("openai-node").orElseThrow();
        Files.writeString(folder.resolve("mine.json"), text);

        assertThat(script()).contains("new OpenAI(");
        Files.writeString(folder.resolve("openai-node.mjs"), "console.log('{{mine}}');");
        assertThat(script()).isEqualTo("console.log('{{mine}}');");
    }

    @Test
    void aVariantCanBelongToOneDialect() {
        Recipe recipe = RecipeCatalog.load(Optional.empty()).find("openai-node").orElseThrow();

        assertThat(recipe.variantsOf("responses"))
                .contains("previous-response-id")
                .doesNotContain("run-tools");
        assertThat(recipe.variantsOf("openai-chat")).contains("run-tools").doesNotContain("previous-response-id");
    }

    private String script() {
        Recipe recipe =
                RecipeCatalog.load(Optional.of(folder)).find("openai-node").orElseThrow();
        return Optional.ofNullable(recipe.files().getFirst().text()).orElseThrow();
    }

    @Test
    void fillsPlaceholdersAndRefusesUnknownOnes() throws IOException {
        var placeholders = new Placeholders().put("model", "glm\"4");
        var tree = new com.fasterxml.jackson.databind.json.JsonMapper().readTree("{\"{{model}}\":[\"a {{model}}\",1]}");

        assertThat(placeholders.fill(tree).toString()).isEqualTo("{\"glm\\\"4\":[\"a glm\\\"4\",1]}");
        assertThatThrownBy(() -> placeholders.fill("{{other}}")).hasMessageContaining("{{other}}");
        assertThat(placeholders.fillKnown("{{model}} {{other}}")).isEqualTo("glm\"4 {{other}}");
    }
}
