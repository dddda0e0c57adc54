package dev.throughline.matrix.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.testing.TestHttpClient;
import dev.throughline.testing.TestRun;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.HashMap;
import java.util.Map;

/// A client of the stub that has a conversation of two turns and seals its run.
public final class StubChatClient {
    private static final JsonMapper JSON = new JsonMapper();

    private StubChatClient() {}

    /// @param settings what the run is opened with, beside its scenario
    /// @param isFaithful whether it sends reasoning back
    /// @return the run's id
    public static String sealed(URI service, Map<String, ?> settings, boolean isFaithful)
            throws IOException, InterruptedException {
        TestRun run = TestRun.open(service, settings);
        ObjectNode body = JSON.createObjectNode().put("model", "glm-4.7");
        body.putArray("messages").addObject().put("role", "user").put("content", "one");
        ObjectNode answer = (ObjectNode) ask(run, body).at("/choices/0/message");
        if (!isFaithful) {
            answer.remove("reasoning_content");
        }
        body.withArray("messages").add(answer).addObject().put("role", "user").put("content", "two");
        ask(run, body);
        post(service.resolve("/api/v1/runs/" + run.id() + "/seal"), "");
        return run.id();
    }

    /// Settings of a run that tests a client.
    public static Map<String, ?> of(String client, String version) {
        return Map.of("scenario", "chat", "client", Map.of("name", client, "version", version));
    }

    /// The same with more settings.
    static Map<String, ?> of(String client, String setting, Object value) {
        return Map.of("scenario", "chat", setting, value, "client", Map.of("name", client, "version", "1.0.0"));
    }

    /// The same in front of a stub run.
    static Map<String, ?> of(String client, Map<String, ?> mode) {
        Map<String, Object> settings = new HashMap<>(mode);
        settings.put("client", Map.of("name", client, "version", "1.0.0"));
        return settings;
    }

    private static JsonNode ask(TestRun run, ObjectNode body) throws IOException, InterruptedException {
        return post(URI.create(run.openaiBase() + "/chat/completions"), body.toString());
    }

    private static JsonNode post(URI url, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(url)
                .header("content-type", "application/json")
                .POST(BodyPublishers.ofString(body))
                .build();
        return JSON.readTree(
                TestHttpClient.send(request, BodyHandlers.ofString()).body());
    }
}
