package dev.throughline.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
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

    private final HttpClient http;
    private final URI url;
    private final String id;

    private BenchRun(HttpClient http, URI url, String id) {
        this.http = http;
        this.url = url;
        this.id = id;
    }

    static BenchRun open(URI url, int tokens, int paceMillis) throws IOException, InterruptedException {
        var settings = JSON.createObjectNode()
                .put("label", "bench")
                .put("scenario", "long")
                .put("tokens", tokens)
                .put("pace", "PT" + paceMillis / 1000.0 + "S")
                .put("maxRequests", 1_000_000);
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

    /// Counts what the database holds, row by row.
    Recorded recorded() throws IOException, InterruptedException {
        long events = 0;
        int exchanges = 0;
        while (true) {
            HttpResponse<String> page =
                    http.send(get("/exchanges?after=" + exchanges + "&limit=" + PAGE), BodyHandlers.ofString());
            JsonNode list = JSON.readTree(page.body()).path("exchanges");
            for (JsonNode exchange : list) {
                exchanges = exchange.path("number").intValue();
                events += tokens(exchanges);
            }
            if (list.size() < PAGE) {
                return new Recorded(exchanges, events);
            }
        }
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
    record Recorded(int exchanges, long events) {}
}
