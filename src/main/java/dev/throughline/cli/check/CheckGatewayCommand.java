package dev.throughline.cli.check;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.cli.output.ColorOption;
import dev.throughline.cli.output.ExitCode;
import dev.throughline.cli.output.ProgressLines;
import dev.throughline.cli.output.TextTable;
import dev.throughline.cli.service.ServiceCommand;
import dev.throughline.harness.ClientVersionResolver;
import dev.throughline.harness.ProgramInstaller;
import dev.throughline.harness.ServiceClient;
import dev.throughline.harness.recipe.ClientSpec;
import dev.throughline.harness.recipe.Recipe;
import dev.throughline.harness.recipe.RecipeCatalog;
import dev.throughline.harness.server.GatewayCheck;
import dev.throughline.harness.server.GatewayPair;
import dev.throughline.harness.server.GatewayProbe;
import dev.throughline.harness.server.GatewayResult;
import dev.throughline.text.Json;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Installs a gateway, starts it between a faithful client and the stub, and reports what it kept in each
/// combination.
@Command(
        name = "gateway",
        mixinStandardHelpOptions = true,
        description = {
            "Installs a gateway, starts it between a client that returns everything and the stub,",
            "and reports what it kept from each of the client's dialects to each of the backend's, and what it",
            "makes of markup, errors and aborts.",
            "Exit codes: 0 preserved, 1 broken or partial, 2 inconclusive, 64 usage, 70 the check itself failed."
        },
        footer = {
            "",
            "Examples:",
            "  throughline check gateway litellm-proxy@1.106.12",
            "  throughline check gateway portkey-gateway --dialect openai-chat --scenario tools",
            "  throughline check gateway portkey-gateway --scenario markup,error,cut,rate-limit,abort",
            "  throughline check gateway litellm-proxy@1.106.12 --backend openai-chat --route all"
        })
final class CheckGatewayCommand extends ServiceCommand {
    private static final List<String> DRIVEN = List.of("resume", "switch");

    @Parameters(paramLabel = "NAME[@VERSION]", description = "The gateway; 'throughline recipes' lists them.")
    private String gateway = "";

    @Option(names = "--dialect", paramLabel = "D", description = "Only clients of openai-chat, anthropic or responses.")
    private Optional<String> dialect = Optional.empty();

    @Option(names = "--backend", paramLabel = "D", description = "Only backends of one of these dialects.")
    private Optional<String> backend = Optional.empty();

    @Option(
            names = "--route",
            paramLabel = "R",
            description = "The gateway's adapter to the backend, or all (default: the one that it documents for a model"
                    + " server of that dialect).")
    private Optional<String> route = Optional.empty();

    @Option(
            names = "--reasoning-field",
            paramLabel = "FIELD",
            description = "Where chat backends have reasoning (default: reasoning_content, reasoning and"
                    + " reasoning_details, one after the other).")
    private Optional<String> field = Optional.empty();

    @Mixin
    private ScenariosOption asked = new ScenariosOption();

    @Mixin
    private RecipeOptions recipes = new RecipeOptions();

    @Option(names = "--json", description = "Print the results as one JSON object; progress goes to standard error.")
    private boolean json;

    @Mixin
    private ColorOption color = new ColorOption();

    @Override
    public Integer call() {
        UserCache.check(spec);
        RecipeCatalog catalog = recipes.catalog(spec).of(Recipe.Kind.GATEWAY);
        int at = gateway.lastIndexOf('@');
        Recipe recipe = new EcosystemOption().find(catalog, at > 0 ? gateway.substring(0, at) : gateway, spec);
        ReasoningFieldOption.check(field, spec);
        List<String> scenarios = asked.chosen(ScenariosOption.DEFAULT, GatewayProbe.names()).stream()
                .filter(scenario -> !DRIVEN.contains(scenario))
                .toList();
        if (scenarios.isEmpty()) {
            throw wrong("--scenario: " + String.join(", ", DRIVEN) + " concern clients, not gateways.");
        }
        var choice = new GatewayPair.Choice(dialect, backend, route, field, scenarios);
        List<GatewayPair> pairs = GatewayPair.of(recipe, choice);
        if (pairs.isEmpty()) {
            throw wrong(recipe.name() + " offers no such combination. " + offered(recipe));
        }
        String wanted = at > 0 ? gateway.substring(at + 1) : "latest";
        return service.with(running -> check(recipe, wanted, catalog.change(recipe.name()), pairs, running));
    }

    private static String offered(Recipe recipe) {
        List<String> routes = recipe.gatewaySetup().orElseThrow().routes().stream()
                .map(one -> one.backend() + (one.label().isEmpty() ? "" : " by --route " + one.label()))
                .toList();
        return "Clients: " + String.join(", ", recipe.dialects()) + "; backends: " + String.join(", ", routes) + ".";
    }

    private int check(Recipe recipe, String wanted, String change, List<GatewayPair> pairs, ServiceClient running) {
        PrintWriter out = spec.commandLine().getOut();
        var lines = new ProgressLines(json ? spec.commandLine().getErr() : out);
        var caches = UserCache.caches(lines);
        var installer = new ProgramInstaller(caches);
        String version = new ClientVersionResolver(
                        installer::resolve, installer::releases, installer::beside, running, lines)
                .resolve(recipe, wanted);
        ClientSpec chosen = new ClientSpec(
                        recipe.name(),
                        version,
                        recipe.dialects().getFirst(),
                        Optional.empty(),
                        "glm-4.7",
                        ScenariosOption.DEFAULT.getFirst())
                .changed(change);
        recipe.refusal(chosen).ifPresent(reason -> {
            throw wrong(chosen.label() + " " + reason + ".");
        });
        lines.say(recipe.title() + " " + version + ", " + pairs.size() + " combinations");
        List<GatewayResult> results = new GatewayCheck(
                        recipe, running, caches, lines, recipes.turnTimeout().orElse(recipe.turnTimeout()))
                .run(chosen, pairs);
        String verdict = Stream.of("FAIL", "INCONCLUSIVE")
                .filter(one ->
                        results.stream().anyMatch(result -> result.verdict().equals(one)))
                .findFirst()
                .orElse("PASS");
        out.println(json ? json(chosen, verdict, results) : color.paint(text(chosen, verdict, results)));
        out.flush();
        return ExitCode.of(verdict);
    }

    private static ObjectNode json(ClientSpec chosen, String verdict, List<GatewayResult> results) {
        ObjectNode json = Json.TREES
                .createObjectNode()
                .put("gateway", chosen.name())
                .put("version", chosen.version())
                .put("verdict", verdict);
        ArrayNode all = json.putArray("results");
        results.forEach(result -> all.add(result.json()));
        return json;
    }

    private static String text(ClientSpec chosen, String verdict, List<GatewayResult> results) {
        var table = new TextTable(List.of(
                "client", "backend", "route", "field", "answers", "scenario", "shown", "think", "verdict", "note"));
        for (GatewayResult one : results) {
            GatewayPair pair = one.pair();
            table.add(List.of(
                    pair.client(),
                    pair.route().backend(),
                    pair.route().label(),
                    pair.field(),
                    pair.isStreamed() ? "streamed" : "whole",
                    pair.scenario(),
                    one.status("SHOWN"),
                    one.status("THINK"),
                    one.verdict(),
                    one.note()));
        }
        List<GatewayResult> probes =
                results.stream().filter(GatewayResult.Probed.class::isInstance).toList();
        List<GatewayResult> conversations =
                results.stream().filter(one -> !probes.contains(one)).toList();
        return table.text() + "\nSHOWN is what reached the client, THINK what came back to the backend.\n\nVERDICT: "
                + verdict + " - " + chosen.label()
                + Stream.of(
                                counted(" kept everything in %d of %d combinations", conversations),
                                counted(" passed %d of %d probes", probes))
                        .filter(text -> !text.isEmpty())
                        .collect(Collectors.joining(" and"));
    }

    private static String counted(String words, List<GatewayResult> results) {
        return results.isEmpty()
                ? ""
                : words.formatted(results.stream().filter(GatewayResult::isPass).count(), results.size());
    }
}
