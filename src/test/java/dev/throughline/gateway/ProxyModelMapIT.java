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

/// At the default URLs a model's name selects a backend, which receives its own name for the model; the
/// client sees the name that it requested.
@QuarkusTest
@TestProfile(ProxyProfile.class)
class ProxyModelMapIT {
    private static final String CHUNK = """
            data: {"id":"x", "model" : "NAME","choices":[{"index":0,"delta":{"content":"Hi"},"vendor":1.50}]}

            """;
    private static final String END = """
            data: {"id":"x","model":"NAME","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}

            data: [DONE]

            """;

    @TestHTTPResource("/")
    URI service;

    ScriptedBackend backend;

    @Test
    void aStreamOfTheSameDialectDiffersInTheNameOnly() throws Exception {
        backend.answer(
                "real-plain",
                (_, socket) -> socket.stream()
                        .chunk((CHUNK + END).replace("NAME", "real-plain"))
                        .end());

        HttpResponse<String> answer = post(ProxiedRun.CHAT, "alias-plain", true);

        assertThat(answer.body()).isEqualTo((CHUNK + END).replace("NAME", "alias-plain"));
        assertThat(backend.take("real-plain").text()).contains("\"model\":\"real-plain\"");
        JsonNode exchange = exchange(answer);
        assertThat(exchange.path("model").asText()).isEqualTo("alias-plain");
        assertThat(exchange.at("/backend/name").asText()).isEqualTo("plain");
        assertThat(exchange.at("/backend/model").asText()).isEqualTo("real-plain");
        assertThat(exchange.at("/backend/reasoningState").asText()).isEqualTo("unseen");
    }

    @Test
    void aWholeAnswerOfTheSameDialectDiffersInTheNameOnly() throws Exception {
        String whole =
                "{\"id\":\"x\", \"model\" : \"NAME\",\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\","
                        + "\"content\":\"Hi\"},\"finish_reason\":\"stop\"}],\"vendor\":1.50}";
        backend.answer("real-plain", (_, socket) -> socket.json(whole.replace("NAME", "real-plain")));

        assertThat(post(ProxiedRun.CHAT, "alias-plain", false).body()).isEqualTo(whole.replace("NAME", "alias-plain"));
    }

    @Test
    void aNameThatIsKeptPassesByteForByte() throws Exception {
        backend.answer(
                "kept-one",
                (_, socket) -> socket.stream()
                        .chunk((CHUNK + END).replace("NAME", "other-name"))
                        .end());

        HttpResponse<String> answer = post(ProxiedRun.CHAT, "kept-one", true);

        assertThat(answer.body()).isEqualTo((CHUNK + END).replace("NAME", "other-name"));
        assertThat(exchange(answer).at("/backend/model").asText()).isEqualTo("kept-one");
    }

    @Test
    void theFamilyGoesByTheNameThatTheBackendGets() throws Exception {
        backend.answer(
                "Real-GLM",
                (_, socket) -> socket.stream()
                        .chunk((CHUNK.replace("Hi", "<think>hm</think>Hi") + END).replace("NAME", "Real-GLM"))
                        .end());

        String chat = post(ProxiedRun.CHAT, "alias-glm-1", true).body();
        String messages = post(ProxiedRun.MESSAGES, "alias-glm-2", true).body();

        assertThat(chat).contains("\"reasoning_content\":\"hm\"", "alias-glm-1").doesNotContain("<think>", "Real-GLM");
        assertThat(messages)
                .contains("\"thinking\":\"hm\"", "\"model\":\"alias-glm-2\"")
                .doesNotContain("Real-GLM");
    }

    @Test
    void theOtherDialectsSeeTheNameThatTheyAskedFor() throws Exception {
        backend.answer(
                "real-anthropic", (_, socket) -> socket.stream().chunk("""
                        event: message_start
                        data: {"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"real-anthropic","content":[],"usage":{"input_tokens":1,"output_tokens":1}}}

                        event: message_delta
                        data: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":1}}

                        event: message_stop
                        data: {"type":"message_stop"}

                        """).end());
        backend.answer(
                "real-responses", (_, socket) -> socket.stream().chunk("""
                        event: response.created
                        data: {"type":"response.created","response":{"id":"r","object":"response","status":"in_progress","model":"real-responses","output":[]}}

                        event: response.completed
                        data: {"type":"response.completed","response":{"id":"r","object":"response","status":"completed","output":[],"model":"real-responses"}}

                        """).end());

        assertThat(post(ProxiedRun.MESSAGES, "alias-anthropic", true).body())
                .contains("\"model\":\"alias-anthropic\"", "message_stop")
                .doesNotContain("real-anthropic");
        assertThat(post(ProxiedRun.RESPONSES, "alias-responses", true).body())
                .contains("response.completed", "\"model\":\"alias-responses\"")
                .doesNotContain("real-responses");
    }

    @Test
    void theListHoldsTheNamesOfTheMapAndThoseOfTheBackends() throws Exception {
        backend.answer(
                "/v1/models",
                (_, socket) ->
                        socket.json("{\"object\":\"list\",\"data\":[{\"id\":\"real-plain\",\"max_model_len\":4096}]}"));

        JsonNode list = DialectHttpClient.json(new DialectHttpClient(service).get("/v1/models"))
                .path("data");
        JsonNode anthropic = DialectHttpClient.json(
                new DialectHttpClient(service).get("/v1/models", "anthropic-version", "2023-06-01"));

        assertThat(list.findValuesAsText("id")).contains("alias-plain", "alias-anthropic", "real-plain");
        assertThat(list.findValue("max_model_len").asInt()).isEqualTo(4096);
        assertThat(anthropic.path("data").findValuesAsText("id")).contains("alias-plain", "real-plain");
        assertThat(anthropic.path("last_id"))
                .isEqualTo(anthropic
                        .path("data")
                        .get(anthropic.path("data").size() - 1)
                        .path("id"));
    }

    @Test
    void aNameOfTheMapIsAModelByItself() throws Exception {
        assertThat(DialectHttpClient.json(new DialectHttpClient(service).get("/v1/models/alias-glm-7"))
                        .path("id")
                        .asText())
                .isEqualTo("alias-glm-7");
    }

    private HttpResponse<String> post(String path, String model, boolean isStream) throws Exception {
        return new DialectHttpClient(service).post(path, ProxiedRun.body(path, model, isStream));
    }

    private JsonNode exchange(HttpResponse<String> answer) throws Exception {
        String run = answer.headers().firstValue("x-throughline-run").orElseThrow();
        String number = answer.headers().firstValue("x-throughline-exchange").orElseThrow();
        return DialectHttpClient.json(
                new DialectHttpClient(service).get("/api/v1/runs/" + run + "/exchanges/" + number));
    }
}
