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

class RecipeTurnsTest {
    private static final String RECIPE = """
            {"name":"mine","title":"Mine","package":"p","binary":"b","dialects":["anthropic"],"variants":[],
             "model":"m","environment":{},"files":[],"tools":[],"packages":[],"turnTimeout":"PT1M",
             "dialogue":["b"],
             "refusals":[{"when":{"dialect":"responses","versions":">=2.0.0"},"reason":"speaks no responses"}],
             "turns":[{"command":["b"],"capture":{"id":"/id"}},
                      {"steps":[{"send":{"a":1},"until":{"/b":"x"}}]}]}""";

    @TempDir
    Path folder;

    @Test
    void takesCommandsAndSteps() throws IOException {
        assertThat(recipe(RECIPE).turns()).hasSize(2);
    }

    @ParameterizedTest(name = "{2}")
    @CsvSource(delimiter = '|', textBlock = """
                    "command":["b"],           |                            | turns[0]: either a command or steps
                    "steps":[{                 | "command":["b"],"steps":[{ | turns[1]: either a command or steps
                    "dialogue":["b"],          |                            | turns[1]: steps require
                    "dialogue":["b"]           | "dialogue":[]              | dialogue: a command
                    {"id":"/id"}               | {"id":"id"}                | turns[0].capture: a JSON pointer
                    "send":{"a":1}             | "send":"a"                 | turns[1].steps[0].send: a JSON object
                    "until":{"/b":"x"}         | "until":{}                 | turns[1].steps[0].until: a JSON pointer
                    "until":{"/b":"x"}         | "until":{"b":"x"}          | turns[1].steps[0].until: a JSON pointer
                    "until":{"/b":"x"}}]       | "until":{"/b":"x"}}],"capture":{} | turns[1]: with steps, each
                    "dialogue":["b"],          | "dialogue":["b"],"scenarios":["ends"], | scenarios: ends is not one of
                    "until":{"/b":"x"}}]       | "until":{"/b":"x"}}],"interrupted":true | turns[1]: interrupted
                    ,"reason":"speaks no responses" |                       | refusals[0]: when and reason
                    """)
    void namesThePlaceThatIsWrong(String good, String bad, String message) {
        String text = RECIPE.replace(good, bad == null ? "" : bad);

        assertThatThrownBy(() -> recipe(text))
                .isInstanceOf(RecipeException.class)
                .hasMessageContaining("mine.json: " + message);
    }

    @Test
    void takesAClientOfOneTurnButNotOfNone() throws IOException {
        String one = RECIPE.replace("{\"command\":[\"b\"],\"capture\":{\"id\":\"/id\"}},", "");
        String none = one.replace("{\"steps\"", "{\"userTurns\":0,\"steps\"");

        assertThat(recipe(one).turns()).hasSize(1);
        assertThatThrownBy(() -> recipe(none))
                .hasMessageContaining("mine.json: turns: at least one user turn is required");
    }

    @Test
    void refusesOnlyWhereAllConditionsHold() throws IOException {
        Recipe recipe = recipe(RECIPE);

        assertThat(recipe.refusal(spec("2.1.0", "responses"))).contains("speaks no responses");
        assertThat(recipe.refusal(spec("1.9.9", "responses"))).isEmpty();
        assertThat(recipe.refusal(spec("2.1.0", "anthropic"))).isEmpty();
    }

    private Recipe recipe(String text) throws IOException {
        Files.writeString(folder.resolve("mine.json"), text);
        return RecipeCatalog.load(Optional.of(folder)).find("mine").orElseThrow();
    }

    private static ClientSpec spec(String version, String dialect) {
        return new ClientSpec("mine", version, dialect, Optional.empty(), "m", "tools");
    }
}
