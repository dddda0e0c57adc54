package dev.throughline.cli.check;

import dev.throughline.harness.recipe.RecipeCatalog;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// The options of all commands that drive clients: whose recipes, and for how long.
final class RecipeOptions {
    private static final int LONGEST_SECONDS = 86_400;

    @Option(
            names = "--recipes",
            paramLabel = "DIR",
            description = "Folder with custom recipes, which take precedence over the built-in ones.")
    private Optional<Path> folder = Optional.empty();

    @Option(names = "--timeout", paramLabel = "SECONDS", description = "Timeout of one turn (default: the recipe's).")
    private Optional<Integer> timeout = Optional.empty();

    /// The recipes; files that are none are named on standard error.
    /// @throws ParameterException if the time for a turn is none
    RecipeCatalog catalog(CommandSpec spec) {
        timeout.filter(seconds -> seconds < 1 || seconds > LONGEST_SECONDS).ifPresent(seconds -> {
            throw new ParameterException(
                    spec.commandLine(), "--timeout: expected 1 to " + LONGEST_SECONDS + " seconds, found " + seconds);
        });
        return load(folder, spec);
    }

    static RecipeCatalog load(Optional<Path> folder, CommandSpec spec) {
        RecipeCatalog catalog = RecipeCatalog.load(folder);
        PrintWriter err = spec.commandLine().getErr();
        catalog.problems().forEach(problem -> err.println("throughline: skipped " + problem));
        err.flush();
        return catalog;
    }

    /// The time for one turn; empty for the recipe's.
    Optional<Duration> turnTimeout() {
        return timeout.map(Duration::ofSeconds);
    }
}
