package dev.throughline.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.testing.ProxyProfile;
import dev.throughline.testing.ScriptedBackend;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// A GLM backend's stream is changed only where it carries markup.
@QuarkusTest
@TestProfile(ProxyProfile.class)
class ProxyGlmIT {
    private static final String DONE = "data: [DONE]\n\n";
    private static final String FINISH = """
            data: {"id":"x","choices":[{"index":0,"delta":{},"finish_reason":"stop","vendor_choice":3}],"vendor":2}

            """;
    private static final String USAGE = """
            data: {"id":"x","choices":[],"usage":{"prompt_tokens":10,"completion_tokens":5,"total_tokens":15,"vendor_cost":0.00010}}

            """;
    private static final String CALL =
            "<tool_call>look<arg_key>q</arg_key><arg_value>a \\\"b\\\"</arg_value></tool_call>";

    @TestHTTPResource("/")
    URI service;

    ScriptedBackend backend;

    @Test
    void framesWithoutMarkupStayByteForByte() throws Exception {
        String sent =
                chunk("Hello \\u00e4") + ": comment\n\n" + chunk(" a < b and c") + chunk(" d") + FINISH + USAGE + DONE;

        assertThat(stream(sent)).isEqualTo(sent);
    }

    @Test
    void aFrameThatMayBeChangedByTheNextOneLeavesWhileTheModelPauses() throws Exception {
        var isSeen = new CompletableFuture<Void>();
        String model = backend.model((_, socket) -> {
            socket.stream().chunk(chunk("Hello you, \\n"));
            isSeen.get(10, TimeUnit.SECONDS);
            socket.chunk(chunk(" all") + FINISH + DONE).end();
        });
        ProxiedRun run = ProxiedRun.open(service, "glm");

        String seen;
        String rest;
        try (RawClient client =
                RawClient.send(service, "/r/" + run.run().id() + ProxiedRun.CHAT, withTool(model, true))) {
            seen = client.until("Hello you,");
            isSeen.complete(null);
            rest = client.until(DONE);
        }

        assertThat(joined(DialectHttpClient.frames(seen + rest), "content")).isEqualTo("Hello you, \n all");
    }

    @Test
    void changedFramesKeepTheirUnknownFields() throws Exception {
        String body = stream(chunk("<think>hm</think>Hello") + chunk(CALL) + FINISH + USAGE + DONE);

        List<JsonNode> frames = DialectHttpClient.frames(body);
        assertThat(frames)
                .filteredOn(
                        frame -> frame.has("choices") && frame.path("choices").size() > 0)
                .allSatisfy(frame -> {
                    assertThat(frame.path("vendor").asInt()).isEqualTo(2);
                    assertThat(frame.at("/choices/0/vendor_choice").asInt()).isEqualTo(3);
                });
        assertThat(frames.stream().filter(frame -> frame.at("/choices/0/delta").has("vendor_delta")))
                .hasSize(2);
        assertThat(joined(frames, "reasoning_content")).isEqualTo("hm");
        assertThat(joined(frames, "content")).isEqualTo("Hello");
        assertThat(arguments(frames)).isEqualTo("{\"q\":\"a \\\"b\\\"\"}");
        assertThat(body).doesNotContain("<think>", "tool_call>", "arg_key");
    }

    @Test
    void theUsageChunkStaysAndTheEndComesOnceWithTheReasonOfACall() throws Exception {
        String body = stream(chunk(CALL) + FINISH + USAGE + DONE);

        assertThat(body).contains(USAGE).endsWith(DONE);
        assertThat(body.split("\\[DONE]", -1)).hasSize(2);
        assertThat(DialectHttpClient.frames(body).stream()
                        .map(frame -> frame.at("/choices/0/finish_reason"))
                        .filter(JsonNode::isTextual)
                        .map(JsonNode::textValue))
                .containsExactly("tool_calls");
    }

    @Test
    void aRoleMarkerEndsTheTurnAndTheBackendIsStopped() throws Exception {
        var closed = new CompletableFuture<Long>();
        var sent = new CompletableFuture<Long>();
        String model = backend.model((_, socket) -> {
            socket.stream().chunk(chunk("Hello") + chunk("<|user|>") + chunk("and I answer"));
            sent.complete(System.nanoTime());
            socket.awaitClose();
            closed.complete(System.nanoTime());
        });
        ProxiedRun run = ProxiedRun.open(service, "glm");

        String body = run.post(ProxiedRun.CHAT, withTool(model, true)).body();

        assertThat(joined(DialectHttpClient.frames(body), "content")).isEqualTo("Hello");
        assertThat(body).endsWith(DONE).contains("\"finish_reason\":\"stop\"");
        long nanos = closed.get(10, TimeUnit.SECONDS) - sent.get(10, TimeUnit.SECONDS);
        assertThat(Duration.ofNanos(nanos)).isLessThan(Duration.ofMillis(100));
        assertThat(run.outcome()).isEqualTo("COMPLETED");
        assertThat(run.exchange(1).path("status").asInt()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theCeilingOnCallsEndsTheTurn(boolean isStream) throws Exception {
        String model = isStream
                ? backend.model((_, socket) -> {
                    socket.stream();
                    for (int i = 0; i < 6; i++) {
                        socket.chunk(chunk(CALL));
                    }
                    socket.chunk(FINISH + DONE).end();
                })
                : backend.model((_, socket) -> socket.json(whole(CALL.repeat(6))));
        ProxiedRun run = ProxiedRun.open(service, "limited");

        String body = run.post(ProxiedRun.CHAT, withTool(model, isStream)).body();

        assertThat(body.split("\"name\":\"look\"", -1)).hasSize(4);
        assertThat(body).contains("\"finish_reason\":\"tool_calls\"");
        assertThat(run.exchange(1).path("anomalies").toString()).contains("too-many-calls");
    }

    @Test
    void aWholeAnswerKeepsWhatIsNotMarkup() throws Exception {
        String model = backend.model((_, socket) -> socket.json(whole("<think>hm</think>Hello" + CALL)));

        JsonNode body =
                DialectHttpClient.json(ProxiedRun.open(service, "glm").post(ProxiedRun.CHAT, withTool(model, false)));

        assertThat(body.path("vendor").asInt()).isEqualTo(2);
        assertThat(body.at("/choices/0/vendor_choice").asInt()).isEqualTo(3);
        assertThat(body.at("/choices/0/message/vendor_message").asInt()).isEqualTo(4);
        assertThat(body.at("/choices/0/message/content").asText()).isEqualTo("Hello");
        assertThat(body.at("/choices/0/message/reasoning_content").asText()).isEqualTo("hm");
        assertThat(body.at("/choices/0/finish_reason").asText()).isEqualTo("tool_calls");
        assertThat(body.at("/choices/0/message/tool_calls/0/function/arguments").asText())
                .isEqualTo("{\"q\":\"a \\\"b\\\"\"}");
        assertThat(body.at("/usage/vendor_cost").decimalValue().toPlainString()).isEqualTo("0.00010");
    }

    @Test
    void whatTheBackendWroteCanBeReadInTheRecord() throws Exception {
        List<String> written = List.of("<think>h", "m</think>", "Hello", " there", CALL.replace("\\\"", "'"));
        String model = backend.model((_, socket) -> {
            socket.stream();
            for (String text : written) {
                socket.chunk(chunk(text));
            }
            socket.chunk(FINISH + DONE).end();
        });
        ProxiedRun run = ProxiedRun.open(service, "glm");
        run.post(ProxiedRun.CHAT, withTool(model, true));

        List<JsonNode> tokens = run.tokens(1);

        assertThat(tokens)
                .anySatisfy(token -> assertThat(token.path("kind").asText()).isEqualTo("raw"));
        assertThat(tokens.stream()
                        .filter(token -> token.path("kind").asText().equals("raw"))
                        .map(token -> token.path("text").asText())
                        .collect(Collectors.joining()))
                .contains("<think>h", "</think>", "<tool_call>look")
                .doesNotContain("there");
        assertThat(tokens.stream()
                        .filter(token -> token.path("kind").asText().equals("text"))
                        .map(token -> token.path("text").asText())
                        .collect(Collectors.joining()))
                .isEqualTo("Hello there");
    }

    @Test
    void aUsageThatIsNoCountIsRecordedAsAbsentWithAnAnomaly() throws Exception {
        String usage = "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":12,"
                + "\"completion_tokens\":-99999999999999999999999}}\n\n";
        String model = backend.model((_, socket) -> {
            socket.stream().chunk(chunk("Hello") + FINISH + usage + DONE).end();
        });
        ProxiedRun run = ProxiedRun.open(service, "glm");

        run.post(ProxiedRun.CHAT, withTool(model, true));

        assertThat(run.exchange(1).at("/usage/inputTokens").asInt()).isEqualTo(12);
        assertThat(run.exchange(1).at("/usage/outputTokens").asInt()).isZero();
        assertThat(run.exchange(1).path("anomalies").toString()).contains("wrong-usage", "completion_tokens");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theThinkingHeaderWrapsWhatTheFilterFound(boolean isStream) throws Exception {
        String text = "<think>hm</think>Hello";
        String model = isStream
                ? backend.model((_, socket) ->
                        socket.stream().chunk(chunk(text) + FINISH + DONE).end())
                : backend.model((_, socket) -> socket.json(whole(text)));

        String body = ProxiedRun.open(service, "glm")
                .post(ProxiedRun.CHAT, withTool(model, isStream), "x-include-thinking", "true")
                .body();

        String said = isStream
                ? joined(DialectHttpClient.frames(body), "content")
                : DialectHttpClient.JSON
                        .readTree(body)
                        .at("/choices/0/message/content")
                        .asText();
        assertThat(said).isEqualTo(text);
        assertThat(body).doesNotContain("reasoning_content");
    }

    @Test
    void theFamilyIsFoundByTheModelsName() throws Exception {
        backend.answer("my-GLM-x", (_, socket) -> socket.json(whole("<think>hm</think>Hello")));
        backend.answer("my-other", (_, socket) -> socket.json(whole("<think>hm</think>Hello")));
        ProxiedRun run = ProxiedRun.open(service, "auto");

        assertThat(DialectHttpClient.json(run.post(ProxiedRun.CHAT, withTool("my-GLM-x", false)))
                        .at("/choices/0/message/content")
                        .asText())
                .isEqualTo("Hello");
        assertThat(DialectHttpClient.json(run.post(ProxiedRun.CHAT, withTool("my-other", false)))
                        .at("/choices/0/message/content")
                        .asText())
                .isEqualTo("<think>hm</think>Hello");
    }

    private String stream(String sent) throws Exception {
        String model = backend.model((_, socket) -> socket.stream().chunk(sent).end());
        return ProxiedRun.open(service, "glm")
                .post(ProxiedRun.CHAT, withTool(model, true))
                .body();
    }

    private static String withTool(String model, boolean isStream) {
        return ProxiedRun.body(ProxiedRun.CHAT, model, isStream)
                .replace(
                        "\"stream\"",
                        "\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"look\",\"parameters\":"
                                + "{\"type\":\"object\",\"properties\":{\"q\":{\"type\":\"string\"}}}}}],\"stream\"");
    }

    /// A chunk with unknown fields at every level.
    private static String chunk(String escaped) {
        return """
                data: {"id":"x","choices":[{"index":0,"delta":{"content":"%s","vendor_delta":1},"finish_reason":null,"vendor_choice":3}],"vendor":2}

                """.formatted(escaped);
    }

    private static String whole(String escaped) {
        return """
                {"id":"x","choices":[{"index":0,"message":{"role":"assistant","content":"%s","vendor_message":4},"finish_reason":"stop","vendor_choice":3}],"vendor":2,"usage":{"prompt_tokens":1,"completion_tokens":2,"total_tokens":3,"vendor_cost":0.00010}}
                """.formatted(escaped);
    }

    private static String joined(List<JsonNode> frames, String field) {
        return frames.stream()
                .map(frame -> frame.at("/choices/0/delta").path(field).asText(""))
                .collect(Collectors.joining());
    }

    private static String arguments(List<JsonNode> frames) {
        return frames.stream()
                .map(frame -> frame.at("/choices/0/delta/tool_calls/0/function/arguments")
                        .asText(""))
                .collect(Collectors.joining());
    }
}
