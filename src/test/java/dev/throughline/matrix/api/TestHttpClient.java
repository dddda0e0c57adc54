package dev.throughline.matrix.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.eclipse.microprofile.config.ConfigProvider;

/// Sends requests to the service under test.
public final class TestHttpClient {
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final JsonMapper JSON = new JsonMapper();

    private TestHttpClient() {}

    public static String service() {
        return "http://localhost:" + ConfigProvider.getConfig().getValue("quarkus.http.test-port", Integer.class);
    }

    /// @param headers names and values in turn
    public static Answer get(String path, String... headers) {
        HttpRequest.Builder request = request(path).GET();
        return send(headers.length == 0 ? request : request.headers(headers));
    }

    public static Answer post(String path, String json) {
        return send(request(path)
                .header("content-type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json)));
    }

    private static HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(service() + path)).timeout(Duration.ofSeconds(30));
    }

    private static Answer send(HttpRequest.Builder request) {
        try {
            HttpResponse<String> answer = CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
            return new Answer(answer.statusCode(), answer);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    public record Answer(int status, HttpResponse<String> response) {
        public String body() {
            return response.body();
        }

        public String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }

        public JsonNode json() {
            try {
                return JSON.readTree(body());
            } catch (JsonProcessingException e) {
                throw new AssertionError("no JSON: " + body(), e);
            }
        }
    }
}
