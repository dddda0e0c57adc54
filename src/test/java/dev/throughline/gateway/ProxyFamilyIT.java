package dev.throughline.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.testing.ProxyProfile;
import dev.throughline.testing.ScriptedBackend;
import dev.throughline.testing.TestHttpClient;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// A model that is known by its name only, behind a server that parses nothing.
@QuarkusTest
@TestProfile(ProxyProfile.class)
class ProxyFamilyIT {
    private static final String BACKEND = "family-vllm";
    private static final String ANSWER = "I tick.<|tool_calls_section_begin|><|tool_call_begin|>functions.tick:0"
            + "<|tool_call_argument_begin|>{\"n\": 1}<|tool_call_end|><|tool_calls_section_end|>";

    @TestHTTPResource("/")
    URI service;

    ScriptedBackend backend;

    private String answering(String model) {
        backend.answer(model, (_, socket) -> {
            socket.stream();
            for (int at = 0; at < ANSWER.length(); at += 5) {
                String piece = ANSWER.substring(at, Math.min(at + 5, ANSWER.length()));
                socket.chunk("data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" + piece.replace("\"", "\\\"")
                        + "\"}}]}\n\n");
            }
            socket.chunk("data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n"
                            + "data: [DONE]\n\n")
                    .end();
        });
        return model;
    }

    @ParameterizedTest
    @ValueSource(strings = {ProxiedRun.CHAT, ProxiedRun.RESPONSES})
    void callsAreFoundAndSpecialTokensAskedForByTheModelsName(String path) throws Exception {
        String model = answering("moonshotai/Kimi-K2-of-" + path.replace('/', '-'));
        ProxiedRun run = ProxiedRun.open(service, BACKEND);
        String tool = "\"name\": \"tick\", \"parameters\": {\"type\": \"object\"}";
        boolean isChat = path.equals(ProxiedRun.CHAT);
        String request = """
                {"model": "%s", "stream": true, %s: [{"role": "user", "content": "Hi"}],
                 "tools": [{"type": "function", %s}]}
                """.formatted(
                        model, isChat ? "\"messages\"" : "\"input\"", isChat ? "\"function\": {" + tool + "}" : tool);

        String body = run.post(path, request).body();

        assertThat(body).contains("\"name\":\"tick\"").doesNotContain("tool_call_begin");
        assertThat(run.exchange(1).path("anomalies").toString()).isEqualTo("[]");
        JsonNode sent = DialectHttpClient.JSON.readTree(backend.take(model).text());
        assertThat(sent.path("skip_special_tokens").toString()).isEqualTo("false");
        assertThat(shown(model).path("family").asText()).isEqualTo("kimi-k2");
        assertThat(shown(model).path("recognizedBy").asText()).isEqualTo("name");
    }

    @Test
    void callInTheMarkupOfAFamilyIsNamedAndTheNextIsParsed() throws Exception {
        String model = answering("default_model");
        ProxiedRun run = ProxiedRun.open(service, "auto");
        String request = """
                {"model": "default_model", "stream": true, "messages": [{"role": "user", "content": "Hi"}],
                 "tools": [{"type": "function", "function": {"name": "tick", "parameters": {"type": "object"}}}]}
                """;

        String first = run.post(ProxiedRun.CHAT, request).body();
        String second = run.post(ProxiedRun.CHAT, request).body();

        assertThat(first).contains("<|too").doesNotContain("\"name\":\"tick\"");
        assertThat(run.exchange(1).path("anomalies").findValuesAsText("kind")).containsExactly("unparsed-markup");
        assertThat(run.exchange(1).at("/anomalies/0/detail").asText()).isEqualTo("kimi-k2");
        assertThat(second).contains("\"name\":\"tick\"").doesNotContain("tool_call_begin");
        assertThat(run.exchange(2).path("anomalies").toString()).isEqualTo("[]");
        assertThat(shown(model).path("family").asText()).isEqualTo("kimi-k2");
        assertThat(shown(model).path("recognizedBy").asText()).isEqualTo("markup");
    }

    private static JsonNode shown(String model) {
        for (JsonNode each : TestHttpClient.underTest().get("/api/v1/backends").json().findValues("models").stream()
                .flatMap(models -> models.valueStream())
                .toList()) {
            if (each.path("model").asText().equals(model)) {
                return each;
            }
        }
        throw new AssertionError("no such model is shown: " + model);
    }
}
