package dev.throughline.access;

import dev.throughline.testing.TestHttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
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

    TestHttpClient.Answer get(String path) {
        return send("GET", path, "");
    }

    TestHttpClient.Answer post(String path, String body) {
        return send("POST", path, body);
    }

    /// A run of this visitor, opened over the API.
    String run(String settings) {
        TestHttpClient.Answer answer = post("/api/v1/runs", settings);
        if (answer.status() != 201) {
            throw new AssertionError("no run: " + answer.status() + " " + answer.body());
        }
        return answer.json().path("id").textValue();
    }

    TestHttpClient.Answer send(String method, String path, String body) {
        return new TestHttpClient.Answer(TestHttpClient.send(request(method, path, body), BodyHandlers.ofString()));
    }

    HttpRequest request(String method, String path, String body) {
        TestHttpClient client = TestHttpClient.underTest().with(headers.toArray(String[]::new));
        return body.isEmpty()
                ? client.request(path).method(method, BodyPublishers.noBody()).build()
                : client.with("content-type", "application/json")
                        .request(path)
                        .method(method, BodyPublishers.ofString(body))
                        .build();
    }
}
