package dev.throughline.cli.check;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.cli.output.ProgressLines;
import dev.throughline.cli.service.ServiceOption;
import dev.throughline.harness.ClientCheck;
import dev.throughline.harness.ClientVersionResolver;
import dev.throughline.harness.NpmCache;
import dev.throughline.harness.ServiceClient;
import dev.throughline.harness.process.HarnessException;
import dev.throughline.harness.recipe.ClientSpec;
import dev.throughline.harness.recipe.Recipe;
import dev.throughline.harness.recipe.RecipeCatalog;
import dev.throughline.text.Json;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
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
            "  throughline check client codex@latest --through proxy"
        })
final class CheckClientCommand implements Callable<Integer> {
    private static final List<String> SCENARIOS = List.of("chat", "tools", "parallel", "interleaved", "long", "plain");

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

    @Option(
            names = "--recipes",
            paramLabel = "DIR",
            description = "Folder with custom recipes, which take precedence over the built-in" + " ones.")
    private Optional<Path> recipes = Optional.empty();

    @Option(names = "--timeout", paramLabel = "SECONDS", description = "Timeout of one turn (default: the recipe's).")
    private Optional<Integer> timeout = Optional.empty();

    @Option(names = "--keep", description = "Keep the client's folders after the check.")
    private boolean keep;

    @Option(names = "--json", description = "Print the report as one JSON object; progress goes to standard error.")
    private boolean json;

    @Mixin
    private ReportFilesOption reports = new ReportFilesOption();

    @Mixin
    private ServiceOption service = new ServiceOption();

    @Override
    public Integer call() {
        Recipe recipe = recipe();
        checkChoices(recipe);
        reports.check(spec);
        try {
            return service.with(running -> check(recipe, running));
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

    private int check(Recipe recipe, ServiceClient running) {
        PrintWriter progress =
                json ? spec.commandLine().getErr() : spec.commandLine().getOut();
        var lines = new ProgressLines(progress);
        var npm = new NpmCache(NpmCache.defaultRoot(), lines);
        ClientSpec chosen = chosen(recipe, new ClientVersionResolver(npm::resolve, running, lines));
        recipe.refusal(chosen).ifPresent(reason -> {
            throw wrong(chosen.label() + " " + reason + ".");
        });
        lines.say(recipe.title() + " " + chosen.version() + " (" + chosen.dialect() + ")");
        var options = new ClientCheck.Options(binary, config, keep, timeout.map(Duration::ofSeconds));
        ClientCheck.Sealed run = new ClientCheck(recipe, running, npm, lines).run(chosen, options);
        reports.write(running, run.run());
        PrintWriter out = spec.commandLine().getOut();
        return run.proxy().isPresent()
                ? new ProxiedReport(running, run.run(), run.proxy().get()).print(json, out)
                : RunReportPrinter.print(running, run.run(), json ? "json" : "text", out);
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
                through.chosen(spec));
    }

    private Recipe recipe() {
        int at = client.lastIndexOf('@');
        String name = at > 0 ? client.substring(0, at) : client;
        return RecipeChoice.find(RecipeCatalog.load(recipes), name, spec);
    }

    private void checkChoices(Recipe recipe) {
        RecipeChoice.check(recipe, dialect, variant, spec);
        if (binary.isPresent() && recipe.isLibrary()) {
            throw wrong(recipe.name() + " is a library: it has no program, so --binary does not apply.");
        }
        if (!SCENARIOS.contains(scenario)) {
            throw wrong("Unknown scenario " + scenario + "; known: " + String.join(", ", SCENARIOS) + ".");
        }
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
