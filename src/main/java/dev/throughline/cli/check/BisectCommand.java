package dev.throughline.cli.check;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.throughline.cli.output.ExitCode;
import dev.throughline.cli.output.ProgressLines;
import dev.throughline.cli.service.QueryStringBuilder;
import dev.throughline.cli.service.ServiceCommand;
import dev.throughline.harness.CheckListEntry;
import dev.throughline.harness.CheckOutcome;
import dev.throughline.harness.HarnessException;
import dev.throughline.harness.PackageCaches;
import dev.throughline.harness.ServiceClient;
import dev.throughline.harness.SingleCheck;
import dev.throughline.harness.bisect.BisectReport;
import dev.throughline.harness.bisect.KnownBoundaries;
import dev.throughline.harness.bisect.PlatformPrograms;
import dev.throughline.harness.bisect.PublishedPackage;
import dev.throughline.harness.bisect.ReleaseBisection;
import dev.throughline.harness.probe.BackendReport;
import dev.throughline.harness.probe.BackendTarget;
import dev.throughline.harness.probe.ServerDialect;
import dev.throughline.harness.recipe.ProgramSource;
import dev.throughline.harness.recipe.Recipe;
import dev.throughline.harness.recipe.RecipeCatalog;
import dev.throughline.harness.server.ServerCheck;
import dev.throughline.text.Json;
import dev.throughline.verdict.Capability;
import java.io.PrintWriter;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Finds the version in which a client or a model server began or ceased to keep a capability.
@Command(
        name = "bisect",
        mixinStandardHelpOptions = true,
        description = {
            "Finds the version in which a client or a model server began or ceased to keep a capability: halves the"
                    + " versions of the registry between two that differ, and checks them.",
            "Without --from and --to it begins with the newest change that the matrix knows; with --scenario with every"
                    + " change of that scenario, which are both edges of a loss that came and went. Between two"
                    + " versions with the same result such a loss is looked for.",
            "Exit codes: 0 the exact version was found, 2 it was not, 64 usage, 70 the search itself failed."
        },
        footer = {
            "",
            "Examples:",
            "  throughline bisect opencode",
            "  throughline bisect opencode --from 1.0.185 --to 1.1.53 --dialect openai-chat",
            "  throughline bisect mlx-lm --from 0.21.0 --to 0.32.2",
            "  throughline bisect --open --server http://127.0.0.1:8080"
        })
public final class BisectCommand extends ServiceCommand {
    @Parameters(
            paramLabel = "CLIENT",
            arity = "0..1",
            description = "The client or model server; 'throughline recipes' lists them. With --open only this one.")
    private Optional<String> client = Optional.empty();

    @Option(names = "--from", paramLabel = "VERSION", description = "The older version, with --to.")
    private Optional<String> from = Optional.empty();

    @Option(names = "--to", paramLabel = "VERSION", description = "The newer version, with --from.")
    private Optional<String> to = Optional.empty();

    @Option(names = "--dialect", paramLabel = "D", description = "openai-chat, anthropic or responses.")
    private Optional<String> dialect = Optional.empty();

    @Option(names = "--variant", paramLabel = "V", description = "A variant of the recipe.")
    private Optional<String> variant = Optional.empty();

    @Option(
            names = "--scenario",
            paramLabel = "S",
            description = "The stub's scenario: tools with --from and --to, else those of the matrix.")
    private Optional<String> scenario = Optional.empty();

    @Option(
            names = "--capability",
            paramLabel = "C",
            defaultValue = "THINK",
            description = "What must be preserved: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private Capability capability = Capability.THINK;

    @Option(names = "--all", description = "Every change that the matrix knows, not only the newest.")
    private boolean all;

    @Option(
            names = "--open",
            description = "Every change of the matrix within which the registry has further releases, of every client"
                    + " and capability.")
    private boolean open;

    @Option(names = "--again", description = "Also check what the service has already measured.")
    private boolean again;

    @Option(
            names = "--template",
            paramLabel = "T",
            defaultValue = ServerRecipes.USUAL,
            description = "Chat template of a model server, as for 'check backend' (default: ${DEFAULT-VALUE}).")
    private String template = "";

    @Mixin
    private EcosystemOption ecosystem = new EcosystemOption();

    @Mixin
    private RecipeOptions recipes = new RecipeOptions();

    @Option(names = "--json", description = "Print one JSON object per search; progress goes to standard error.")
    private boolean json;

    @Override
    public Integer call() {
        UserCache.check(spec);
        RecipeCatalog clients = recipes.catalog(spec);
        RecipeCatalog servers = clients.of(Recipe.Kind.SERVER);
        boolean isServer = client.filter(name -> servers.find(name).isPresent()).isPresent();
        RecipeCatalog known = isServer ? servers : clients;
        if (client.isEmpty() && !open) {
            throw wrong("A client is missing, or --open.");
        }
        if (from.isPresent() != to.isPresent() || from.isPresent() && open) {
            throw wrong("--from and --to are given together, and without --open.");
        }
        ScenariosOption.check(scenario.stream().toList(), spec);
        client = client.map(name -> ecosystem.find(known, name, spec).name());
        client.ifPresent(name -> RecipeChoice.check(known.find(name).orElseThrow(), dialect, variant, spec));
        return service.with(running -> search(known, running));
    }

    private int search(RecipeCatalog known, ServiceClient running) {
        PrintWriter out = spec.commandLine().getOut();
        var lines = new ProgressLines(json ? spec.commandLine().getErr() : out);
        var caches = UserCache.caches(lines);
        ReleaseBisection.Checks checks = checks(known, running, caches, lines);
        Map<String, PublishedPackage> published = new HashMap<>();
        boolean isExact = true;
        int searches = 0;
        for (KnownBoundaries.Boundary boundary : boundaries(known, running)) {
            ProgramSource.Package source =
                    source(known.find(boundary.check().client()).orElseThrow());
            PublishedPackage registry = published.computeIfAbsent(
                    source.label(),
                    _ -> PublishedPackage.read(
                            source, caches.of(source.ecosystem()).published(source.name())));
            if (open && !registry.isOpen(boundary.lower(), boundary.upper())) {
                continue;
            }
            searches++;
            var question = new ReleaseBisection.Question(boundary.check(), boundary.capability(), again);
            BisectReport report = new ReleaseBisection(
                            registry, PlatformPrograms.of(source.ecosystem(), caches), checks, lines)
                    .between(boundary.lower(), boundary.upper(), question);
            out.print(json ? Json.TREES.valueToTree(report) + "\n" : "\n" + BisectText.of(report) + "\n");
            out.flush();
            isExact &= report.isExact();
        }
        if (searches == 0) {
            spec.commandLine().getErr().println(nothing());
            return ExitCode.UNKNOWN;
        }
        return isExact ? ExitCode.YES : ExitCode.UNKNOWN;
    }

    private ReleaseBisection.Checks checks(
            RecipeCatalog known, ServiceClient running, PackageCaches caches, ProgressLines lines) {
        Optional<Recipe> server = client.flatMap(known::find).filter(one -> one.kind() == Recipe.Kind.SERVER);
        return server.<ReleaseBisection.Checks>map(recipe -> new ServerChecks(
                        new ServerCheck(
                                recipe,
                                ServerRecipes.text(template, spec),
                                caches,
                                lines,
                                recipes.turnTimeout().orElse(recipe.turnTimeout())),
                        running,
                        lines))
                .orElseGet(() -> new SingleCheck(known, running, caches, lines, recipes.turnTimeout())::check);
    }

    private List<KnownBoundaries.Boundary> boundaries(RecipeCatalog known, ServiceClient running) {
        if (from.isPresent()) {
            Recipe recipe = known.find(client.orElseThrow()).orElseThrow();
            var check = new CheckListEntry(
                    recipe.name(),
                    null,
                    dialect.orElse(recipe.dialects().getFirst()),
                    variant.orElse(null),
                    null,
                    scenario.orElse(null),
                    null,
                    null,
                    null,
                    null);
            return List.of(new KnownBoundaries.Boundary(check, capability.name(), from.get(), to.orElseThrow()));
        }
        return known.all().stream()
                .filter(recipe -> client.isEmpty() || client.get().equals(recipe.name()))
                .flatMap(recipe -> boundaries(recipe, running))
                .toList();
    }

    private String nothing() {
        return open
                ? "The registry has no release within any change that the matrix knows."
                : "The matrix knows no change of " + capability + " in " + client.orElse("")
                        + "; give two versions by --from and --to.";
    }

    private Stream<KnownBoundaries.Boundary> boundaries(Recipe recipe, ServiceClient running) {
        var query = new QueryStringBuilder()
                .add("client", recipe.name())
                .add("backend", "")
                .add("scenario", scenario);
        if (open) {
            query.add("dialect", dialect).add("variant", variant);
        } else {
            query.add("dialect", dialect.orElse(recipe.dialects().getFirst()))
                    .add("variant", variant.orElse(""))
                    .add("capability", capability.name());
        }
        ServiceClient.Response response = running.get("/api/v1/matrix/ranges" + query);
        if (response.status() == 404) {
            return Stream.empty();
        }
        List<KnownBoundaries.Boundary> known =
                KnownBoundaries.read(response.accepted().json());
        if (all || open || known.isEmpty()) {
            return known.stream();
        }
        KnownBoundaries.Boundary newest = known.getLast();
        return scenario.isEmpty()
                ? Stream.of(newest)
                : known.stream().filter(one -> one.check().equals(newest.check()));
    }

    private ProgramSource.Package source(Recipe recipe) {
        if (recipe.source() instanceof ProgramSource.Package source) {
            return source;
        }
        throw wrong(recipe.name() + " is of no registry whose versions could be searched.");
    }

    /// Checks versions of a model server for a bisection; each result stays in the matrix.
    ///
    /// @param running the service with the matrix
    private record ServerChecks(ServerCheck server, ServiceClient running, ProgressLines progress)
            implements ReleaseBisection.Checks {
        private static final int TURNS = 3;
        private static final Duration ANSWER = Duration.ofSeconds(120);

        @Override
        public CheckOutcome check(CheckListEntry check, boolean again) {
            long began = System.nanoTime();
            ServerRecipes.Started started = ServerRecipes.started(
                    server, Optional.ofNullable(check.version()).orElseThrow());
            Optional<String> refusal = server.recipe().refusal(started.spec());
            if (refusal.isPresent()) {
                return new CheckOutcome.Unsupported(started.spec(), refusal.get());
            }
            try {
                BackendReport report = started.check(new BackendTarget(
                        URI.create("http://127.0.0.1"),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.ofNullable(check.dialect()).flatMap(ServerDialect::named),
                        TURNS,
                        ANSWER));
                started.product(report)
                        .ifPresent(product -> report.record(product)
                                .ifPresent(body ->
                                        CheckBackendCommand.CheckRecorder.record(running, product, body, progress)));
                return new CheckOutcome.Judged(started.spec(), Json.TREES.readTree(report.json()), false, since(began));
            } catch (HarnessException e) {
                return new CheckOutcome.Failed(started.spec(), String.valueOf(e.getMessage()), since(began));
            } catch (JsonProcessingException e) {
                throw new IllegalStateException("a report is not JSON", e);
            }
        }

        private static Duration since(long began) {
            return Duration.ofNanos(System.nanoTime() - began);
        }
    }
}
