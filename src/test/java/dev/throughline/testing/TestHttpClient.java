package dev.throughline.testing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.microprofile.config.ConfigProvider;

/// Sends requests of tests to a service, over HTTP/1.1.
///
/// @param service base URL without a path
/// @param headers of every request: names and values alternately
public record TestHttpClient(URI service, List<String> headers) {
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    public static TestHttpClient of(URI service) {
        return new TestHttpClient(service, List.of());
    }

    /// A client of the service that runs beside the test in its process.
    public static TestHttpClient underTest() {
        int port = ConfigProvider.getConfig().getValue("quarkus.http.test-port", Integer.class);
        return of(URI.create("http://localhost:" + port));
    }

    public TestHttpClient with(String... more) {
        List<String> all = new ArrayList<>(headers);
        all.addAll(List.of(more));
        return new TestHttpClient(service, all);
    }

    public Answer get(String path, String... more) {
        return with(more).send("GET", path, "");
    }

    public Answer post(String path, String json, String... more) {
        return with("content-type", "application/json").with(more).send("POST", path, json);
    }

    public Answer send(String method, String path, String body, String... more) {
        var content = body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body);
        return new Answer(send(with(more).request(path).method(method, content).build(), BodyHandlers.ofString()));
    }

    /// Whether the service answers and says that it is ready.
    public boolean isReady() {
        HttpRequest request =
                request("/q/health/ready").timeout(Duration.ofSeconds(5)).build();
        try {
            return send(request, BodyHandlers.discarding()).statusCode() == 200;
        } catch (UncheckedIOException _) {
            return false;
        }
    }

    /// A request to complete and pass to `send`.
    public HttpRequest.Builder request(String path) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(service + path)).timeout(TIMEOUT);
        return headers.isEmpty() ? request : request.headers(headers.toArray(String[]::new));
    }

    public static <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> body) {
        try {
            return HTTP.send(request, body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    public record Answer(HttpResponse<String> response) {
        public int status() {
            return response.statusCode();
        }

        public String body() {
            return response.body();
        }

        public String type() {
            return header("content-type");
        }

        /// Empty where the answer has none.
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
