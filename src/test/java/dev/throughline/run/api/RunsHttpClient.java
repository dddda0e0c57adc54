package dev.throughline.run.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.eclipse.microprofile.config.ConfigProvider;

/// Sends requests to the service under test.
final class RunsHttpClient {
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private RunsHttpClient() {}

    static String host() {
        return "http://localhost:" + ConfigProvider.getConfig().getValue("quarkus.http.test-port", Integer.class);
    }

    static Answer get(String path, String... headers) {
        return send("GET", path, "", headers);
    }

    static Answer post(String path, String json) {
        return send("POST", path, json, "content-type", "application/json");
    }

    static Answer send(String method, String path, String body, String... headers) {
        HttpRequest.Builder request = request(path)
                .method(
                        method,
                        body.isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        HttpResponse<String> response = send(request.build(), HttpResponse.BodyHandlers.ofString());
        return new Answer(response.statusCode(), response, response.body());
    }

    static HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(host() + path)).timeout(Duration.ofSeconds(20));
    }

    static <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> body) {
        try {
            return CLIENT.send(request, body);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    record Answer(int status, HttpResponse<String> response, String body) {
        String type() {
            return header("content-type");
        }

        String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }

        JsonNode json() {
            try {
                return MAPPER.readTree(body);
            } catch (JsonProcessingException e) {
                throw new AssertionError("no JSON: " + body, e);
            }
        }
    }
}
