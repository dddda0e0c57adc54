package dev.throughline.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.stream.Stream;

/// The run that a bench is recorded in: opened and read back through the public API.
final class BenchRun {
    private static final JsonMapper JSON = new JsonMapper();
    private static final int PAGE = 200;
    private static final int COUNTED = 1_000;

    private final HttpClient http;
    private final URI url;
    private final String id;

    private BenchRun(HttpClient http, URI url, String id) {
        this.http = http;
        this.url = url;
        this.id = id;
    }

    /// @param scenario what the stub answers: `long`, `plain`, …
    static BenchRun open(URI url, String scenario, int tokens, int paceMillis)
            throws IOException, InterruptedException {
        var settings = JSON.createObjectNode()
                .put("label", "bench")
                .put("scenario", scenario)
                .put("tokens", tokens)
                .put("pace", "PT" + paceMillis / 1000.0 + "S")
                .put("maxRequests", 1_000_000);
        return open(url, settings);
    }

    /// A run of a configured backend.
    static BenchRun proxied(URI url, String backend) throws IOException, InterruptedException {
        return open(
                url,
                JSON.createObjectNode()
                        .put("label", "bench")
                        .put("mode", "proxy")
                        .put("backend", backend)
                        .put("maxRequests", 1_000_000));
    }

    private static BenchRun open(URI url, ObjectNode settings) throws IOException, InterruptedException {
        HttpClient http = HttpClient.newHttpClient();
        HttpResponse<String> opened = http.send(
                HttpRequest.newBuilder(url.resolve("/api/v1/runs"))
                        .header("content-type", "application/json")
                        .POST(BodyPublishers.ofString(settings.toString()))
                        .build(),
                BodyHandlers.ofString());
        if (opened.statusCode() != 201) {
            throw new IOException("the run could not be opened: " + opened.body());
        }
        return new BenchRun(http, url, JSON.readTree(opened.body()).path("id").textValue());
    }

    String id() {
        return id;
    }

    /// Where its dialect endpoints begin.
    String path() {
        return "/r/" + id;
    }

    /// Sums what was recorded, and counts row by row in up to 1,000 exchanges, evenly chosen, that the sums are true.
    Recorded recorded() throws IOException, InterruptedException {
        int total = JSON.readTree(http.send(get(""), BodyHandlers.ofString()).body())
                .path("exchanges")
                .intValue();
        int step = Math.max(1, total / COUNTED);
        long events = 0;
        long wrong = 0;
        for (int last = 0; last < total; ) {
            JsonNode page =
                    JSON.readTree(http.send(get("/exchanges?after=" + last + "&limit=" + PAGE), BodyHandlers.ofString())
                            .body());
            for (JsonNode exchange : page.path("exchanges")) {
                last = exchange.path("number").intValue();
                long said = exchange.path("tokens").longValue();
                events += said;
                wrong += last % step == 0 && tokens(last) != said ? 1 : 0;
            }
        }
        return new Recorded(total, events, total / step, wrong);
    }

    private long tokens(int number) throws IOException, InterruptedException {
        try (Stream<String> lines = http.send(get("/exchanges/" + number + "/tokens"), BodyHandlers.ofLines())
                .body()) {
            return lines.count();
        }
    }

    private HttpRequest get(String path) {
        return HttpRequest.newBuilder(url.resolve("/api/v1/runs/" + id + path)).build();
    }

    /// What the database holds of a run.
    /// @param counted exchanges whose rows were counted
    /// @param wrong how many of them hold another number of rows than recorded
    record Recorded(int exchanges, long events, int counted, long wrong) {}
}
