package dev.throughline.cli.check;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.cli.output.ColorOption;
import dev.throughline.cli.output.ExitCode;
import dev.throughline.cli.output.ProgressLines;
import dev.throughline.cli.service.ServiceOption;
import dev.throughline.harness.ClientCheck;
import dev.throughline.harness.ClientVersionResolver;
import dev.throughline.harness.HarnessException;
import dev.throughline.harness.ProgramInstaller;
import dev.throughline.harness.ServiceClient;
import dev.throughline.harness.recipe.ClientSpec;
import dev.throughline.harness.recipe.Recipe;
import dev.throughline.harness.recipe.RecipeCatalog;
import dev.throughline.text.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/// Installs a real client, drives two turns against the stub and reports what it preserved.
@Command(
        name = "client",
        mixinStandardHelpOptions = true,
        description = {
            "Installs a real client, drives it against the stub, and reports what it returned.",
            "Exit codes: 0 preserved, 1 broken or partial, 2 inconclusive, 64 usage, 70 the check itself failed."
        },
        footer = {
            "",
            "Examples:",
            "  throughline check client opencode@1.18.33",
            "  throughline check client claude-code --report junit=report.xml --report html=report.html",
            "  throughline check client codex@latest --through proxy",
            "  throughline check client opencode@1.1.27 --reasoning-field reasoning_details"
        })
final class CheckClientCommand implements Callable<Integer> {
    private static final List<String> SCENARIOS =
            List.of("chat", "tools", "parallel", "interleaved", "ends", "long", "plain");

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @Parameters(paramLabel = "NAME[@VERSION]", description = "The client; 'throughline recipes' lists them.")
    private String client = "";

    @Option(names = "--binary", paramLabel = "PATH", description = "Program to use instead of installing one.")
    private Optional<Path> binary = Optional.empty();

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description =
                    "Replaces the first file of the recipe; {{openai}}, {{anthropic}}, {{model}} and {{key}} in it"
                            + " are filled in.")
    private Optional<Path> config = Optional.empty();

    @Option(
            names = "--model",
            paramLabel = "ID",
            description = "Model id that the client is configured with (default: the recipe's).")
    private Optional<String> model = Optional.empty();

    @Option(names = "--dialect", paramLabel = "D", description = "openai-chat, anthropic or responses.")
    private Optional<String> dialect = Optional.empty();

    @Option(names = "--variant", paramLabel = "V", description = "A variant of the recipe.")
    private Optional<String> variant = Optional.empty();

    @Option(
            names = "--scenario",
            paramLabel = "S",
            defaultValue = "tools",
            description = "The stub's scenario (default: ${DEFAULT-VALUE}).")
    private String scenario = "";

    @Mixin
    private ThroughOption through = new ThroughOption();

    @Mixin
    private RecipeOptions recipes = new RecipeOptions();

    @Mixin
    private ReasoningFieldOption reasoningField = new ReasoningFieldOption();

    @Option(names = "--keep", description = "Keep the client's folders after the check.")
    private boolean keep;

    @Option(names = "--json", description = "Print the report as one JSON object; progress goes to standard error.")
    private boolean json;

    @Mixin
    private ReportFilesOption reports = new ReportFilesOption();

    @Mixin
    private ColorOption color = new ColorOption();

    @Mixin
    private ServiceOption service = new ServiceOption();

    @Override
    public Integer call() {
        UserCache.check(spec);
        RecipeCatalog catalog = recipes.catalog(spec);
        Recipe recipe = recipe(catalog);
        checkChoices(recipe);
        reports.check(spec);
        try {
            return service.with(running -> check(recipe, change(catalog, recipe), running));
        } catch (HarnessException e) {
            if (json) {
                spec.commandLine().getOut().println(failed(e));
            }
            throw e;
        }
    }

    private ObjectNode failed(HarnessException failure) {
        return Json.TREES
                .createObjectNode()
                .put("client", client)
                .put("verdict", "ERROR")
                .put("error", String.valueOf(failure.getMessage()));
    }

    private int check(Recipe recipe, String change, ServiceClient running) {
        PrintWriter progress =
                json ? spec.commandLine().getErr() : spec.commandLine().getOut();
        var lines = new ProgressLines(progress);
        var npm = UserCache.npm(lines);
        var versions = new ClientVersionResolver(new ProgramInstaller(npm)::resolve, running, lines);
        ClientSpec wanted = chosen(recipe, versions).changed(change);
        recipe.refusal(wanted).ifPresent(reason -> {
            throw wrong(wanted.label() + " " + reason + ".");
        });
        ClientSpec chosen = versions.withPackages(recipe, wanted);
        lines.say(recipe.title() + " " + chosen.version() + " (" + chosen.dialect() + ")"
                + (chosen.packages().isEmpty() ? "" : " with " + String.join(", ", chosen.packages())));
        var options = new ClientCheck.Options(binary, config, keep, recipes.turnTimeout());
        var clientCheck = new ClientCheck(recipe, running, npm, lines);
        ClientCheck.Sealed run = clientCheck.run(chosen, options);
        reports.write(running, run.run());
        PrintWriter out = spec.commandLine().getOut();
        if (run.proxy().isPresent()) {
            return new ProxiedReport(running, run.run(), run.proxy().get()).print(json, color, out);
        }
        List<String> others = FieldTrials.isLost(running.report(run.run()))
                ? ReasoningFieldOption.others(chosen.dialect(), chosen.reasoningField())
                : List.of();
        if (others.isEmpty()) {
            return RunReportPrinter.print(running, run.run(), json ? "json" : "text", color, out);
        }
        lines.say("reasoning was lost; trying it in " + String.join(" and ", others));
        FieldTrials trials = FieldTrials.run(
                chosen.reasoningField().orElse(ReasoningFieldOption.COMMON.getFirst()),
                others,
                field -> clientCheck
                        .run(chosen.offered(Optional.of(field)), options)
                        .run(),
                running,
                lines::say);
        return print(running, run.run(), trials, chosen.label());
    }

    private int print(ServiceClient running, String run, FieldTrials trials, String label) {
        PrintWriter out = spec.commandLine().getOut();
        ObjectNode report = (ObjectNode) running.report(run);
        if (json) {
            trials.addTo(report);
            out.println(report);
        } else {
            out.print(color.paint(running.report(run, "text")).stripTrailing());
            out.println("\n\n" + trials.text(label));
        }
        out.flush();
        return ExitCode.of(report.path("verdict").asText());
    }

    /// How the check differs from one by the built-in recipe.
    private String change(RecipeCatalog catalog, Recipe recipe) {
        return config.map(file -> RecipeCatalog.changed("config", text(file)))
                .orElseGet(() -> catalog.change(recipe.name()));
    }

    private String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw wrong("--config: " + file + " cannot be read.");
        }
    }

    private ClientSpec chosen(Recipe recipe, ClientVersionResolver versions) {
        int at = client.lastIndexOf('@');
        String wanted = at > 0 ? client.substring(at + 1) : "latest";
        String version = binary.isPresent() && at <= 0
                ? "unknown"
                : binary.isPresent() ? wanted : versions.resolve(recipe, wanted);
        return new ClientSpec(
                recipe.name(),
                version,
                dialect.orElse(recipe.dialects().getFirst()),
                variant,
                model.orElse(recipe.model()),
                scenario,
                through.chosen(spec),
                reasoningField.chosen(dialect.orElse(recipe.dialects().getFirst()), spec),
                List.of(),
                "");
    }

    private Recipe recipe(RecipeCatalog catalog) {
        int at = client.lastIndexOf('@');
        String name = at > 0 ? client.substring(0, at) : client;
        return RecipeChoice.find(catalog, name, spec);
    }

    private void checkChoices(Recipe recipe) {
        RecipeChoice.check(recipe, dialect, variant, spec);
        reasoningField.chosen(dialect.orElse(recipe.dialects().getFirst()), spec);
        if (binary.isPresent() && recipe.isLibrary()) {
            throw wrong(recipe.name() + " is a library: it has no program, so --binary does not apply.");
        }
        if (model.filter(String::isBlank).isPresent()) {
            throw wrong("--model: expected the id of a model, found nothing.");
        }
        if (!SCENARIOS.contains(scenario)) {
            throw wrong("Unknown scenario " + scenario + "; known: " + String.join(", ", SCENARIOS) + ".");
        }
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /// The two reports of a check through the proxy: what the client returned to the proxy, and how much of it
    /// reached the backend. The second determines the verdict.
    ///
    /// @param stub the run of the stub behind the proxy
    /// @param proxy the proxy run in front of it
    record ProxiedReport(ServiceClient service, String stub, String proxy) {
        /// Prints both; as JSON, the stub's report contains the proxy's in its field `proxy`.
        /// @return the exit code
        int print(boolean asJson, ColorOption color, PrintWriter out) {
            ObjectNode reached = read(stub);
            if (asJson) {
                out.println(reached.set("proxy", read(proxy)).toString());
            } else {
                out.println("WHAT THE CLIENT GAVE BACK TO THE PROXY");
                out.println(color.paint(service.report(proxy, "text")).stripTrailing());
                out.println();
                out.println("WHAT REACHED THE BACKEND THROUGH THE PROXY");
                out.println(color.paint(service.report(stub, "text")).stripTrailing());
            }
            out.flush();
            return ExitCode.of(reached.path("verdict").asText());
        }

        private ObjectNode read(String run) {
            return (ObjectNode) service.report(run);
        }
    }
}
