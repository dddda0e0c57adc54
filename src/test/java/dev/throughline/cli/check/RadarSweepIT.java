package dev.throughline.cli.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import dev.throughline.harness.CacheLimit;
import dev.throughline.harness.HarnessException;
import dev.throughline.harness.PackageCaches;
import dev.throughline.harness.ToyService;
import dev.throughline.harness.recipe.RecipeCatalog;
import dev.throughline.text.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// A radar over a registry with a client of four versions, and a service that has measured the first of them.
class RadarSweepIT {
    private static final String RECIPE = """
            {"name": "toy", "title": "Toy", "package": "toy", "binary": "toy", "dialects": ["openai-chat"],
             "variants": [], "model": "glm-4.7", "environment": {}, "files": [], "tools": [], "packages": [],
             "turns": [{"command": ["{{binary}}", "{{prompt1}}"]}, {"command": ["{{binary}}", "{{prompt2}}"]}],
             "turnTimeout": "PT20S"}""";
    private static final List<String> SCENARIOS = List.of("tools", "ends");

    @TempDir
    Path folder;

    private final List<String> progress = Collections.synchronizedList(new ArrayList<>());
    private ToyService service;

    @BeforeEach
    void start() throws IOException {
        service = new ToyService();
        Files.createDirectories(folder.resolve("recipes"));
        Files.writeString(folder.resolve("recipes/toy.json"), RECIPE);
        script(folder.resolve("npm"), "exit 0");
        for (String version : List.of("1.0.0", "1.1.0", "1.2.0", "1.3.0")) {
            script(caches().npm().install("toy", version).resolve(".bin/toy"), "exit 0");
        }
        registry();
        service.ranges(() -> ranges("PRESERVED", "1.0.0"));
    }

    @AfterEach
    void stop() {
        service.close();
    }

    @Test
    void measuresWhatIsNewInEachScenario() {
        RadarReport report = sweep(false);

        assertThat(service.opened()).containsExactlyInAnyOrder("1.3.0", "1.3.0");
        assertThat(report.outcomes()).extracting(one -> one.spec().scenario()).containsExactly("tools", "ends");
        assertThat(report.exitCode()).isZero();
        assertThat(report.text()).contains("toy: 1.3.0", "1 releases of 1 clients", "2 checks made; 0 changes");
        assertThat(progress).contains("(1 of 1) releases of toy", "2 checks to make");
    }

    @Test
    void doesNotMeasureWhatTheMatrixHas() {
        service.ranges(() -> ranges("PRESERVED", "1.0.0", "1.3.0"));

        RadarReport report = sweep(false);

        assertThat(report.outcomes())
                .singleElement()
                .satisfies(one -> assertThat(one.spec().scenario()).isEqualTo("ends"));
    }

    @Test
    void fillsTheGapsOfALineWhenAskedTo() {
        RadarReport report = sweep(true);

        assertThat(service.opened())
                .containsExactlyInAnyOrder("1.0.0", "1.1.0", "1.1.0", "1.2.0", "1.2.0", "1.3.0", "1.3.0");
        assertThat(report.found().getFirst().versions()).containsExactly("1.0.0", "1.1.0", "1.2.0", "1.3.0");
    }

    @Test
    void aReleaseThatKeepsLessIsARegressionWithItsFirstBadRequest() throws IOException {
        loses();

        RadarReport report = sweep(false);

        assertThat(report.exitCode()).isEqualTo(1);
        assertThat(report.text())
                .contains("WORSE  toy 1.3.0: THINK broken, preserved in 1.0.0 (openai-chat, tools, glm-4.7)")
                .contains("request 2 /messages/2/reasoning_content: expected [THINK-OAI-T1-aaaaaaaa] as answer 1 issued"
                        + " it, found MISSING the field is absent");
        JsonNode change = Json.TREES.readTree(report.json()).at("/changes/0");
        assertThat(change.path("regression").asBoolean()).isTrue();
        assertThat(change.at("/request/pointer").asText()).isEqualTo("/messages/2/reasoning_content");
        assertThat(change.path("run").asText()).isNotEmpty();
    }

    @Test
    void whatGotBetterIsNoRegression() {
        service.ranges(() -> withChange(ranges("BROKEN", "1.0.0"), "BROKEN", "PRESERVED"));

        RadarReport report = sweep(false);

        assertThat(report.exitCode()).isZero();
        assertThat(report.text()).contains("BETTER toy 1.3.0: THINK preserved, broken in 1.0.0");
    }

    @Test
    void postsLossesToTheWebhookAndNamesAReceiverThatRefusesWithoutItsAddress() throws Exception {
        loses();
        RadarReport report = sweep(false);
        var body = new CompletableFuture<String>();
        HttpServer receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/secret", exchange -> {
            boolean isFirst =
                    body.complete(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(isFirst ? 204 : 500, -1);
            exchange.close();
        });
        receiver.start();
        try {
            var webhook = new WebhookOption();
            CommandLine.populateCommand(
                    webhook,
                    "--webhook=http://127.0.0.1:" + receiver.getAddress().getPort() + "/secret");
            webhook.send(report.changes());

            assertThat(body).isDone();
            JsonNode posted = Json.TREES.readTree(body.get());
            assertThat(posted.path("text").asText()).contains("toy 1.3.0: THINK broken");
            assertThat(posted.at("/regressions/0/request/expected").asText()).contains("THINK-OAI");
            assertThatThrownBy(() -> webhook.send(report.changes()))
                    .isInstanceOf(HarnessException.class)
                    .hasMessage("the webhook at 127.0.0.1 answered 500");
        } finally {
            receiver.stop(0);
        }
    }

    @Test
    void aClientThatTheRegistryDoesNotHaveIsNamed() throws IOException {
        script(folder.resolve("npm"), "echo npm error code E404; echo npm error 404 Not Found; exit 1");

        RadarReport report = sweep(false);

        assertThat(report.exitCode()).isEqualTo(70);
        assertThat(report.text()).contains("toy: not searched: the npm registry has no toy");
    }

    @Test
    void withoutANetworkNothingIsSearched() throws IOException {
        script(folder.resolve("npm"), "echo npm error code ENOTFOUND; echo npm error network; exit 1");

        assertThatThrownBy(() -> sweep(false))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("the npm registry cannot be reached");
    }

    private void loses() {
        ObjectNode item = Json.TREES
                .createObjectNode()
                .put("category", "THINK")
                .put("token", "[THINK-OAI-T1-aaaaaaaa]")
                .put("exchange", 1)
                .put("due", "MUST")
                .put("outcome", "MISSING")
                .put("observedIn", 2)
                .put("path", "/messages/2/reasoning_content")
                .put("reason", "the field is absent");
        ObjectNode more = Json.TREES.createObjectNode();
        more.putArray("items").add(item);
        service.reports(more);
        service.ranges(() -> withChange(ranges("PRESERVED", "1.0.0"), "PRESERVED", "BROKEN"));
    }

    private RadarReport sweep(boolean every) {
        RecipeCatalog known = RecipeCatalog.load(Optional.of(folder.resolve("recipes")));
        return new RadarSweep(known, SCENARIOS, service.client(), caches(), progress::add, Optional.empty())
                .run(List.of(known.find("toy").orElseThrow()), Instant.now().minus(Duration.ofDays(1)), every);
    }

    private PackageCaches caches() {
        return new PackageCaches(
                folder.resolve("cache"), CacheLimit.NONE, progress::add, Optional.of(folder.resolve("npm")));
    }

    private void registry() throws IOException {
        Instant now = Instant.now();
        ObjectNode answer = Json.TREES.createObjectNode();
        ObjectNode time = answer.putObject("time");
        Stream.of("1.0.0", "1.1.0", "1.2.0")
                .forEach(version ->
                        time.put(version, now.minus(Duration.ofDays(30)).toString()));
        time.put("1.3.0", now.minus(Duration.ofHours(1)).toString());
        answer.putArray("versions").add("1.0.0").add("1.1.0").add("1.2.0").add("1.3.0");
        Files.writeString(folder.resolve("answer.json"), answer.toString());
        script(
                folder.resolve("npm"),
                "case \"$*\" in *@latest*) echo '\"1.3.0\"';; *optional*) echo '[]';; *) cat '"
                        + folder.resolve("answer.json") + "';; esac");
    }

    private static void script(Path program, String text) throws IOException {
        Files.createDirectories(program.getParent());
        Files.writeString(program, "#!/bin/sh\n" + text + "\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
    }

    /// Versions measured in `tools`.
    private static ObjectNode ranges(String status, String... versions) {
        ObjectNode root = Json.TREES.createObjectNode().put("product", "toy");
        ObjectNode track = root.putArray("tracks").addObject().put("capability", "THINK");
        ObjectNode combination = track.putObject("combination")
                .put("variant", "")
                .put("model", "glm-4.7")
                .put("dialectIn", "openai-chat")
                .put("scenario", "tools")
                .put("reasoningField", "");
        combination.putObject("client").put("product", "toy");
        ObjectNode range = track.putArray("ranges").addObject().put("status", status);
        for (String version : versions) {
            range.withArray("versions").addObject().put("version", version);
        }
        return root;
    }

    private static ObjectNode withChange(ObjectNode ranges, String before, String after) {
        ObjectNode boundary =
                ((ObjectNode) ranges.at("/tracks/0")).putArray("boundaries").addObject();
        boundary.putObject("lower").put("version", "1.0.0").put("status", before);
        boundary.putObject("upper").put("version", "1.3.0").put("status", after);
        return ranges;
    }
}
