package dev.throughline.access;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.eclipse.microprofile.config.ConfigProvider;
import org.postgresql.ds.PGSimpleDataSource;

/// Requests to the service under test with one key, or with none.
record KeyedHttpClient(List<String> headers) {
    static final String CHAT =
            "{\"model\":\"m\",\"stream\":false,\"messages\":[{\"role\":\"user\",\"content\":\"Hello\"}]}";
    static final KeyedHttpClient NOBODY = new KeyedHttpClient(List.of());
    private static final JsonMapper JSON = new JsonMapper();
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /// Keys of the service's own database.
    static KeyTable keys() {
        return new KeyTable(database());
    }

    static DataSource database() {
        var config = ConfigProvider.getConfig();
        var database = new PGSimpleDataSource();
        database.setURL("jdbc:" + config.getValue("quarkus.datasource.reactive.url", String.class));
        database.setUser(config.getValue("quarkus.datasource.username", String.class));
        database.setPassword(config.getValue("quarkus.datasource.password", String.class));
        return database;
    }

    static KeyedHttpClient with(Scope scope) {
        return with(keys().create("test", scope, KeyLimits.NONE));
    }

    static KeyedHttpClient with(Scope scope, Limit limit, long most) {
        return with(keys().create("test", scope, new KeyLimits(java.util.Map.of(limit, most))));
    }

    static KeyedHttpClient with(KeyText key) {
        return new KeyedHttpClient(List.of("authorization", "Bearer " + key.reveal()));
    }

    static KeyedHttpClient sending(String... headers) {
        return new KeyedHttpClient(List.of(headers));
    }

    KeyedHttpClient and(String name, String value) {
        List<String> more = new ArrayList<>(headers);
        more.addAll(List.of(name, value));
        return new KeyedHttpClient(more);
    }

    Answer get(String path) {
        return send("GET", path, "");
    }

    Answer post(String path, String body) {
        return send("POST", path, body);
    }

    /// A run of this visitor, opened over the API.
    String run(String settings) {
        Answer answer = post("/api/v1/runs", settings);
        if (answer.status() != 201) {
            throw new AssertionError("no run: " + answer.status() + " " + answer.body());
        }
        return answer.json().path("id").textValue();
    }

    Answer send(String method, String path, String body) {
        return new Answer(exchange(request(method, path, body), BodyHandlers.ofString()));
    }

    HttpRequest request(String method, String path, String body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(host() + path))
                .timeout(Duration.ofSeconds(20))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (!body.isEmpty()) {
            request.header("content-type", "application/json");
        }
        if (!headers.isEmpty()) {
            request.headers(headers.toArray(String[]::new));
        }
        return request.build();
    }

    static <T> HttpResponse<T> exchange(HttpRequest request, HttpResponse.BodyHandler<T> body) {
        try {
            return HTTP.send(request, body);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    static String host() {
        return "http://localhost:" + ConfigProvider.getConfig().getValue("quarkus.http.test-port", Integer.class);
    }

    record Answer(HttpResponse<String> response) {
        int status() {
            return response.statusCode();
        }

        String body() {
            return response.body();
        }

        String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }

        JsonNode json() {
            try {
                return JSON.readTree(response.body());
            } catch (IOException e) {
                throw new AssertionError("no JSON: " + response.body(), e);
            }
        }
    }
}
