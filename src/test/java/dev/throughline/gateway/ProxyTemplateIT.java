package dev.throughline.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.testing.ProxyProfile;
import dev.throughline.testing.ScriptedBackend;
import dev.throughline.testing.TestHttpClient;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.net.URI;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// A model that is no GLM, read by the markers of the template that its backend names.
@QuarkusTest
@TestProfile(ProxyProfile.class)
class ProxyTemplateIT {
    private static final String BACKEND = "brackets";
    private static final String ANSWER =
            "[THINK]I think.[/THINK]Hello there. <b>[1]</b> [TOOL_CALLS]tick[CALL_ID]a1[ARGS]{\"n\": [1, \"</s>\"]}";

    @TestHTTPResource("/")
    URI service;

    ScriptedBackend backend;

    private String model() {
        return backend.model((_, socket) -> {
            socket.stream();
            for (int at = 0; at < ANSWER.length(); at += 3) {
                socket.chunk(content(ANSWER.substring(at, Math.min(at + 3, ANSWER.length()))));
            }
            socket.chunk("data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n"
                            + "data: [DONE]\n\n")
                    .end();
        });
    }

    private static String content(String text) {
        return "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" + text.replace("\"", "\\\"") + "\"}}]}\n\n";
    }

    @ParameterizedTest
    @ValueSource(strings = {ProxiedRun.CHAT, ProxiedRun.MESSAGES, ProxiedRun.RESPONSES})
    void reasoningAndTextAreSplitByTheMarkersOfTheTemplate(String path) throws Exception {
        ProxiedRun run = ProxiedRun.open(service, BACKEND);

        String body = run.stream(path, model()).body();

        assertThat(texts(run.tokens(1), "reasoning")).isEqualTo("I think.");
        assertThat(texts(run.tokens(1), "text")).startsWith("Hello there. <b>[1]</b>");
        assertThat(body).doesNotContain("THINK]");
    }

    @Test
    void callsAreReadInTheLayoutOfTheTemplate() throws Exception {
        ProxiedRun run = ProxiedRun.open(service, BACKEND);
        String request = """
                {"model": "%s", "stream": true, "messages": [{"role": "user", "content": "Hi"}],
                 "tools": [{"type": "function", "function": {"name": "tick", "parameters": {"type": "object"}}}]}
                """.formatted(model());

        String body = run.post(ProxiedRun.CHAT, request).body();

        assertThat(body).contains("\"name\":\"tick\"", "\"finish_reason\":\"tool_calls\"");
        assertThat(body).doesNotContain("TOOL_CALLS").doesNotContain("ARGS");
        assertThat(texts(run.tokens(1), "text")).isEqualTo("Hello there. <b>[1]</b>");
        assertThat(run.exchange(1).path("anomalies").toString()).isEqualTo("[]");
    }

    @Test
    void theMarkersAreShown() {
        JsonNode backends =
                TestHttpClient.underTest().get("/api/v1/backends").json().path("backends");
        JsonNode shown = backends.findParent("template");

        assertThat(shown.path("name").asText()).isEqualTo(BACKEND);
        assertThat(shown.path("template").toString())
                .isEqualTo("{\"name\":\"brackets\",\"reasoningOpener\":\"[THINK]\",\"reasoningCloser\":\"[/THINK]\","
                        + "\"startsInReasoning\":false,\"callLayout\":\"named-json\"}");
    }

    private static String texts(List<JsonNode> tokens, String kind) {
        return tokens.stream()
                .filter(token -> token.path("kind").asText().equals(kind))
                .map(token -> token.path("text").asText())
                .collect(Collectors.joining());
    }
}
