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
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/// A gateway or a model server that runs on this machine in separate folders until it is closed. The
/// backends of a gateway are runs of the stub.
public final class LocalServer implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration NEWS = Duration.ofSeconds(15);
    private static final int SHOWN_LINES = 15;

    private final String ready;
    private final Optional<GatewaySetup> setup;
    private final Recipe recipe;
    private final Placeholders general = new Placeholders();
    private final List<Placeholders> backends;
    private final String key = "sk-" + UUID.randomUUID();
    private final ClientFolders folders = ClientFolders.make();
    private final int port = freePort();
    private final ProcessRunner.Open program;

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
    public static LocalServer gateway(
            Recipe recipe,
            ClientSpec spec,
            List<Backend> wanted,
            PackageCaches caches,
            ProgressListener progress,
            Duration limit) {
        GatewaySetup setup = recipe.gatewaySetup().orElseThrow();
        var server = new LocalServer(recipe, spec, Map.of(), wanted, setup.start(), setup.ready(), caches, progress);
        server.awaitReady(spec.label(), progress, limit);
        return server;
    }

    /// Installs and starts a model server, and waits until it is ready.
    /// @param values placeholders of its recipe beside those of all
    /// @param start the command
    /// @param limit the time within which it must be ready
    /// @throws HarnessException if it does not start, or is not ready in time
    public static LocalServer model(
            Recipe recipe,
            ClientSpec spec,
            Map<String, String> values,
            List<String> start,
            PackageCaches caches,
            ProgressListener progress,
            Duration limit) {
        var server = new LocalServer(
                recipe,
                spec,
                values,
                List.of(),
                start,
                recipe.serverSetup().orElseThrow().ready(),
                caches,
                progress);
        server.awaitReady(spec.label(), progress, limit);
        return server;
    }

    private LocalServer(
            Recipe recipe,
            ClientSpec spec,
            Map<String, String> values,
            List<Backend> wanted,
            List<String> start,
            String ready,
            PackageCaches caches,
            ProgressListener progress) {
        this.recipe = recipe;
        this.setup = recipe.gatewaySetup();
        this.ready = ready;
        Installation installed = Installation.of(recipe, spec, Optional.empty(), caches);
        general.put("key", key)
                .put("port", Integer.toString(port))
                .put("home", folders.home().toString())
                .put("work", folders.work().toString())
                .put("cache", folders.cache().toString())
                .put("client", spec.name())
                .put("version", spec.version());
        values.forEach(general::put);
        installed.binary().ifPresent(binary -> general.put("binary", binary));
        recipe.ownValues(spec).forEach(value -> general.put(value.name(), general.fill(value.value())));
        this.backends = placeholders(general, wanted);
        recipe.files().stream()
                .filter(file -> Recipe.applies(file.when(), spec))
                .forEach(this::write);
        Map<String, String> own = new TreeMap<>();
        general.fill(Json.TREES.valueToTree(recipe.environment()), backends)
                .properties()
                .forEach(variable ->
                        own.put(variable.getKey(), variable.getValue().asText()));
        String service = wanted.isEmpty() ? address() : wanted.getFirst().run().openai();
        Map<String, String> environment = ClientEnvironment.of(own, folders, installed.programs(), service);
        List<String> command = general.fill(Json.TREES.valueToTree(start), backends)
                .valueStream()
                .map(JsonNode::asText)
                .toList();
        progress.say("starting " + spec.label() + " on port " + port);
        String mark = UUID.randomUUID().toString();
        program = ProcessRunner.open(command, folders.work(), environment, mark, folders.output(1));
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

    private void write(Recipe.FileToWrite file) {
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
        GatewaySetup gateway = setup.orElseThrow();
        gateway.requestHeaders().forEach((name, value) -> headers.put(name, own.fill(value)));
        return new Endpoint(address() + own.fill(gateway.basePath()), own.fill(recipe.model()), key, headers);
    }

    /// Its base URL, without a path.
    public String address() {
        return "http://127.0.0.1:" + port;
    }

    /// The model to ask a model server for.
    public String model() {
        return general.fill(recipe.model());
    }

    private void awaitReady(String label, ProgressListener progress, Duration limit) {
        long deadline = System.nanoTime() + limit.toNanos();
        long news = System.nanoTime() + NEWS.toNanos();
        try (HttpClient http =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            while (!isReady(http)) {
                boolean hasEnded = program.process().waitFor(POLL.toMillis(), TimeUnit.MILLISECONDS);
                if (hasEnded || System.nanoTime() > deadline) {
                    String printed = printed();
                    close();
                    throw new HarnessException(
                            label + (hasEnded ? " ended" : " was not ready in time on " + ready) + printed);
                }
                if (System.nanoTime() > news) {
                    progress.say(label + " is starting: " + lastLines(1));
                    news += NEWS.toNanos();
                }
            }
        } catch (InterruptedException e) {
            close();
            Thread.currentThread().interrupt();
            throw new HarnessException("interrupted while " + label + " was starting");
        }
    }

    private boolean isReady(HttpClient http) throws InterruptedException {
        URI uri = URI.create(address() + ready);
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
            throw new HarnessException(recipe.title() + " ended during the check" + printed());
        }
    }

    /// What it printed last, and where all of it is kept: the first error may stand far above.
    private String printed() {
        try {
            Path kept = Files.createTempFile("throughline-" + recipe.name() + "-", ".log");
            Files.copy(folders.output(1), kept, StandardCopyOption.REPLACE_EXISTING);
            return "; its output is in " + kept + ", which ends:\n" + lastLines(SHOWN_LINES);
        } catch (IOException e) {
            return "; its last output:\n" + lastLines(SHOWN_LINES);
        }
    }

    private String lastLines(int count) {
        return ProcessRunner.lastLines(ProcessRunner.tail(folders.output(1)), count);
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
        folders.delete();
    }
}
