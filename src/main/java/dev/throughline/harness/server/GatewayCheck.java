package dev.throughline.harness.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.harness.HarnessException;
import dev.throughline.harness.LocalServer;
import dev.throughline.harness.LocalServer.Endpoint;
import dev.throughline.harness.PackageCaches;
import dev.throughline.harness.ProgressListener;
import dev.throughline.harness.ServiceClient;
import dev.throughline.harness.ServiceClient.OpenRun;
import dev.throughline.harness.recipe.ClientSpec;
import dev.throughline.harness.recipe.Recipe;
import dev.throughline.matrix.CellKey;
import dev.throughline.text.Json;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Checks one gateway in several combinations: opens a run of the stub for each, starts the gateway once with
/// all of them as backends, drives a faithful client through it, and seals the runs.
public final class GatewayCheck {
    private static final Duration IDLE = Duration.ofHours(1);

    private final Recipe recipe;
    private final ServiceClient service;
    private final PackageCaches caches;
    private final ProgressListener progress;
    private final Duration limit;

    /// @param limit the time within which the gateway must be ready
    public GatewayCheck(
            Recipe recipe, ServiceClient service, PackageCaches caches, ProgressListener progress, Duration limit) {
        this.limit = limit;
        this.recipe = recipe;
        this.service = service;
        this.caches = caches;
        this.progress = progress;
    }

    /// @param gateway its name and version
    /// @return a result for each combination, in order
    /// @throws HarnessException if the gateway cannot be started, or if the client loses something without it
    public List<GatewayResult> run(ClientSpec gateway, List<GatewayPair> pairs) {
        try (HttpClient http =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            control(http, pairs);
            List<OpenRun> runs = new ArrayList<>();
            try {
                pairs.forEach(pair -> runs.add(service.open(settings(pair, Optional.of(gateway)))));
                return measured(http, gateway, pairs, runs);
            } catch (RuntimeException e) {
                runs.forEach(run -> service.seal(run.id(), String.valueOf(e.getMessage())));
                throw e;
            }
        }
    }

    /// What a gateway loses is its own only if the same client loses nothing without it.
    private void control(HttpClient http, List<GatewayPair> pairs) {
        Set<GatewayPair> direct = new LinkedHashSet<>();
        pairs.stream()
                .filter(pair -> pair.probe().map(GatewayProbe::isPassedDirectly).orElse(true))
                .forEach(pair -> direct.add(pair.direct()));
        progress.say("the client without the gateway: " + direct.size() + " combinations");
        for (GatewayPair pair : direct) {
            OpenRun run = service.open(settings(pair, Optional.empty()));
            GatewayResult result = drive(http, pair, run, new Endpoint(run.anthropic(), "glm-4.7", "none", Map.of()));
            if (!result.isPass()) {
                throw new HarnessException("the check is void: without the gateway, too, " + pair.label() + " is "
                        + result.verdict() + ": " + result.note() + " (run " + run.id() + ")");
            }
        }
    }

    private List<GatewayResult> measured(
            HttpClient http, ClientSpec gateway, List<GatewayPair> pairs, List<OpenRun> runs) {
        List<LocalServer.Backend> backends = new ArrayList<>();
        for (int i = 0; i < pairs.size(); i++) {
            backends.add(new LocalServer.Backend(runs.get(i), pairs.get(i).route()));
        }
        List<GatewayResult> results = new ArrayList<>();
        int together = recipe.gatewaySetup().orElseThrow().isSingle() ? 1 : pairs.size();
        for (int first = 0; first < pairs.size(); first += together) {
            List<LocalServer.Backend> some = backends.subList(first, first + together);
            try (var process = LocalServer.gateway(recipe, gateway, some, caches, progress, limit)) {
                for (int i = first; i < first + together; i++) {
                    progress.say((i + 1) + " of " + pairs.size() + ": "
                            + pairs.get(i).label());
                    results.add(drive(http, pairs.get(i), runs.get(i), process.endpoint(i - first)));
                    process.checkAlive();
                }
            }
        }
        return results;
    }

    private ObjectNode settings(GatewayPair pair, Optional<ClientSpec> gateway) {
        ObjectNode settings = Json.TREES
                .createObjectNode()
                .put("label", "check gateway " + gateway.map(ClientSpec::label).orElse("(none)"))
                .put("idleTimeout", IDLE.toString())
                .put("scenario", pair.scenario());
        if (!pair.field().isEmpty()) {
            settings.put("reasoningField", pair.field());
        }
        if (pair.probe().isPresent()) {
            pair.probe().get().write(settings);
            return settings;
        }
        gateway.ifPresent(through -> {
            settings.putObject("gateway").put("name", through.name()).put("version", through.version());
            ObjectNode client =
                    settings.putObject("client").put("name", CellKey.FAITHFUL).put("version", service.version());
            String variant = (pair.variant().orElse("") + " " + through.change()).strip();
            if (!variant.isEmpty()) {
                client.put("variant", variant);
            }
            client.put("dialect", pair.client()).put("model", through.model());
        });
        return settings;
    }

    private GatewayResult drive(HttpClient http, GatewayPair pair, OpenRun run, Endpoint endpoint) {
        if (pair.probe().isPresent()) {
            var client = new ProbeClient(http, service, pair, endpoint, run.id());
            GatewayResult result = client.send(pair.probe().get());
            service.seal(run.id());
            return result;
        }
        return converse(http, pair, run, endpoint);
    }

    private GatewayResult converse(HttpClient http, GatewayPair pair, OpenRun run, Endpoint endpoint) {
        Wire wire = Wire.of(pair.client());
        var client = new FaithfulClient(http, wire, endpoint, pair.isStreamed());
        Optional<String> failure = Optional.empty();
        try {
            client.converse();
        } catch (HarnessException e) {
            failure = Optional.of(String.valueOf(e.getMessage()));
        }
        service.settle(run.id());
        failure.ifPresentOrElse(reason -> service.seal(run.id(), reason), () -> service.seal(run.id()));
        return new GatewayResult.Conversed(
                pair, run.id(), service.report(run.id()), shown(wire, client.answers(), run.id()), failure);
    }

    private GatewayResult.Shown shown(Wire wire, List<JsonNode> answers, String run) {
        List<String> thoughts = answers.stream().map(wire::thoughts).toList();
        List<String> loose = thoughts.stream().map(GatewayCheck::loose).toList();
        int issued = 0;
        int exact = 0;
        int trimmed = 0;
        int calls = 0;
        Set<String> asked = new TreeSet<>();
        String exchanges = "/api/v1/runs/" + run + "/exchanges";
        for (JsonNode exchange : service.get(exchanges + "?limit=500").json().path("exchanges")) {
            asked.add(exchange.path("dialect").asText());
            var thought = new StringBuilder();
            String tokens = exchanges + "/" + exchange.path("number").asInt() + "/tokens";
            for (JsonNode token : service.get(tokens).jsonLines().toList()) {
                String kind = token.path("kind").asText();
                calls += kind.equals("call-start") ? 1 : 0;
                thought.append(kind.equals("reasoning") ? token.path("text").asText() : "");
            }
            if (!thought.isEmpty()) {
                boolean isExact = thoughts.contains(thought.toString());
                issued++;
                exact += isExact ? 1 : 0;
                trimmed += !isExact && loose.contains(loose(thought.toString())) ? 1 : 0;
            }
        }
        int received =
                answers.stream().mapToInt(answer -> wire.calls(answer).size()).sum();
        return new GatewayResult.Shown(issued, exact, trimmed, calls, received, String.join(" ", asked));
    }

    private static String loose(String text) {
        return text.replaceAll("\\s+", "");
    }
}
