package dev.throughline.bench;

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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/// A run of many requests, held with the stub as a client holds them: conversations that carry their whole history,
/// of which every seventh request drops the reasoning of all earlier answers.
final class LargeRun {
    private static final JsonMapper JSON = new JsonMapper();
    private static final int LONGEST = 500;
    private static final int LENGTH = 38;
    private static final int CONNECTIONS = 8;
    private static final String TOOLS = """
            [{"type":"function","function":{"name":"bash","parameters":{"type":"object",
            "properties":{"command":{"type":"string"}},"required":["command"]}}}]""";

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI url;
    private final String key;
    private final String id;

    /// Opens it.
    LargeRun(URI url, String key) throws IOException, InterruptedException {
        this.url = url;
        this.key = key;
        ObjectNode settings = JSON.createObjectNode().put("label", "large").put("maxRequests", 100_000);
        settings.putObject("client").put("name", "synthetic-07").put("version", "9.0.0");
        this.id = post("/api/v1/runs", settings.toString()).path("id").textValue();
    }

    /// One that was opened without a key.
    LargeRun(URI url, String key, String id) {
        this.url = url;
        this.key = key;
        this.id = id;
    }

    String id() {
        return id;
    }

    void seal() throws IOException, InterruptedException {
        post("/api/v1/runs/" + id + "/seal", "{}");
    }

    /// One conversation of 500 requests, where there are as many, and further ones of 38.
    void hold(int requests) throws InterruptedException, ExecutionException {
        List<Callable<Void>> conversations = new ArrayList<>();
        int longest = Math.min(LONGEST, requests);
        conversations.add(() -> converse(longest));
        for (int left = requests - longest; left > 0; left -= LENGTH) {
            int length = Math.min(LENGTH, left);
            conversations.add(() -> converse(length));
        }
        try (var threads = Executors.newFixedThreadPool(CONNECTIONS)) {
            for (Future<Void> held : threads.invokeAll(conversations)) {
                held.get();
            }
        }
    }

    /// One conversation.
    Void converse(int requests) throws IOException, InterruptedException {
        ArrayNode messages = JSON.createArrayNode();
        messages.addObject().put("role", "user").put("content", "List the files");
        for (int number : IntStream.rangeClosed(1, requests).toArray()) {
            JsonNode answer = post("/r/" + id + "/v1/chat/completions", body(messages, number % 7 == 0));
            ObjectNode message = (ObjectNode) answer.at("/choices/0/message");
            messages.add(message);
            if (message.path("tool_calls").isEmpty()) {
                messages.addObject().put("role", "user").put("content", "And then? " + number);
            }
            for (JsonNode call : message.path("tool_calls")) {
                messages.addObject()
                        .put("role", "tool")
                        .put("tool_call_id", call.path("id").textValue())
                        .put("content", call.at("/function/arguments").textValue());
            }
        }
        return null;
    }

    private static String body(ArrayNode messages, boolean drops) throws IOException {
        ArrayNode sent = messages.deepCopy();
        if (drops) {
            sent.forEach(message -> ((ObjectNode) message).remove("reasoning_content"));
        }
        ObjectNode body = JSON.createObjectNode().put("model", "glm-4.7").put("stream", false);
        body.set("messages", sent);
        body.set("tools", JSON.readTree(TOOLS));
        return body.toString();
    }

    private JsonNode post(String path, String json) throws IOException, InterruptedException {
        HttpResponse<String> response = http.send(
                HttpRequest.newBuilder(url.resolve(path))
                        .header("authorization", "Bearer " + key)
                        .header("content-type", "application/json")
                        .POST(BodyPublishers.ofString(json))
                        .build(),
                BodyHandlers.ofString());
        if (response.statusCode() / 100 != 2) {
            throw new IOException(path + ": " + response.statusCode() + " " + response.body());
        }
        return JSON.readTree(response.body());
    }
}
