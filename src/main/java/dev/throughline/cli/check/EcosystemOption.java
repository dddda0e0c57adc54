package dev.throughline.cli.check;

import dev.throughline.harness.recipe.Ecosystem;
import dev.throughline.harness.recipe.Recipe;
import dev.throughline.harness.recipe.RecipeCatalog;
import dev.throughline.matrix.NearMatches;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// Option for the ecosystem of a client, for names that several ecosystems use.
final class EcosystemOption {
    @Option(
            names = "--ecosystem",
            paramLabel = "E",
            description = "npm, pypi, maven or go: the name is that of its package there, such as openai.")
    private Optional<String> ecosystem = Optional.empty();

    /// The recipe with a name, or, with an ecosystem, the one whose package there has it; without one, a package's name
    /// will do where only one recipe has it.
    Recipe find(RecipeCatalog catalog, String name, CommandSpec spec) {
        ecosystem
                .filter(wanted -> List.of(Ecosystem.values()).stream()
                        .noneMatch(one -> one.toString().equals(wanted)))
                .ifPresent(wanted -> {
                    throw wrong(spec, "--ecosystem: expected npm, pypi, maven or go, found " + wanted + ".");
                });
        Optional<Recipe> named = catalog.find(name).filter(this::isWanted);
        if (named.isPresent()) {
            return named.get();
        }
        List<Recipe> found = catalog.all().stream()
                .filter(recipe -> name.equals(recipe.packageName()))
                .filter(this::isWanted)
                .toList();
        return switch (found.size()) {
            case 1 -> found.getFirst();
            case 0 -> throw unknown(catalog, name, spec);
            default ->
                throw wrong(
                        spec,
                        name + " is a package of several recipes: " + names(found) + "; give one of these"
                                + (ecosystem.isEmpty() ? ", or --ecosystem." : "."));
        };
    }

    private ParameterException unknown(RecipeCatalog catalog, String name, CommandSpec spec) {
        List<Recipe> wanted = catalog.all().stream().filter(this::isWanted).toList();
        return wrong(
                spec,
                "There is no recipe for " + name + ecosystem.map(" of "::concat).orElse("") + "."
                        + NearMatches.hint(
                                name, wanted.stream().map(Recipe::name).toList())
                        + " Known: " + names(wanted) + ".");
    }

    private boolean isWanted(Recipe recipe) {
        return ecosystem.isEmpty() || ecosystem.get().equals(recipe.origin().toString());
    }

    private static String names(List<Recipe> recipes) {
        return recipes.stream().map(Recipe::name).collect(Collectors.joining(", "));
    }

    private static ParameterException wrong(CommandSpec spec, String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
