package dev.throughline.harness;

import dev.throughline.harness.recipe.ClientSpec;
import dev.throughline.harness.recipe.ProxyRoute;
import dev.throughline.harness.recipe.Recipe;
import dev.throughline.harness.recipe.RecipeCatalog;
import dev.throughline.harness.recipe.RecipeException;
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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class CheckListReaderTest {
    private final RecipeCatalog recipeCatalog = RecipeCatalog.load(Optional.empty());

    @Test
    void readsAnArrayAndLinesAlike() {
        String one = "{\"client\":\"opencode\",\"version\":\"1.1.34\",\"variant\":\"interleaved\"}";
        String two = "{\"client\":\"openai-node\",\"dialect\":\"responses\"}";

        assertThat(CheckListReader.parse("list", "# two\n" + one + "\n\n" + two + "\n", recipeCatalog))
                .isEqualTo(CheckListReader.parse("list", "[" + one + "," + two + "]", recipeCatalog))
                .extracting(CheckListEntry::toString)
                .containsExactly("opencode@1.1.34 interleaved", "openai-node@latest responses");
    }

    @Test
    void fillsWhatIsAbsentFromTheRecipe() {
        CheckListEntry check = CheckListReader.parse("list", "{\"client\":\"opencode\"}", recipeCatalog)
                .getFirst();
        Recipe recipe = recipeCatalog.find("opencode").orElseThrow();

        assertThat(check.spec(recipe, "1.2.3"))
                .isEqualTo(new ClientSpec("opencode", "1.2.3", "openai-chat", Optional.empty(), "glm-4.7", "tools"));
    }

    @Test
    void aScenarioIsThatOfTheEntryOrElseTheOneThatIsAskedFor() {
        List<CheckListEntry> list = CheckListReader.parse(
                "list", "[{\"client\":\"opencode\"},{\"client\":\"cline\",\"scenario\":\"chat\"}]", recipeCatalog);

        assertThat(list)
                .extracting(check -> check.in("ends").toString())
                .containsExactly("opencode@latest ends", "cline@latest chat");
    }

    @Test
    void aVendorAnswersInItsOwnForm() {
        CheckListEntry check = CheckListReader.parse(
                        "list", "{\"client\":\"pi\",\"vendor\":\"deepseek:v4\",\"through\":\"proxy\"}", recipeCatalog)
                .getFirst();
        ClientSpec spec = check.spec(recipeCatalog.find("pi").orElseThrow(), "1.6.0");

        assertThat(spec.vendor()).contains("deepseek:v4");
        assertThat(spec.route()).contains(new ProxyRoute("native"));
        assertThat(spec.label()).isEqualTo("pi@1.6.0 as deepseek:v4 through the proxy, native");
    }

    @Test
    void whatComesWithTheProgramCanBeChecked() {
        assertThat(CheckListReader.measured(recipeCatalog))
                .hasSizeGreaterThan(40)
                .doesNotHaveDuplicates();
    }

    @Test
    void aBrokenRecipeLeavesOnlyItsOwnClientOut(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("codex.json"), "{");
        RecipeCatalog broken = RecipeCatalog.load(Optional.of(folder));

        assertThat(CheckListReader.measured(broken))
                .extracting(CheckListEntry::client)
                .contains("opencode", "codex-sdk")
                .doesNotContain("codex");
        assertThat(CheckListReader.newest(broken))
                .extracting(CheckListEntry::client)
                .contains("opencode")
                .doesNotContain("codex");
        assertThatThrownBy(() -> CheckListReader.parse("list", "[{\"client\":\"codex\"}]", broken))
                .isInstanceOf(RecipeException.class)
                .hasMessageContaining("codex.json");
    }

    @Test
    void theNewestOfEveryClientIsCheckedInEachOfItsDialectsAndVariants() {
        assertThat(CheckListReader.newest(recipeCatalog))
                .doesNotHaveDuplicates()
                .extracting(CheckListEntry::toString)
                .contains(
                        "opencode@latest openai-chat interleaved",
                        "openai-node@latest responses previous-response-id",
                        "openai-node@latest openai-chat run-tools")
                .doesNotContain("openai-node@latest responses run-tools");
    }

    @Test
    void namesEachCheckOnceInItsNewestVersion() {
        String text = "[{\"client\":\"kilo\",\"version\":\"7.7.2\"},{\"client\":\"kilo\",\"version\":\"7.7.7\"}]";

        assertThat(CheckListReader.latest(CheckListReader.parse("list", text, recipeCatalog)))
                .extracting(CheckListEntry::toString)
                .containsExactly("kilo@latest");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
                    [{"client":"emacs"}]                        | list: [0]: there is no recipe for emacs
                    [{"version":"1"}]                           | list: [0]: not a check
                    [{"client":"kilo","model":"a","a":1}]       | list: [0]: not a check
                    [{"client":"kilo","dialect":"gopher"}]      | list: [0]: dialect: kilo speaks openai-chat
                    [{"client":"kilo","dialect":"responses","variant":"interleaved"}] | list: [0]: variant: in responses
                    {"client":"kilo"} {                         | list: line 1: not JSON
                    [{"client":"kilo","through":"squid"}]       | list: [0]: through: expected proxy
                    [{"client":"kilo","output":"native"}]       | list: [0]: output: allowed only in a check
                    [{"client":"kilo","through":"proxy","output":"xml"}] | list: [0]: output: one of
                    [{"client":"kilo","through":"proxy","output":"native","vendor":"x"}] | list: [0]: output: a vendor
                    []                                          | at least one check
                    """)
    void namesThePlaceOfWhatCannotBeChecked(String text, String message) {
        assertThatThrownBy(() -> CheckListReader.parse("list", text, recipeCatalog))
                .isInstanceOf(RecipeException.class)
                .hasMessageContaining(message);
    }
}
