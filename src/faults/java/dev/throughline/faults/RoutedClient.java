package dev.throughline.faults;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;

/// Measures clients through whatever an address leads to, with a key.
///
/// @param base of the service, or of what is in front of it
record RoutedClient(URI base, String key) {
    private static final JsonMapper JSON = new JsonMapper();
    private static final int TURNS = 3;
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /// Opens a run for a client, converses and seals it.
    /// @param isFaithful whether the client gives reasoning back
    /// @return the id of the run
    /// @throws IOException also for any status other than 2xx
    String measure(String product, boolean isFaithful) throws IOException, InterruptedException {
        String run = ask("/api/v1/runs", Map.of("client", Map.of("name", product, "version", "1.0.0")))
                .path("id")
                .textValue();
        ArrayNode history = JSON.createArrayNode();
        for (int turn = 1; turn <= TURNS; turn++) {
            history.addObject().put("role", "user").put("content", "This is message " + turn + ".");
            ObjectNode answer = (ObjectNode)
                    ask("/r/" + run + "/v1/chat/completions", Map.of("model", "glm-4.7", "messages", history))
                            .at("/choices/0/message");
            if (!isFaithful) {
                answer.remove("reasoning_content");
            }
            history.add(answer);
        }
        ask("/api/v1/runs/" + run + "/seal", Map.of());
        return run;
    }

    /// What the matrix says of the reasoning of a client; empty if it does not know it.
    String status(String product) throws IOException, InterruptedException {
        HttpResponse<String> answer = get("/api/v1/matrix?capability=THINK&client=" + product);
        return answer.statusCode() == 200
                ? JSON.readTree(answer.body()).at("/cells/0/status").asText()
                : "";
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(base.resolve(path)));
    }

    private JsonNode ask(String path, Map<String, ?> body) throws IOException, InterruptedException {
        HttpResponse<String> answer = send(HttpRequest.newBuilder(base.resolve(path))
                .header("content-type", "application/json")
                .POST(BodyPublishers.ofString(JSON.writeValueAsString(body))));
        if (answer.statusCode() / 100 != 2) {
            throw new IOException(path + ": " + answer.statusCode() + " " + answer.body());
        }
        return JSON.readTree(answer.body());
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return HTTP.send(
                request.header("x-throughline-key", key)
                        .timeout(Duration.ofSeconds(60))
                        .build(),
                BodyHandlers.ofString());
    }
}
