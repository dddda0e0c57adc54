package dev.throughline.pages;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.throughline.access.KeyLimits;
import dev.throughline.access.KeyTable;
import dev.throughline.access.KeyText;
import dev.throughline.access.Scope;
import dev.throughline.testing.TestHttpClient;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.function.IntPredicate;
import org.eclipse.microprofile.config.ConfigProvider;
import org.postgresql.ds.PGSimpleDataSource;

/// Opens pages as a browser without scripts does, and holds conversations that pages can show.
final class PageClient {
    static final JsonMapper JSON = new JsonMapper();

    private PageClient() {}

    static String host() {
        return "http://localhost:" + ConfigProvider.getConfig().getValue("quarkus.http.test-port", Integer.class);
    }

    /// A new key of the service's own database.
    static KeyText key(Scope scope) {
        return keys().create("a reader of pages", scope, KeyLimits.NONE);
    }

    static KeyTable keys() {
        var config = ConfigProvider.getConfig();
        var database = new PGSimpleDataSource();
        database.setURL("jdbc:" + config.getValue("quarkus.datasource.reactive.url", String.class));
        database.setUser(config.getValue("quarkus.datasource.username", String.class));
        database.setPassword(config.getValue("quarkus.datasource.password", String.class));
        return new KeyTable(database);
    }

    /// @param headers names and values alternately
    static HttpResponse<String> page(String path, String... headers) {
        return service()
                .with("accept", "text/html,application/xhtml+xml,*/*;q=0.8")
                .get(path, headers)
                .response();
    }

    static JsonNode json(String path) {
        return service().get(path).json();
    }

    /// JSON where a page would be sent otherwise.
    static JsonNode json(String path, String accept, String... headers) {
        return service().with("accept", accept).get(path, headers).json();
    }

    /// @param fields names and values of the form alternately
    static HttpResponse<String> submit(String path, String cookies, String... fields) {
        var body = new StringBuilder();
        for (int i = 0; i < fields.length; i += 2) {
            body.append(body.isEmpty() ? "" : "&")
                    .append(fields[i])
                    .append('=')
                    .append(URLEncoder.encode(fields[i + 1], StandardCharsets.UTF_8));
        }
        return service()
                .with("accept", "text/html", "cookie", cookies)
                .with("content-type", "application/x-www-form-urlencoded")
                .send("POST", path, body.toString())
                .response();
    }

    /// The id of a new run.
    static String open(String settings) {
        return post("/api/v1/runs", settings).path("id").textValue();
    }

    /// @param headers names and values alternately
    static JsonNode post(String path, String json, String... headers) {
        return PageConversation.post(host() + path, json, headers);
    }

    /// Holds a conversation of a number of requests with the stub.
    /// @param drops for which requests the reasoning of all earlier answers is left out, by number from 1
    static void converse(String run, int requests, IntPredicate drops) {
        new PageConversation(host()).converse(run, requests, drops);
    }

    /// The same on the stub's base URL without a run.
    /// @param userAgent name and version of the client
    static void converseLive(String userAgent, int requests, IntPredicate drops) {
        PageConversation.hold(host() + "/stub/v1", requests, drops, "user-agent", userAgent);
    }

    private static TestHttpClient service() {
        return TestHttpClient.of(URI.create(host()));
    }
}
