package dev.throughline.cli.check;

import dev.throughline.cli.output.ExitCode;
import dev.throughline.harness.recipe.Recipe;
import dev.throughline.harness.recipe.RecipeCatalog;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/// Lists the recipes, or prints one for copying and changing.
@Command(
        name = "recipes",
        mixinStandardHelpOptions = true,
        description = {
            "Lists the clients that can be checked, or prints a recipe.",
            "To customise one, copy it into a folder, edit it, and pass the folder with --recipes.",
            "--schema prints the file that its $schema refers to."
        })
public final class RecipesCommand implements Callable<Integer> {
    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @Parameters(paramLabel = "NAME", arity = "0..1", description = "The recipe to print.")
    private Optional<String> name = Optional.empty();

    @Option(
            names = "--recipes",
            paramLabel = "DIR",
            description = "Folder with custom recipes, which take precedence over the built-in ones.")
    private Optional<Path> folder = Optional.empty();

    @Option(names = "--schema", description = "Print the JSON schema of recipes, for editors.")
    private boolean schema;

    @Override
    public Integer call() {
        RecipeCatalog recipeCatalog = RecipeCatalog.load(folder);
        PrintWriter out = spec.commandLine().getOut();
        if (schema) {
            out.println(RecipeCatalog.schema().stripTrailing());
        } else if (name.isPresent()) {
            out.println(recipeCatalog
                    .text(name.get())
                    .orElseThrow(
                            () -> new ParameterException(spec.commandLine(), "There is no recipe " + name.get() + "."))
                    .stripTrailing());
        } else {
            recipeCatalog.all().forEach(recipe -> out.println(line(recipe)));
        }
        out.flush();
        return ExitCode.YES;
    }

    private static String line(Recipe recipe) {
        String names =
                recipe.variants().stream().map(Recipe.Variant::name).distinct().collect(Collectors.joining(", "));
        String variants = names.isEmpty() ? "" : "; variants: " + names;
        return "%-14s %s; dialects: %s%s"
                .formatted(recipe.name(), recipe.packageName(), String.join(", ", recipe.dialects()), variants);
    }
}
