package dev.throughline.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.testing.ProxyProfile;
import dev.throughline.testing.ScriptedBackend;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.net.URI;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// A conversation that exceeds the model's context is answered in the form to which the client's dialect
/// reacts.
@QuarkusTest
@TestProfile(ProxyProfile.class)
class ProxyOverflowIT {
    private static final String WORDS =
            "This model's maximum context length is 4096 tokens. However, you requested 5000"
                    + " tokens in the messages.";
    private static final String VLLM =
            "{\"error\":{\"message\":\"" + WORDS + "\",\"type\":\"BadRequestError\",\"param\":null,\"code\":400}}";

    @TestHTTPResource("/")
    URI service;

    ScriptedBackend backend;

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aChatClientGetsTheCode(boolean isStream) throws Exception {
        HttpResponse<String> answer = refused(ProxiedRun.CHAT, isStream);

        assertThat(answer.statusCode()).isEqualTo(400);
        JsonNode error = DialectHttpClient.json(answer).path("error");
        assertThat(error.path("code").asText()).isEqualTo("context_length_exceeded");
        assertThat(error.path("message").asText()).isEqualTo(WORDS);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anAnthropicClientGetsItsWords(boolean isStream) throws Exception {
        HttpResponse<String> answer = refused(ProxiedRun.MESSAGES, isStream);

        assertThat(answer.statusCode()).isEqualTo(400);
        JsonNode error = DialectHttpClient.json(answer).path("error");
        assertThat(error.path("type").asText()).isEqualTo("invalid_request_error");
        assertThat(error.path("message").asText())
                .startsWith("prompt is too long: 5000 tokens > 4096 maximum")
                .contains(WORDS);
    }

    @Test
    void aResponsesClientGetsTheCodeInOneBody() throws Exception {
        HttpResponse<String> answer = refused(ProxiedRun.RESPONSES, false);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(DialectHttpClient.json(answer).at("/error/code").asText()).isEqualTo("context_length_exceeded");
    }

    @Test
    void aResponsesClientGetsTheCodeInTheEventThatItsStreamFailsWith() throws Exception {
        HttpResponse<String> answer = refused(ProxiedRun.RESPONSES, true);

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(DialectHttpClient.frames(answer.body())).last().satisfies(event -> {
            assertThat(event.path("type").asText()).isEqualTo("response.failed");
            assertThat(event.at("/response/error/code").asText()).isEqualTo("context_length_exceeded");
            assertThat(event.at("/response/error/message").asText()).isEqualTo(WORDS);
        });
    }

    @Test
    void anErrorInTheMiddleOfAStreamIsReportedTheSame() throws Exception {
        String model = backend.model((_, socket) -> socket.stream()
                .chunk("data: {\"id\":\"x\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Hello\"}}]}\n\n")
                .chunk("data: " + VLLM + "\n\n")
                .end());
        ProxiedRun run = ProxiedRun.open(service, "plain");

        String chat = run.post(ProxiedRun.CHAT, ProxiedRun.body(ProxiedRun.CHAT, model, true))
                .body();
        String messages = run.post(ProxiedRun.MESSAGES, ProxiedRun.body(ProxiedRun.MESSAGES, model, true))
                .body();

        assertThat(chat).contains("Hello", "\"code\":\"context_length_exceeded\"", WORDS);
        assertThat(messages).contains("Hello", "prompt is too long: 5000 tokens > 4096 maximum");
        assertThat(run.outcome()).isEqualTo("FAILED");
    }

    @Test
    void anEndForTheContextIsReportedTheSame() throws Exception {
        String model = backend.model((_, socket) -> socket.stream()
                .chunk("data: {\"id\":\"x\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":"
                        + "\"model_context_window_exceeded\"}]}\n\ndata: [DONE]\n\n")
                .end());

        HttpResponse<String> answer = ProxiedRun.open(service, "plain")
                .post(ProxiedRun.MESSAGES, ProxiedRun.body(ProxiedRun.MESSAGES, model, true));

        assertThat(answer.body()).contains("prompt is too long");
    }

    private HttpResponse<String> refused(String path, boolean isStream) throws Exception {
        String model = backend.model((_, socket) -> socket.whole(400, VLLM, "content-type: application/json"));
        return ProxiedRun.open(service, "plain").post(path, ProxiedRun.body(path, model, isStream));
    }
}
