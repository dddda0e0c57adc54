package dev.throughline.cli.check;

import dev.throughline.cli.output.ExitCode;
import dev.throughline.cli.output.ProgressLines;
import dev.throughline.cli.service.ServiceCommand;
import dev.throughline.harness.CheckListEntry;
import dev.throughline.harness.CheckListReader;
import dev.throughline.harness.CheckListRunner;
import dev.throughline.harness.CheckOutcome;
import dev.throughline.harness.ServiceClient;
import dev.throughline.harness.recipe.RecipeCatalog;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Checks a list of real clients and prints one table of the results.
@Command(
        name = "clients",
        mixinStandardHelpOptions = true,
        description = {
            "Checks a list of real clients, two at a time; skips what the service has already measured.",
            "A list is a JSON array or JSON lines of {client, version, dialect, variant, model, scenario,",
            "through, output, reasoningField, vendor}.",
            "Exit codes: 0 all preserved, 1 any broken or partial, 2 any inconclusive (none broken), 64 usage,",
            "70 any could not be checked. UNSUPPORTED (a known limit of the client) does not count."
        },
        footer = {
            "",
            "Examples:",
            "  throughline check clients --all --latest",
            "  throughline check clients --matrix list.jsonl --at-once 1 --json"
        })
public final class CheckClientsCommand extends ServiceCommand {
    private static final int MOST_AT_ONCE = 16;

    @ArgGroup(multiplicity = "1")
    private Choice choice = new Choice();

    static final class Choice {
        @Option(names = "--matrix", paramLabel = "FILE", description = "File with the list.")
        private Optional<Path> file = Optional.empty();

        @Option(names = "--all", description = "Use the built-in list.")
        private boolean all;
    }

    @Option(
            names = "--latest",
            description =
                    "Check the newest version of each client instead; with --all, each of its dialects and variants.")
    private boolean latest;

    @Mixin
    private ScenariosOption scenarios = new ScenariosOption();

    @Option(names = "--again", description = "Also check what the service has already measured.")
    private boolean again;

    @Option(
            names = "--at-once",
            paramLabel = "N",
            defaultValue = "2",
            description = "Clients to run concurrently, 1 to 16 (default: ${DEFAULT-VALUE}).")
    private int atOnce;

    @Mixin
    private ThroughOption through = new ThroughOption();

    @Mixin
    private RecipeOptions recipes = new RecipeOptions();

    @Option(names = "--json", description = "Print the table as one JSON object; progress goes to standard error.")
    private boolean json;

    @Override
    public Integer call() {
        UserCache.check(spec);
        if (atOnce < 1 || atOnce > MOST_AT_ONCE) {
            throw wrong("--at-once: expected 1 to " + MOST_AT_ONCE + ", found " + atOnce + ".");
        }
        List<String> chosen = scenarios.chosen(List.of());
        RecipeCatalog known = recipes.catalog(spec);
        List<CheckListEntry> listed = inScenarios(chosen(known), chosen);
        List<CheckListEntry> list = through.chosen(spec, Optional.empty())
                .map(route -> listed.stream().map(check -> check.through(route)).toList())
                .orElse(listed);
        return service.with(running -> check(known, list, running));
    }

    private List<CheckListEntry> chosen(RecipeCatalog known) {
        if (choice.file.isPresent()) {
            List<CheckListEntry> read = CheckListReader.read(choice.file.get(), known);
            return latest ? CheckListReader.latest(read) : read;
        }
        return latest ? CheckListReader.newest(known) : CheckListReader.measured(known);
    }

    private static List<CheckListEntry> inScenarios(List<CheckListEntry> list, List<String> scenarios) {
        return scenarios.isEmpty()
                ? list
                : list.stream()
                        .flatMap(check -> scenarios.stream().map(check::in).distinct())
                        .toList();
    }

    private int check(RecipeCatalog known, List<CheckListEntry> list, ServiceClient running) {
        PrintWriter out = spec.commandLine().getOut();
        var lines = new ProgressLines(json ? spec.commandLine().getErr() : out);
        var caches = UserCache.caches(lines);
        var settings = new CheckListRunner.Settings(atOnce, again, recipes.turnTimeout());
        List<CheckOutcome> measurements = new CheckListRunner(known, running, caches, lines, settings).run(list);
        var table = new CheckListTable(measurements);
        out.println(json ? table.json() : table.text());
        out.flush();
        // A skipped recipe is a client that was not checked.
        return table.exitCode() == ExitCode.YES && !known.problems().isEmpty() ? ExitCode.USAGE : table.exitCode();
    }
}
