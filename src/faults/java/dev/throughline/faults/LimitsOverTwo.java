package dev.throughline.faults;

import dev.throughline.load.FaultOutcome;
import dev.throughline.load.RecordAudit;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// One key at two services: each counts the requests of a minute by itself, so that two let twice as many in, and both
/// count the same runs.
record LimitsOverTwo() implements Fault {
    private static final int REQUESTS = 20;
    private static final int RUNS = 6;
    private static final Map<String, String> SETTINGS = Map.of("throughline.access", "keys");

    @Override
    public String name() {
        return "limits-over-two";
    }

    @Override
    public FaultOutcome inflict(FaultEnvironment faultEnvironment) throws Exception {
        String url = faultEnvironment.faultDatabase().url();
        // Without a key neither would be ready.
        Map<String, String> administrator = Map.of("THROUGHLINE_FIRST_KEY", "tlk_0123456789_" + "v".repeat(52));
        ServiceProcess first = faultEnvironment.start(SETTINGS, administrator).await();
        ServiceProcess second = faultEnvironment.start(SETTINGS, administrator).await();
        String often = key(url, "--scope", "run", "--requests-per-minute", Integer.toString(REQUESTS));
        String runs = key(url, "--scope", "run", "--runs-per-day", Integer.toString(RUNS));
        try (HttpClient http = HttpClient.newHttpClient()) {
            List<Long> letIn = List.of(letIn(http, first, often), letIn(http, second, often));
            List<HttpResponse<String>> opened = new ArrayList<>();
            for (int i = 0; i < 2 * RUNS; i++) {
                opened.add(send(http, i % 2 == 0 ? first : second, "/api/v1/runs", runs, true));
            }
            long open =
                    opened.stream().filter(answer -> answer.statusCode() == 201).count();
            Set<String> limits = Set.copyOf(opened.stream()
                    .flatMap(answer -> answer.headers().allValues("x-throughline-limit").stream())
                    .toList());
            // A request that takes its time finds room for another.
            return RecordAudit.of(List.of(), Map.of(), Set.of())
                    .expect(
                            letIn.stream().allMatch(count -> count >= REQUESTS && count <= REQUESTS + 2),
                            "expected " + REQUESTS + " requests at each, found " + letIn)
                    .expect(open == RUNS, "expected " + RUNS + " runs over both, found " + open)
                    .expect(limits.equals(Set.of("runs-per-day")), "expected the limit to be named, found " + limits)
                    .damage(
                            "two services, one key: %s of 30 requests each at %d a minute, %d of %d runs at %d a day"
                                    .formatted(letIn, REQUESTS, open, 2 * RUNS, RUNS),
                            Duration.ZERO);
        }
    }

    private static long letIn(HttpClient http, ServiceProcess serviceProcess, String key) throws Exception {
        long letIn = 0;
        for (int i = 0; i < 30; i++) {
            letIn += send(http, serviceProcess, "/api/v1/runs?limit=1", key, false)
                                    .statusCode()
                            == 200
                    ? 1
                    : 0;
        }
        return letIn;
    }

    private static HttpResponse<String> send(
            HttpClient http, ServiceProcess serviceProcess, String path, String key, boolean isPost)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        serviceProcess.url().resolve(path))
                .header("x-throughline-key", key)
                .header("content-type", "application/json");
        return http.send(
                (isPost ? request.POST(BodyPublishers.ofString("{}")) : request.GET()).build(),
                BodyHandlers.ofString());
    }

    /// Has the program make a key.
    static String key(String database, String... options) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                "target/quarkus-app/quarkus-run.jar",
                "keys",
                "create"));
        command.addAll(List.of(options));
        var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("THROUGHLINE_DATABASE_URL", database);
        Process process = builder.start();
        String key = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0 || key.isEmpty()) {
            throw new IllegalStateException("expected a key, found \"" + key + "\"");
        }
        return key;
    }
}
