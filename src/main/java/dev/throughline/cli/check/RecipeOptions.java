package dev.throughline.cli.check;

import dev.throughline.harness.recipe.RecipeCatalog;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Option;

/// The options of all commands that drive clients: whose recipes, and for how long.
final class RecipeOptions {
    @Option(
            names = "--recipes",
            paramLabel = "DIR",
            description = "Folder with custom recipes, which take precedence over the built-in ones.")
    private Optional<Path> folder = Optional.empty();

    @Option(names = "--timeout", paramLabel = "SECONDS", description = "Timeout of one turn (default: the recipe's).")
    private Optional<Integer> timeout = Optional.empty();

    RecipeCatalog catalog() {
        return RecipeCatalog.load(folder);
    }

    /// The time for one turn; empty for the recipe's.
    Optional<Duration> turnTimeout() {
        return timeout.map(Duration::ofSeconds);
    }
}
