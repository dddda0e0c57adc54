package dev.throughline.cli.check;

import dev.throughline.cli.matrix.SiteFeeds;
import dev.throughline.cli.output.ProgressLines;
import dev.throughline.cli.service.ServiceCommand;
import dev.throughline.harness.ServiceClient;
import dev.throughline.harness.recipe.Recipe;
import dev.throughline.harness.recipe.RecipeCatalog;
import dev.throughline.matrix.use.AgeText;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Looks for new releases of clients, measures them, and reports what changed against the version before.
@Command(
        name = "radar",
        mixinStandardHelpOptions = true,
        description = {
            "Asks the registry for new releases of clients, measures those that the matrix does not have, and reports"
                    + " what changed against the version measured before.",
            "Exit codes: 0 nothing got worse, 1 a release keeps less than the version before, 2 a release gave no"
                    + " result, 64 usage, 70 a client could not be looked up or checked."
        },
        footer = {
            "",
            "Examples:",
            "  throughline radar",
            "  throughline radar --since 7d --clients opencode,codex --feed changes.atom",
            "  throughline radar --clients claude-code --every --server http://127.0.0.1:8080"
        })
public final class RadarCommand extends ServiceCommand {
    @Option(
            names = "--since",
            paramLabel = "AGE",
            defaultValue = "24h",
            description = "How old a release may be, for example 7d (default: ${DEFAULT-VALUE}).")
    private String since = "";

    @Option(
            names = "--clients",
            paramLabel = "NAMES",
            split = ",",
            description = "Only these; 'throughline recipes' lists them (default: all).")
    private List<String> clients = List.of();

    @Option(
            names = "--every",
            description = "Also measure each older release in the newest line of a client, from the first measured"
                    + " one on: a loss that came and went shows only so.")
    private boolean every;

    @Mixin
    private ScenariosOption scenarios = new ScenariosOption();

    @Option(
            names = "--feed",
            paramLabel = "FILE",
            description = "Also write all changes of these clients as a feed: FILE.json as JSON, else as Atom;"
                    + " repeatable.")
    private List<Path> feeds = List.of();

    @Mixin
    private WebhookOption webhook = new WebhookOption();

    @Mixin
    private EcosystemOption ecosystem = new EcosystemOption();

    @Mixin
    private RecipeOptions recipes = new RecipeOptions();

    @Option(names = "--json", description = "Print the report as one JSON object; progress goes to standard error.")
    private boolean json;

    @Override
    public Integer call() {
        UserCache.check(spec);
        Duration age = AgeText.parse(since)
                .orElseThrow(() -> wrong("--since: expected a duration such as 90d, 12h or 10m, found " + since + "."));
        RecipeCatalog known = recipes.catalog(spec);
        List<Recipe> searched = clients.isEmpty()
                ? List.copyOf(known.all())
                : clients.stream()
                        .distinct()
                        .map(name -> ecosystem.find(known, name, spec))
                        .toList();
        List<String> chosen = scenarios.chosen(ScenariosOption.DEFAULT);
        feeds.stream().filter(file -> !isWritable(file)).findFirst().ifPresent(file -> {
            throw wrong("--feed: " + file + " cannot be written.");
        });
        webhook.check(spec);
        Instant moment = Instant.now().minus(age);
        return service.with(running -> search(known, searched, chosen, moment, running));
    }

    private int search(
            RecipeCatalog known, List<Recipe> searched, List<String> chosen, Instant moment, ServiceClient running) {
        PrintWriter out = spec.commandLine().getOut();
        var lines = new ProgressLines(json ? spec.commandLine().getErr() : out);
        var sweep = new RadarSweep(known, chosen, running, UserCache.caches(lines), lines, recipes.turnTimeout());
        RadarReport report = sweep.run(searched, moment, every);
        out.println(json ? report.json() : report.text());
        out.flush();
        List<String> shown =
                searched.stream().map(Recipe::name).filter(sweep::isKnown).toList();
        feeds.forEach(file -> SiteFeeds.write(file, running, shown));
        webhook.send(report.changes());
        return report.exitCode();
    }

    private static boolean isWritable(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        return !Files.isDirectory(file) && folder != null && Files.isDirectory(folder);
    }
}
