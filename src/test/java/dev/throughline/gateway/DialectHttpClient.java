package dev.throughline.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.throughline.testing.TestHttpClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Requests as clients of the three dialects send them.
public record DialectHttpClient(URI service) {
    static final JsonMapper JSON = new JsonMapper();
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    public static String chat(boolean stream) {
        return "{\"model\":\"glm-4.7\",\"stream\":%s,\"messages\":[{\"role\":\"user\",\"content\":\"Hello\"}]}"
                .formatted(stream);
    }

    static String messages(boolean stream) {
        return chat(stream).replace("{\"model\"", "{\"max_tokens\":1000,\"model\"");
    }

    static String responses(boolean stream) {
        return "{\"model\":\"glm-4.7\",\"stream\":%s,\"input\":\"Hello\"}".formatted(stream);
    }

    /// The smallest good request for a path.
    static String bodyFor(String path, boolean stream) {
        if (path.contains("messages")) {
            return messages(stream);
        }
        return path.contains("responses") ? responses(stream) : chat(stream);
    }

    public HttpResponse<String> post(String path, String body, String... headers)
            throws IOException, InterruptedException {
        return post(path, body.getBytes(StandardCharsets.UTF_8), headers);
    }

    HttpResponse<String> post(String path, byte[] body, String... headers) throws IOException, InterruptedException {
        return send("POST", path, HttpRequest.BodyPublishers.ofByteArray(body), headers);
    }

    HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
        return send("GET", path, BodyPublishers.noBody(), headers);
    }

    HttpResponse<String> send(String method, String path, HttpRequest.BodyPublisher body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create(service.toString().replaceAll("/$", "") + path))
                .timeout(TIMEOUT)
                .method(method, body);
        if (headers.length > 0) {
            request.headers(headers);
        }
        if (method.equals("POST") && !List.of(headers).contains("content-type")) {
            request.header("content-type", "application/json");
        }
        return TestHttpClient.send(request.build(), BodyHandlers.ofString());
    }

    static JsonNode json(HttpResponse<String> answer) throws IOException {
        return JSON.readTree(answer.body());
    }

    /// The JSON of every `data:` line of a stream but its end marker.
    static List<JsonNode> frames(String stream) {
        return stream.lines()
                .filter(line -> line.startsWith("data: {"))
                .map(DialectHttpClient::parsed)
                .toList();
    }

    /// What the deltas of a stream say together, reasoning and text; a summary of the reasoning is left out.
    static String said(String stream) {
        return frames(stream).stream().map(DialectHttpClient::delta).collect(Collectors.joining());
    }

    private static String delta(JsonNode frame) {
        JsonNode delta = frame.has("choices") ? frame.at("/choices/0/delta") : frame.path("delta");
        return delta.isTextual()
                ? delta.textValue()
                : Stream.of("reasoning_content", "content", "thinking", "text")
                        .map(field -> delta.path(field).asText(""))
                        .collect(Collectors.joining());
    }

    private static JsonNode parsed(String line) {
        try {
            return JSON.readTree(line.substring("data: ".length()));
        } catch (IOException e) {
            throw new AssertionError("a frame is not JSON: " + line, e);
        }
    }
}
