package dev.throughline.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.testing.TestRun;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

import static org.assertj.core.api.Assertions.assertThat;

/// A fresh run in front of a configured backend, and a client of it.
record ProxiedRun(DialectHttpClient asking, TestRun run) {
    static final String CHAT = "/v1/chat/completions";
    static final String MESSAGES = "/v1/messages";
    static final String RESPONSES = "/v1/responses";
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    static ProxiedRun open(URI service, String backend) throws Exception {
        TestRun run = TestRun.open(service, Map.of("mode", "proxy", "backend", backend));
        return new ProxiedRun(new DialectHttpClient(service), run);
    }

    /// The smallest request for a path, for a model.
    static String body(String path, String model, boolean stream) {
        return DialectHttpClient.bodyFor(path, stream).replace("glm-4.7", model);
    }

    HttpResponse<String> post(String path, String body, String... headers) throws Exception {
        return asking.post("/r/" + run.id() + path, body.getBytes(StandardCharsets.UTF_8), headers);
    }

    HttpResponse<String> stream(String path, String model) throws Exception {
        return post(path, body(path, model, true));
    }

    HttpResponse<String> whole(String path, String model) throws Exception {
        return post(path, body(path, model, false));
    }

    HttpResponse<String> get(String path, String... headers) throws Exception {
        return asking.get("/r/" + run.id() + path, headers);
    }

    /// An exchange once it is over.
    JsonNode exchange(int number) throws IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        JsonNode exchange = run.get("/exchanges/" + number);
        // One that is not yet recorded is a problem, which has a status too.
        while (!(exchange.has("number") && exchange.has("status")) && System.nanoTime() < end) {
            LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
            exchange = run.get("/exchanges/" + number);
        }
        return exchange;
    }

    String outcome() throws IOException, InterruptedException {
        return exchange(1).path("outcome").asText();
    }

    /// The recorded tokens of an exchange.
    List<JsonNode> tokens(int number) throws IOException, InterruptedException {
        return run.text("/exchanges/" + number + "/tokens")
                .lines()
                .map(ProxiedRun::parsed)
                .toList();
    }

    private static JsonNode parsed(String line) {
        try {
            return DialectHttpClient.JSON.readTree(line);
        } catch (IOException e) {
            throw new AssertionError("a line is not JSON: " + line, e);
        }
    }

    /// The message of an error body, which must have the shape of the path's dialect.
    static String refusal(int status, String path, HttpResponse<String> answer) throws IOException {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.headers().firstValue("content-type").orElse("")).startsWith("application/json");
        JsonNode body = DialectHttpClient.json(answer);
        if (path.contains("messages")) {
            assertThat(body.path("type").asText()).isEqualTo("error");
            if (status == 503 || status == 529) {
                assertThat(body.at("/error/type").asText()).isEqualTo("overloaded_error");
            }
        } else {
            assertThat(body.has("type")).isFalse();
        }
        assertThat(body.at("/error/type").asText()).as(answer.body()).isNotEmpty();
        return body.at("/error/message").asText();
    }
}
