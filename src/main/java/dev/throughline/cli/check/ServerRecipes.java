package dev.throughline.cli.check;

import dev.throughline.cli.output.ProgressLines;
import dev.throughline.client.BundledRecipes;
import dev.throughline.harness.PackageCaches;
import dev.throughline.harness.ProgramInstaller;
import dev.throughline.harness.probe.BackendReport;
import dev.throughline.harness.probe.BackendTarget;
import dev.throughline.harness.probe.ServerProduct;
import dev.throughline.harness.recipe.ClientSpec;
import dev.throughline.harness.recipe.Recipe;
import dev.throughline.harness.recipe.RecipeCatalog;
import dev.throughline.harness.server.ServerCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// Options for servers that are installed and started for a check.
final class ServerRecipes {
    /// The chat template of a server for which none is named.
    static final String USUAL = "glm-4.7";

    private static final List<String> LAYOUTS = List.of(USUAL, "chatml");
    private static final String LATEST = "latest";

    @Option(
            names = "--template",
            paramLabel = "T",
            defaultValue = USUAL,
            description = "Chat template of a server that is started: glm-4.7 (its layout in other words), chatml, or a"
                    + " file (default: ${DEFAULT-VALUE}).")
    private String template = "";

    @Option(
            names = "--recipes",
            paramLabel = "DIR",
            description = "Folder with custom recipes, which take precedence over the built-in ones.")
    private Optional<Path> folder = Optional.empty();

    @Option(
            names = "--start-timeout",
            paramLabel = "SECONDS",
            description = "Time within which a started server must be ready (default: the recipe's).")
    private Optional<Integer> limit = Optional.empty();

    /// A server to start for a check.
    record Started(ServerCheck check, ClientSpec spec) {
        BackendReport check(BackendTarget target) {
            return check.run(spec, target);
        }

        /// The product in the matrix: as the server itself reports it, where its recipe does not know the version.
        Optional<ServerProduct> product(BackendReport report) {
            String name = Optional.ofNullable(
                            check.recipe().serverSetup().orElseThrow().product())
                    .orElse(spec.name());
            return spec.version().matches(".*\\d.*")
                    ? Optional.of(new ServerProduct(name, spec.version()))
                    : report.product();
        }
    }

    /// The servers, whose versions are found out before the first is started.
    /// @param names each as `NAME` or `NAME@VERSION`
    /// @throws ParameterException for an unknown recipe, version or template, or a version that is refused
    List<Started> started(List<String> names, CommandSpec spec, ProgressLines progress) {
        UserCache.check(spec);
        String text = text(template, spec);
        RecipeCatalog catalog = RecipeOptions.load(folder, spec).of(Recipe.Kind.SERVER);
        PackageCaches caches = UserCache.caches(progress);
        return names.stream()
                .map(name -> {
                    int at = name.lastIndexOf('@');
                    Recipe recipe = new EcosystemOption().find(catalog, at > 0 ? name.substring(0, at) : name, spec);
                    String version = new ProgramInstaller(caches)
                            .resolve(recipe.source(), at > 0 ? name.substring(at + 1) : LATEST);
                    Duration time = limit.map(Duration::ofSeconds).orElse(recipe.turnTimeout());
                    Started server = started(new ServerCheck(recipe, text, caches, progress, time), version);
                    recipe.refusal(server.spec()).ifPresent(reason -> {
                        throw new ParameterException(
                                spec.commandLine(), server.spec().label() + " " + reason + ".");
                    });
                    return server;
                })
                .toList();
    }

    static Started started(ServerCheck check, String version) {
        Recipe recipe = check.recipe();
        String dialect = recipe.dialects().getFirst();
        return new Started(check, new ClientSpec(recipe.name(), version, dialect, Optional.empty(), "", "tools"));
    }

    /// The text of a chat template.
    /// @param template the name of a bundled one, or a file
    static String text(String template, CommandSpec spec) {
        if (LAYOUTS.contains(template)) {
            return BundledRecipes.text(template + ".jinja").orElseThrow();
        }
        try {
            return Files.readString(Path.of(template));
        } catch (IOException e) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--template: expected " + String.join(", ", LAYOUTS) + " or a file, found " + template + ".");
        }
    }
}
