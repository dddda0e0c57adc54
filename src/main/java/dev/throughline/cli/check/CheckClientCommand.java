package dev.throughline.cli.check;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.cli.check.ScenarioReports.ScenarioReport;
import dev.throughline.cli.output.ColorOption;
import dev.throughline.cli.output.ProgressLines;
import dev.throughline.cli.service.ServiceCommand;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Installs a real client, drives its turns against the stub in each scenario and reports what it preserved.
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
            "  throughline check client openai@3.57.0 --ecosystem pypi",
            "  throughline check client pi --vendor deepseek:v4",
            "  throughline check client codex --through proxy --vendor anthropic:opus-5.5 --model claude-opus-5-5",
            "  throughline check client opencode@1.1.27 --reasoning-field reasoning_details"
        })
final class CheckClientCommand extends ServiceCommand {
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

    @Mixin
    private ScenariosOption asked = new ScenariosOption();

    private List<String> scenarios = List.of();

    @Option(
            names = "--tolerate",
            paramLabel = "trimmed",
            description = "Pass if nothing but white space at the ends of texts is lost: in OpenAI chat, unsigned.")
    private Optional<String> tolerate = Optional.empty();

    @Option(
            names = "--vendor",
            paramLabel = "NAME[:MODEL]",
            description =
                    "Let the stub give and refuse what this vendor does, such as anthropic:opus-5.5 or deepseek:v4;"
                            + " 'throughline explain --rules' lists them.")
    private Optional<String> vendor = Optional.empty();

    @Mixin
    private ThroughOption through = new ThroughOption();

    @Mixin
    private RecipeOptions recipes = new RecipeOptions();

    @Mixin
    private EcosystemOption ecosystem = new EcosystemOption();

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
        var caches = UserCache.caches(lines);
        var installer = new ProgramInstaller(caches);
        var versions =
                new ClientVersionResolver(installer::resolve, installer::releases, installer::beside, running, lines);
        ClientSpec wanted = chosen(recipe, versions).changed(change);
        if (scenarios.size() == 1) {
            recipe.refusal(wanted).ifPresent(reason -> {
                throw wrong(wanted.label() + " " + reason + ".");
            });
        }
        ClientSpec chosen = versions.withPackages(recipe, wanted);
        lines.say(recipe.title() + " " + chosen.version() + " (" + chosen.dialect() + ")"
                + (chosen.packages().isEmpty() ? "" : " with " + String.join(", ", chosen.packages())));
        var clientCheck = new ClientCheck(recipe, running, caches, lines);
        List<ScenarioReport> reports = new ArrayList<>();
        for (String scenario : scenarios) {
            reports.add(report(recipe, chosen.in(scenario), clientCheck, running, lines, reports));
        }
        return print(new ScenarioReports(reports), running);
    }

    /// @param earlier reports; the first check ends all of them if it fails, since the next ones would fail as well
    private ScenarioReport report(
            Recipe recipe,
            ClientSpec client,
            ClientCheck check,
            ServiceClient running,
            ProgressLines lines,
            List<ScenarioReport> earlier) {
        Optional<String> refusal = recipe.refusal(client);
        if (refusal.isPresent()) {
            return ScenarioReport.unsupported(client.scenario(), client.label(), refusal.get());
        }
        try {
            lines.say("scenario " + client.scenario());
            return report(client, check, running, lines, earlier);
        } catch (HarnessException e) {
            if (earlier.isEmpty() || Thread.currentThread().isInterrupted()) {
                throw e;
            }
            lines.say("scenario " + client.scenario() + ": " + e.getMessage());
            return ScenarioReport.failed(client.scenario(), String.valueOf(e.getMessage()));
        }
    }

    private ScenarioReport report(
            ClientSpec client,
            ClientCheck check,
            ServiceClient running,
            ProgressLines lines,
            List<ScenarioReport> earlier) {
        var options = new ClientCheck.Options(binary, config, keep, recipes.turnTimeout(), tolerate);
        ClientCheck.Sealed run = check.run(client, options);
        ObjectNode report = (ObjectNode) running.report(run.run());
        String text = color.paint(running.report(run.run(), "text")).stripTrailing();
        if (run.proxy().isPresent()) {
            String proxy = run.proxy().get();
            report.set("proxy", running.report(proxy));
            return new ScenarioReport(
                    client.scenario(),
                    run.run(),
                    report,
                    "WHAT THE CLIENT GAVE BACK TO THE PROXY\n"
                            + color.paint(running.report(proxy, "text")).stripTrailing()
                            + "\n\nWHAT REACHED THE BACKEND THROUGH THE PROXY\n" + text);
        }
        boolean isTried = earlier.stream().anyMatch(one -> one.report().has(FieldTrials.TRIED));
        List<String> others = FieldTrials.isLost(report) && !isTried
                ? ReasoningFieldOption.others(client.dialect(), client.reasoningField())
                : List.of();
        if (others.isEmpty()) {
            return new ScenarioReport(client.scenario(), run.run(), report, text);
        }
        lines.say("reasoning was lost; trying it in " + String.join(" and ", others));
        FieldTrials trials = FieldTrials.run(
                client.reasoningField().orElse(ReasoningFieldOption.COMMON.getFirst()),
                others,
                field -> check.run(client.offered(Optional.of(field)), options).run(),
                running,
                lines::say);
        trials.addTo(report);
        return new ScenarioReport(client.scenario(), run.run(), report, text + "\n\n" + trials.text(client.label()));
    }

    private int print(ScenarioReports all, ServiceClient running) {
        PrintWriter out = spec.commandLine().getOut();
        boolean isSeveral = all.reports().size() > 1;
        if (isSeveral) {
            all.reports().stream()
                    .filter(one -> !one.run().isEmpty())
                    .forEach(one -> reports.write(running, one.run(), "-" + one.scenario(), config));
        }
        if (!all.decisive().run().isEmpty()) {
            reports.write(running, all.decisive().run(), "", config);
        }
        if (json) {
            out.println(all.json());
        } else {
            for (ScenarioReport one : all.reports()) {
                out.println(
                        (isSeveral ? "SCENARIO " + one.scenario() + "\n" : "") + one.text() + (isSeveral ? "\n" : ""));
                page(one.run(), running).ifPresent(out::println);
            }
            if (isSeveral) {
                out.println(color.paint(all.summary()));
            }
        }
        out.flush();
        return all.exitCode();
    }

    /// Where a browser shows a run; a service that the command started ends with it.
    private Optional<String> page(String run, ServiceClient running) {
        return Optional.of(run)
                .filter(id -> !id.isEmpty())
                .map(id -> service.running().isPresent()
                        ? "PAGE: " + running.page(id)
                        : "PAGE: /runs/" + id + " of 'throughline serve'");
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
                scenarios.getFirst(),
                through.chosen(spec, vendor),
                vendor,
                reasoningField.chosen(dialect.orElse(recipe.dialects().getFirst()), spec),
                List.of(),
                "");
    }

    private Recipe recipe(RecipeCatalog catalog) {
        int at = client.lastIndexOf('@');
        String name = at > 0 ? client.substring(0, at) : client;
        return ecosystem.find(catalog, name, spec);
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
        scenarios = asked.chosen(ScenariosOption.DEFAULT);
        tolerate.filter(what -> !what.equals("trimmed")).ifPresent(what -> {
            throw wrong("--tolerate: expected trimmed, found " + what + ".");
        });
    }
}
