package dev.throughline.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;

/// A run opened through the public API, and the API's responses about it.
/// @param id the run's id
/// @param openaiBase base URL for OpenAI clients, ends in `/v1`
/// @param anthropicBase base URL for Anthropic clients, without `/v1`
public record TestRun(URI service, String id, String openaiBase, String anthropicBase) {
    private static final JsonMapper JSON = new JsonMapper();

    /// Opens a run with these settings (`POST /api/v1/runs`).
    public static TestRun open(URI service, Map<String, ?> settings) throws IOException, InterruptedException {
        HttpResponse<String> answer = TestHttpClient.send(
                HttpRequest.newBuilder(service.resolve("/api/v1/runs"))
                        .header("content-type", "application/json")
                        .POST(BodyPublishers.ofString(JSON.writeValueAsString(settings)))
                        .build(),
                BodyHandlers.ofString());
        if (answer.statusCode() != 201) {
            throw new IOException("the run was not opened: " + answer.statusCode() + " " + answer.body());
        }
        JsonNode run = JSON.readTree(answer.body());
        JsonNode urls = run.path("urls");
        return new TestRun(
                service,
                run.path("id").textValue(),
                urls.path("openai").textValue(),
                urls.path("anthropic").textValue());
    }

    /// Seals the run.
    public void seal() throws IOException, InterruptedException {
        TestHttpClient.send(
                HttpRequest.newBuilder(service.resolve("/api/v1/runs/" + id + "/seal"))
                        .POST(BodyPublishers.noBody())
                        .build(),
                BodyHandlers.discarding());
    }

    /// The run's report.
    public JsonNode report() throws IOException, InterruptedException {
        return get("/report");
    }

    /// The API's response at a path below the run.
    public JsonNode get(String path) throws IOException, InterruptedException {
        return JSON.readTree(text(path));
    }

    /// The same as text.
    public String text(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(service.resolve("/api/v1/runs/" + id + path))
                .header("accept", "*/*")
                .build();
        return TestHttpClient.send(request, BodyHandlers.ofString()).body();
    }
}
