package dev.throughline.harness;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a recipe must be like before anything is done with it.
final class RecipeRules {
    private static final Set<String> DIALECTS = Set.of("openai-chat", "anthropic", "responses");

    private RecipeRules() {}

    static void check(String origin, Recipe recipe) {
        present(origin, "name", recipe.name());
        present(origin, "package", recipe.packageName());
        present(origin, "binary", recipe.binary());
        present(origin, "model", recipe.model());
        present(origin, "dialects", recipe.dialects());
        present(origin, "variants", recipe.variants());
        present(origin, "environment", recipe.environment());
        present(origin, "files", recipe.files());
        present(origin, "tools", recipe.tools());
        present(origin, "packages", recipe.packages());
        present(origin, "turns", recipe.turns());
        present(origin, "turnTimeout", recipe.turnTimeout());
        dialects(origin, recipe.dialects());
        if (recipe.turns().size() < 2) {
            throw new RecipeException(origin + ": turns: at least two turns are needed to see what comes back");
        }
        for (int i = 0; i < recipe.files().size(); i++) {
            Recipe.FileToWrite file = recipe.files().get(i);
            if ((file.json() == null) == (file.text() == null)) {
                throw new RecipeException(origin + ": files[" + i + "]: either json or text is needed");
            }
            if (file.when() != null && file.when().versions() != null) {
                VersionRange.parse(file.when().versions());
            }
        }
    }

    private static void dialects(String origin, List<String> dialects) {
        for (String dialect : dialects) {
            if (!DIALECTS.contains(dialect)) {
                throw new RecipeException(origin + ": dialects: " + dialect + " is none of " + DIALECTS);
            }
        }
        if (dialects.isEmpty()) {
            throw new RecipeException(origin + ": dialects: at least one is needed");
        }
    }

    private static void present(String origin, String field, @Nullable Object value) {
        if (value == null) {
            throw new RecipeException(origin + ": the field " + field + " is missing");
        }
    }
}
