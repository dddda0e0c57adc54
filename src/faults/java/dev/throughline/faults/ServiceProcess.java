package dev.throughline.faults;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.throughline.load.StreamLoad;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// The service in a separate process.
final class ServiceProcess implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration START = Duration.ofSeconds(180);
    private static final HttpClient HTTP = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    private final Process process;
    private final URI url;
    private final Path log;

    private ServiceProcess(Process process, URI url, Path log) {
        this.process = process;
        this.url = url;
        this.log = log;
    }

    /// Starts a process; does not wait for it.
    /// @param settings system properties of the process
    /// @param environment variables of the process, beside those of this one
    static ServiceProcess start(
            Path log, String database, int heapMebibytes, Map<String, String> settings, Map<String, String> environment)
            throws IOException {
        int port = DatabaseServer.freePort();
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-Xmx" + heapMebibytes + "m",
                "-XX:+UseCompactObjectHeaders",
                "-XX:+ExitOnOutOfMemoryError",
                "-XX:-G1UseAdaptiveIHOP",
                "-XX:InitiatingHeapOccupancyPercent=60",
                "-Djava.util.logging.manager=org.jboss.logmanager.LogManager",
                "-Xlog:aot*=off",
                "-XX:AOTCache=target/throughline.aot"));
        settings.forEach((name, value) -> command.add("-D" + name + "=" + value));
        command.addAll(
                List.of("-jar", "target/quarkus-app/quarkus-run.jar", "serve", "--port", Integer.toString(port)));
        var builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().put("THROUGHLINE_DATABASE_URL", database);
        builder.environment().putAll(environment);
        return new ServiceProcess(builder.start(), URI.create("http://127.0.0.1:" + port), log);
    }

    /// Waits until it answers.
    ServiceProcess await() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + START.toNanos();
        while (System.nanoTime() < deadline && process.isAlive()) {
            if (isReady()) {
                return this;
            }
            StreamLoad.pause(50);
        }
        throw new IllegalStateException(
                "expected an answer at " + url + " within " + START.toSeconds() + " s; its log ends with\n" + tail());
    }

    boolean isReady() throws InterruptedException {
        try {
            return send(HttpRequest.newBuilder(url.resolve("/q/health/ready")).GET())
                            .statusCode()
                    == 200;
        } catch (IOException _) {
            return false;
        }
    }

    URI url() {
        return url;
    }

    /// Opens a run and gives its id.
    String open(Map<String, ?> settings) throws IOException, InterruptedException {
        return post("/api/v1/runs", JSON.writeValueAsString(settings))
                .path("id")
                .textValue();
    }

    JsonNode get(String path) throws IOException, InterruptedException {
        return json(HttpRequest.newBuilder(url.resolve(path))
                .header("accept", "application/json")
                .GET());
    }

    /// The first line of an answer that is JSON lines.
    JsonNode line(String path) throws IOException, InterruptedException {
        return json(HttpRequest.newBuilder(url.resolve(path)).GET());
    }

    JsonNode post(String path, String body) throws IOException, InterruptedException {
        return json(posting(path, body));
    }

    /// The status of the response.
    int delete(String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(url.resolve(path)).DELETE()).statusCode();
    }

    private HttpRequest.Builder posting(String path, String body) {
        return HttpRequest.newBuilder(url.resolve(path))
                .header("content-type", "application/json")
                .POST(BodyPublishers.ofString(body));
    }

    private static JsonNode json(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> answer = send(request);
        if (answer.statusCode() / 100 != 2) {
            throw new IOException(answer.statusCode() + " " + answer.body());
        }
        return JSON.readTree(answer.body());
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return HTTP.send(request.timeout(Duration.ofSeconds(60)).build(), BodyHandlers.ofString());
    }

    /// The response to a request, as its status and its connection header.
    String refusal(String path, String body) throws IOException, InterruptedException {
        HttpResponse<String> answer = send(posting(path, body));
        return answer.statusCode() + " "
                + answer.headers().firstValue("connection").orElse("");
    }

    /// SIGTERM, without waiting.
    void terminate() {
        process.destroy();
    }

    /// SIGKILL.
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /// SIGKILL for several at the same moment.
    static void killAll(List<ServiceProcess> services) {
        services.forEach(serviceProcess -> serviceProcess.process.destroyForcibly());
        services.forEach(serviceProcess -> serviceProcess.process.onExit().join());
    }

    /// How many stack traces its log holds. One of a thread that was kept waiting by a busy machine is no complaint.
    long stackTraces() throws IOException {
        long found = 0;
        String head = "";
        boolean isInside = false;
        for (String line : Files.readAllLines(log)) {
            boolean isFrame = line.startsWith("\tat ");
            if (isFrame && !isInside && !head.contains("has been blocked")) {
                found++;
            }
            isInside = isFrame || isInside && (line.startsWith("\t") || line.startsWith("Caused by: "));
            head = isInside ? head : line;
        }
        return found;
    }

    /// SIGTERM, and the exit code.
    int terminate(int seconds) throws IOException, InterruptedException {
        terminate();
        if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
            throw new IllegalStateException("expected the service to be gone " + seconds + " s after SIGTERM; its log"
                    + " ends with\n" + tail());
        }
        return process.exitValue();
    }

    /// Memory that it holds now.
    long residentMebibytes() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc", Long.toString(process.pid()), "status"))) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
                    .sum();
        }
    }

    /// Objects on its heap that are still in use, after a full collection. Unit: bytes.
    long liveBytes() throws IOException, InterruptedException {
        Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        Process asked = new ProcessBuilder(
                        jcmd.toString(), Long.toString(process.pid()), "GC.class_histogram", "-parallel=2")
                .redirectErrorStream(true)
                .start();
        String told = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        asked.waitFor();
        return told.lines()
                .filter(line -> line.startsWith("Total"))
                .mapToLong(line -> Long.parseLong(line.strip().split("\\s+")[2]))
                .findFirst()
                .orElseThrow(() -> new IOException("expected a total of the heap, found " + told));
    }

    String tail() throws IOException {
        List<String> lines = Files.readAllLines(log);
        return String.join("\n", lines.subList(Math.max(0, lines.size() - 30), lines.size()));
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }
}
