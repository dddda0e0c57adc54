package dev.throughline.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.testing.ProxyProfile;
import dev.throughline.testing.ScriptedBackend;
import dev.throughline.testing.ScriptedBackend.Script;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.net.URI;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Token counts: the backend's own if it has the endpoint, otherwise an estimate that is marked as such.
@QuarkusTest
@TestProfile(ProxyProfile.class)
class ProxyCountIT {
    private static final String PATH = "/v1/messages/count_tokens";

    @TestHTTPResource("/")
    URI service;

    ScriptedBackend backend;

    @ParameterizedTest
    @ValueSource(strings = {"anthropic", "counting"})
    void theBackendsCounterIsAskedWithTheVeryBody(String name) throws Exception {
        String model = backend.model((_, socket) -> socket.json("{\"input_tokens\":4711}"));
        String body = body(model).replace("{\"model\"", "{ \"vendor\" : [1.50],\n\"model\"");
        ProxiedRun run = ProxiedRun.open(service, name);

        HttpResponse<String> answer = run.post(PATH, body);

        assertThat(DialectHttpClient.json(answer)).isEqualTo(ProxyDialect.object("{\"input_tokens\":4711}"));
        assertThat(answer.headers().firstValue("x-throughline-estimate")).isEmpty();
        var receivedRequest = backend.take(model);
        assertThat(receivedRequest.target()).isEqualTo(PATH);
        assertThat(receivedRequest.text()).isEqualTo(body);
        assertThat(receivedRequest.header("anthropic-version")).isNotEmpty();
        JsonNode exchange = run.exchange(1);
        assertThat(exchange.path("kind").asText()).isEqualTo("count");
        assertThat(exchange.path("outcome").asText()).isEqualTo("COMPLETED");
    }

    @Test
    void withoutACounterAnEstimateSaysSoAndTheBackendIsNotAskedAgain() throws Exception {
        String model = backend.model((_, socket) -> socket.whole(404, "{\"error\":{\"message\":\"no such path\"}}"));
        ProxiedRun run = ProxiedRun.open(service, "uncounted");

        HttpResponse<String> first = run.post(PATH, body(model));
        HttpResponse<String> second = run.post(PATH, body(model));

        assertEstimate(first, model);
        assertEstimate(second, model);
        backend.take(model);
        assertThat(backend.waiting(model)).isZero();
    }

    @Test
    void aCounterThatFailsIsReplacedByAnEstimateAndAskedAgain() throws Exception {
        for (Script script : new Script[] {
            (_, socket) -> socket.whole(500, "{\"error\":{\"message\":\"down\"}}"),
            (_, socket) -> socket.json("{\"input_tokens\":\"many\"}"),
            (_, socket) -> socket.whole(200, "<html>", "content-type: text/html"),
            (_, socket) -> socket.reset(),
        }) {
            String model = backend.model(script);
            ProxiedRun run = ProxiedRun.open(service, "counting");

            assertEstimate(run.post(PATH, body(model)), model);

            backend.take(model);
            backend.answer(model, (_, socket) -> socket.json("{\"input_tokens\":12}"));
            assertThat(DialectHttpClient.json(run.post(PATH, body(model)))
                            .path("input_tokens")
                            .asInt())
                    .isEqualTo(12);
        }
    }

    private static void assertEstimate(HttpResponse<String> answer, String model) throws Exception {
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("x-throughline-estimate")).contains("true");
        assertThat(DialectHttpClient.json(answer).path("input_tokens").asInt())
                .isEqualTo(body(model).length() / 4);
    }

    private static String body(String model) {
        return "{\"model\":\"" + model
                + "\",\"messages\":[{\"role\":\"user\",\"content\":\"How many tokens is this?\"}]}";
    }
}
