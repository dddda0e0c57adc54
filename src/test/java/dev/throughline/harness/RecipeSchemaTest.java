package dev.throughline.harness;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.throughline.harness.recipe.Recipe;
import dev.throughline.harness.recipe.RecipeCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/// The JSON schema of recipes and the program that reads them accept and refuse the same files.
class RecipeSchemaTest {
    private static final Schema SCHEMA = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(RecipeCatalog.schema());
    private static final RecipeCatalog SHIPPED = RecipeCatalog.load(Optional.empty());

    @TempDir
    Path folder;

    static List<String> names() {
        return Stream.of(Recipe.Kind.values())
                .flatMap(kind -> SHIPPED.of(kind).all().stream())
                .map(Recipe::name)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("names")
    void acceptsEveryShippedRecipe(String name) {
        String text = Stream.of(Recipe.Kind.values())
                .flatMap(kind -> SHIPPED.of(kind).text(name).stream())
                .findFirst()
                .orElseThrow();

        assertThat(problems(text)).isEmpty();
        assertThat(text).contains("\"$schema\": \"recipe.schema.json\"");
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(delimiter = '|', textBlock = """
                    "package": "opencode-ai",  |
                    "binary": "opencode",      | "binry": "opencode",
                    "responses"]               | "gopher"]
                    "model": "glm-4.7",        | "model": ["glm-4.7"],
                    "path": "{{cache}}/opencode/models.json" | "path": "a", "resource": "b.mjs"
                    { "name": "interleaved", | { "nme": "interleaved",
                    "-c", "{{prompt2}}"], "capture": {} | "x"], "userTurns": -1
                    "-c", "{{prompt2}}"], "capture": {} | "x"], "command": []
                    "turnTimeout": "PT3M"      | "turnTimeout": "3 minutes"
                    """)
    void refusesWhatTheProgramRefuses(String good, String bad) throws IOException {
        String text = SHIPPED.text("opencode").orElseThrow();
        String broken = text.replace(good, bad == null ? "" : bad);
        Files.writeString(folder.resolve("broken.json"), broken);

        assertThat(broken).isNotEqualTo(text);
        assertThat(problems(broken)).isNotEmpty();
        assertThat(RecipeCatalog.load(Optional.of(folder)).problems()).hasSize(1);
    }

    @Test
    void describesEveryFieldOfARecipe() {
        Set<String> described = new TreeSet<>();
        SCHEMA.getSchemaNode().path("properties").fieldNames().forEachRemaining(described::add);
        described.remove("$schema");
        Set<String> read = Arrays.stream(Recipe.class.getRecordComponents())
                .map(component -> component.getName().equals("packageName") ? "package" : component.getName())
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(described).isEqualTo(read);
    }

    @Test
    void mayLieInTheFolderOfOwnRecipes() throws IOException {
        Files.writeString(folder.resolve("recipe.schema.json"), RecipeCatalog.schema());
        Files.writeString(folder.resolve("pi.json"), SHIPPED.text("pi").orElseThrow());

        assertThat(RecipeCatalog.load(Optional.of(folder)).all()).hasSameSizeAs(SHIPPED.all());
    }

    private static List<Error> problems(String text) {
        return SCHEMA.validate(text, InputFormat.JSON);
    }
}
