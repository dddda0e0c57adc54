package dev.throughline.cli.check;

import dev.throughline.cli.output.CliCommand;
import dev.throughline.cli.output.ExitCode;
import dev.throughline.harness.recipe.Recipe;
import dev.throughline.harness.recipe.RecipeCatalog;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Lists the recipes, or prints one for copying and changing.
@Command(
        name = "recipes",
        mixinStandardHelpOptions = true,
        description = {
            "Lists the clients, gateways and model servers that can be checked, or prints a recipe.",
            "To customise one, copy it into a folder, edit it, and pass the folder with --recipes.",
            "--schema prints the file that its $schema refers to.",
            "Exit codes: 0, or 64 if a file of the folder is no recipe; it is named and the others are used."
        },
        footer = {
            "",
            "Examples:",
            "  throughline recipes --script openai-node",
            "  throughline recipes openai-node --copy my",
            "  throughline check client openai-node --recipes my"
        })
public final class RecipesCommand extends CliCommand {
    @Parameters(paramLabel = "NAME", arity = "0..1", description = "The recipe to print.")
    private Optional<String> name = Optional.empty();

    @Option(
            names = "--recipes",
            paramLabel = "DIR",
            description = "Folder with custom recipes, which take precedence over the built-in ones.")
    private Optional<Path> folder = Optional.empty();

    @Option(names = "--schema", description = "Print the JSON schema of recipes, for editors.")
    private boolean schema;

    @Option(names = "--script", description = "Print the script that drives a library instead of its recipe.")
    private boolean script;

    @Option(
            names = "--copy",
            paramLabel = "DIR",
            description = "Copy the recipe (or all), its script and the schema into a folder; nothing is overwritten.")
    private Optional<Path> copy = Optional.empty();

    @Override
    public Integer call() {
        RecipeCatalog clients = RecipeOptions.load(folder, spec);
        RecipeCatalog catalog = Stream.of(Recipe.Kind.values())
                .map(clients::of)
                .filter(recipes ->
                        name.map(wanted -> recipes.find(wanted).isPresent()).orElse(true))
                .findFirst()
                .orElse(clients);
        PrintWriter out = spec.commandLine().getOut();
        if (copy.isPresent()) {
            copy(catalog, copy.get());
        } else {
            out.println(text(catalog).stripTrailing());
        }
        out.flush();
        return catalog.problems().isEmpty() ? ExitCode.YES : ExitCode.USAGE;
    }

    private String text(RecipeCatalog catalog) {
        if (schema) {
            return RecipeCatalog.schema();
        }
        if (script) {
            return script(catalog);
        }
        return name.isEmpty()
                ? Stream.of(Recipe.Kind.values())
                        .flatMap(kind -> catalog.of(kind).all().stream())
                        .map(RecipesCommand::line)
                        .collect(Collectors.joining("\n"))
                : catalog.text(found(catalog).name()).orElseThrow();
    }

    private String script(RecipeCatalog catalog) {
        if (name.isEmpty()) {
            throw wrong("--script: the name of a recipe is missing.");
        }
        Map<String, String> scripts = catalog.resources(found(catalog).name());
        if (scripts.isEmpty()) {
            throw wrong("The recipe " + name.get() + " has no script: it drives a program.");
        }
        return String.join("\n", scripts.values());
    }

    private List<String> wanted(RecipeCatalog catalog) {
        return name.isEmpty()
                ? catalog.all().stream().map(Recipe::name).toList()
                : List.of(found(catalog).name());
    }

    /// Writes recipes with what they need into a folder, all files or none: a file with another text is never
    /// overwritten.
    /// @throws ParameterException naming a file that exists, or that cannot be written
    private void copy(RecipeCatalog catalog, Path target) {
        Map<String, String> files = new TreeMap<>();
        wanted(catalog).forEach(wanted -> files.putAll(catalog.copyOf(wanted)));
        files.forEach((file, text) -> refuseChanged(target.resolve(file), text));
        files.forEach((file, text) -> write(target, file, text));
        spec.commandLine().getOut().println("copied " + String.join(", ", files.keySet()) + " to " + target);
    }

    private void refuseChanged(Path file, String text) {
        try {
            if (Files.exists(file) && !Files.readString(file).equals(text)) {
                throw wrong("--copy: " + file + " exists and has another text; choose another folder.");
            }
        } catch (IOException e) {
            throw wrong("--copy: " + file + " cannot be read.");
        }
    }

    private void write(Path target, String file, String text) {
        try {
            Files.createDirectories(target);
            Files.writeString(target.resolve(file), text);
        } catch (IOException e) {
            throw wrong("--copy: " + target.resolve(file) + " cannot be written.");
        }
    }

    private Recipe found(RecipeCatalog catalog) {
        String wanted = name.orElseThrow();
        return catalog.find(wanted).orElseThrow(() -> wrong("There is no recipe " + wanted + "."));
    }

    private static String line(Recipe recipe) {
        String names =
                recipe.variants().stream().map(Recipe.Variant::name).distinct().collect(Collectors.joining(", "));
        String variants = names.isEmpty() ? "" : "; variants: " + names;
        return "%-14s %s%s; dialects: %s%s"
                .formatted(
                        recipe.name(),
                        recipe.source().label().replaceFirst("^npm:", ""),
                        recipe.kind() == Recipe.Kind.CLIENT ? "" : " (" + recipe.kind() + ")",
                        String.join(", ", recipe.dialects()),
                        variants);
    }
}
