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

import static org.assertj.core.api.Assertions.assertThat;

/// What a request loses, and what an answer gains, on its way across dialects.
@QuarkusTest
@TestProfile(ProxyProfile.class)
class ProxyTranslationIT {
    private static final String HEADER = "x-throughline-dropped";
    private static final String SEARCH = "\"tools\":[{\"type\":\"web_search_20250305\",\"name\":\"web_search\"}]";
    private static final String CALL = "data: {\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0,"
            + "\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}]}}]}\n\n";
    private static final String END =
            "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\",\"stop_reason\":\"END\"}]}\n\n";

    @TestHTTPResource("/")
    URI service;

    ScriptedBackend backend;

    @Test
    void whatIsDroppedIsNamedToTheClientAndNothingInTheSameDialect() throws Exception {
        String model = backend.model((_, socket) -> socket.stream().chunk(END).end());
        String body = with(ProxiedRun.body(ProxiedRun.MESSAGES, model, true), SEARCH + ",\"container\":\"c\"");

        HttpResponse<String> answer = ProxiedRun.open(service, "plain").post(ProxiedRun.MESSAGES, body);

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.headers().firstValue(HEADER)).contains("/container, /tools/0");
        assertThat(backend.take(model).json().has("tools")).isFalse();
        String chat = with(ProxiedRun.body(ProxiedRun.CHAT, model, true), "\"vendor\":1");
        assertThat(ProxiedRun.open(service, "plain")
                        .post(ProxiedRun.CHAT, chat)
                        .headers()
                        .firstValue(HEADER))
                .isEmpty();
    }

    @Test
    void aForcedToolOfAProviderIsRefused() throws Exception {
        String model = backend.model((_, socket) -> socket.stream().chunk(END).end());
        String forced = SEARCH + ",\"tool_choice\":{\"type\":\"tool\",\"name\":\"web_search\"}";

        HttpResponse<String> answer = ProxiedRun.open(service, "plain")
                .post(ProxiedRun.MESSAGES, with(ProxiedRun.body(ProxiedRun.MESSAGES, model, true), forced));

        assertThat(answer.statusCode()).isEqualTo(400);
        JsonNode error = DialectHttpClient.json(answer).path("error");
        assertThat(error.path("type").asText()).isEqualTo("invalid_request_error");
        assertThat(error.path("message").asText()).contains("/tool_choice");
    }

    @Test
    void anAnswerSaysWhatTheClientsDialectNeeds() throws Exception {
        String model = backend.model(
                (_, socket) -> socket.stream().chunk(CALL).chunk(END).end());

        String body = ProxiedRun.open(service, "plain")
                .post(ProxiedRun.MESSAGES, ProxiedRun.body(ProxiedRun.MESSAGES, model, true))
                .body();

        assertThat(body)
                .containsPattern("\"input_tokens\":[1-9]")
                .containsPattern("\"type\":\"tool_use\",\"id\":\"toolu_[a-z0-9]+\"")
                .contains("\"type\":\"message_stop\"")
                .doesNotContain("\"error\"");
    }

    private static String with(String body, String fields) {
        return body.replaceFirst("\\{", "{" + fields.replace("$", "\\$") + ",");
    }
}
