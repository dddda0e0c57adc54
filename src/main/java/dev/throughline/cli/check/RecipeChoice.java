package dev.throughline.cli.check;

import dev.throughline.harness.recipe.Recipe;
import dev.throughline.matrix.NearMatches;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/// Selects the recipe that a command line names, and in which dialect and variant; wrong names are usage errors that
/// list the right ones.
final class RecipeChoice {
    private RecipeChoice() {}

    /// @param dialect empty for the recipe's first
    /// @param variant empty for none
    static void check(Recipe recipe, Optional<String> dialect, Optional<String> variant, CommandSpec spec) {
        String chosen = dialect.orElse(recipe.dialects().getFirst());
        if (!recipe.dialects().contains(chosen)) {
            throw new ParameterException(
                    spec.commandLine(),
                    recipe.name() + " does not speak " + chosen + " here; it speaks "
                            + String.join(", ", recipe.dialects()) + ".");
        }
        List<String> variants = recipe.variantsOf(chosen);
        if (variant.isPresent() && !variants.contains(variant.get())) {
            throw new ParameterException(
                    spec.commandLine(),
                    recipe.name() + " has no variant " + variant.get() + " in " + chosen + "."
                            + NearMatches.hint(variant.get(), variants) + " It has: " + String.join(", ", variants)
                            + ".");
        }
    }
}
