package dev.throughline.run.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.throughline.testing.TestHttpClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;

/// An answer about health.
/// @param status HTTP status
record HealthAnswer(int status, JsonNode body) {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    static HealthAnswer at(URI service, String path) throws IOException, InterruptedException {
        HttpResponse<String> answer = TestHttpClient.send(
                HttpRequest.newBuilder(service.resolve(path)).build(), BodyHandlers.ofString());
        return new HealthAnswer(answer.statusCode(), JSON.readTree(answer.body()));
    }

    /// The response once it matches, or the last one.
    static HealthAnswer await(URI service, String path, Predicate<HealthAnswer> wanted)
            throws IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        HealthAnswer found = at(service, path);
        while (!wanted.test(found) && System.nanoTime() < end) {
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
            found = at(service, path);
        }
        return found;
    }

    JsonNode check(String name) {
        return StreamSupport.stream(body.path("checks").spliterator(), false)
                .filter(check -> check.path("name").asText().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no check " + name + " in " + body));
    }

    String of(String name) {
        return check(name).path("status").asText();
    }
}
