package dev.throughline.matrix.store;

import dev.throughline.harness.recipe.Recipe;
import dev.throughline.harness.recipe.RecipeCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/// A new database knows the product of each recipe: the dates of its releases are kept from the first check on, and
/// remedies tell libraries from programs.
class KnownProductsTest {
    static Collection<Recipe> recipes() {
        return RecipeCatalog.load(Optional.empty()).all();
    }

    @ParameterizedTest
    @MethodSource("recipes")
    void aRecipesProductIsKnownWithItsKindAndRegistry(Recipe recipe) throws IOException {
        String kind = recipe.isLibrary() ? "SDK" : "CLIENT";

        assertThat(Files.readString(Path.of("db/V1__schema.sql")))
                .containsPattern("\\('%s', '%s', '[^']+', '%s'\\)"
                        .formatted(
                                recipe.name(),
                                kind,
                                Pattern.quote(recipe.source().label())));
    }
}
