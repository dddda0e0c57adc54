package dev.throughline.harness;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.harness.recipe.ClientSpec;
import dev.throughline.harness.recipe.GatewaySetup;
import dev.throughline.harness.recipe.Placeholders;
import dev.throughline.harness.recipe.Recipe;
import dev.throughline.text.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/// A gateway that runs on this machine in folders of its own, with backends that are runs of the stub, until it
/// is closed.
public final class GatewayProcess implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(200);
    private static final int SHOWN_LINES = 15;

    private final GatewaySetup setup;
    private final Recipe recipe;
    private final List<Placeholders> backends;
    private final String key = "sk-" + UUID.randomUUID();
    private final ClientFolders folders = ClientFolders.make();
    private final int port = freePort();
    private ProcessRunner.Open program;

    /// A backend of the gateway.
    public record Backend(ServiceClient.OpenRun run, GatewaySetup.Route route) {}

    /// Where a request for one of the backends is sent.
    /// @param base what comes before `/v1`
    /// @param model the model to ask for
    /// @param key the credential that the gateway expects
    public record Endpoint(String base, String model, String key, Map<String, String> headers) {}

    /// Installs and starts a gateway, and waits until it is ready.
    /// @param wanted its backends, at least one
    /// @param limit the time within which it must be ready
    /// @throws HarnessException if it does not start, or is not ready in time
    public GatewayProcess(
            Recipe recipe,
            ClientSpec spec,
            List<Backend> wanted,
            PackageCaches caches,
            ProgressListener progress,
            Duration limit) {
        this.recipe = recipe;
        this.setup = recipe.gatewaySetup().orElseThrow();
        Installation installed = Installation.of(recipe, spec, Optional.empty(), caches);
        Placeholders general = new Placeholders()
                .put("key", key)
                .put("port", Integer.toString(port))
                .put("home", folders.home().toString())
                .put("work", folders.work().toString())
                .put("cache", folders.cache().toString())
                .put("client", spec.name())
                .put("version", spec.version());
        installed.binary().ifPresent(binary -> general.put("binary", binary));
        this.backends = placeholders(general, wanted);
        recipe.files().stream()
                .filter(file -> Recipe.applies(file.when(), spec))
                .forEach(file -> write(file, general));
        Map<String, String> own = new TreeMap<>();
        general.fill(Json.TREES.valueToTree(recipe.environment()), backends)
                .properties()
                .forEach(variable ->
                        own.put(variable.getKey(), variable.getValue().asText()));
        Map<String, String> environment = ClientEnvironment.of(
                own, folders, installed.programs(), wanted.getFirst().run().openai());
        List<String> command = general.fill(Json.TREES.valueToTree(setup.start()), backends)
                .valueStream()
                .map(JsonNode::asText)
                .toList();
        progress.say("starting " + spec.label() + " on port " + port);
        String mark = UUID.randomUUID().toString();
        program = ProcessRunner.open(command, folders.work(), environment, mark, folders.output(1));
        awaitReady(spec.label(), limit);
    }

    private static List<Placeholders> placeholders(Placeholders general, List<Backend> wanted) {
        List<Placeholders> backends = new ArrayList<>();
        for (int i = 0; i < wanted.size(); i++) {
            Backend backend = wanted.get(i);
            Placeholders own = general.copy()
                    .put("route", "route%03d".formatted(i))
                    .put("openai", backend.run().openai())
                    .put("anthropic", backend.run().anthropic());
            backend.route().ownValues().forEach(own::put);
            backends.add(own);
        }
        return backends;
    }

    private void write(Recipe.FileToWrite file, Placeholders general) {
        String text = file.text() == null ? "" : file.text();
        if (file.json() != null) {
            text = general.fill(file.json(), backends).toPrettyString();
        } else if (file.resource() == null) {
            text = general.fill(text);
        }
        folders.write(Path.of(general.fill(file.path())), text);
    }

    /// Where a request for a backend is sent.
    /// @param backend its place among those that were wanted
    public Endpoint endpoint(int backend) {
        Placeholders own = backends.get(backend);
        Map<String, String> headers = new TreeMap<>();
        setup.requestHeaders().forEach((name, value) -> headers.put(name, own.fill(value)));
        return new Endpoint(
                "http://127.0.0.1:" + port + own.fill(setup.basePath()), own.fill(recipe.model()), key, headers);
    }

    private void awaitReady(String label, Duration limit) {
        long deadline = System.nanoTime() + limit.toNanos();
        try (HttpClient http =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            while (!isReady(http)) {
                boolean hasEnded = program.process().waitFor(POLL.toMillis(), TimeUnit.MILLISECONDS);
                if (hasEnded || System.nanoTime() > deadline) {
                    String printed = lastLines();
                    close();
                    throw new HarnessException(
                            label + (hasEnded ? " ended" : " was not ready in time on " + setup.ready())
                                    + "; its last output:\n" + printed);
                }
            }
        } catch (InterruptedException e) {
            close();
            Thread.currentThread().interrupt();
            throw new HarnessException("interrupted while " + label + " was starting");
        }
    }

    private boolean isReady(HttpClient http) throws InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + port + setup.ready());
        try {
            HttpRequest request =
                    HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(5)).build();
            return http.send(request, BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    /// @throws HarnessException if it has ended
    public void checkAlive() {
        if (!program.process().isAlive()) {
            throw new HarnessException("the gateway ended during the check; its last output:\n" + lastLines());
        }
    }

    private String lastLines() {
        return ProcessRunner.lastLines(ProcessRunner.tail(folders.output(1)), SHOWN_LINES);
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new HarnessException("there is no free port: " + e.getMessage());
        }
    }

    @Override
    public void close() {
        program.close();
        ClientFolders.delete(folders.root());
    }
}
