package dev.throughline.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.testing.ProxyProfile;
import dev.throughline.testing.Scrape;
import dev.throughline.testing.ScriptedBackend;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// The first answers of a model, of which it is not known yet whether its prompt opens the reasoning.
@QuarkusTest
@TestProfile(ProxyProfile.class)
class ProxyFirstAnswerIT {
    /// Of the family GLM-4.7, in default settings.
    private static final String KNOWN = "orphan";
    /// Known by the names of its models only.
    private static final String BY_NAME = "auto";

    private static final String DONE = "data: [DONE]\n\n";
    private static final String START =
            "data: {\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}]}\n\n";
    private static final String FINISH =
            "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n";

    @TestHTTPResource("/")
    URI service;

    ScriptedBackend backend;

    @ParameterizedTest
    @ValueSource(strings = {ProxiedRun.CHAT, ProxiedRun.MESSAGES, ProxiedRun.RESPONSES})
    void theVeryFirstAnswerIsSplit(String path) throws Exception {
        String model = backend.model((_, socket) -> socket.stream()
                .chunk(START + content("I th") + content("ink.</th") + content("ink>Hello") + FINISH + DONE)
                .end());
        ProxiedRun run = ProxiedRun.open(service, KNOWN);

        String body = run.stream(path, model).body();

        assertThat(texts(run.tokens(1), "reasoning")).isEqualTo("I think.");
        assertThat(texts(run.tokens(1), "text")).isEqualTo("Hello");
        assertThat(body).doesNotContain("</think>");
        assertThat(run.exchange(1).path("anomalies").toString()).isEqualTo("[]");
        Scrape.eventually(
                service,
                now -> assertThat(now.value("throughline_reasoning_models", "backend", KNOWN, "state", "prefilled"))
                        .isPositive());
    }

    @Test
    void aWholeFirstAnswerIsSplit() throws Exception {
        String model = backend.model((_, socket) -> socket.json(whole("I think.</think>Hello")));

        JsonNode answer = DialectHttpClient.json(ProxiedRun.open(service, KNOWN).whole(ProxiedRun.CHAT, model));

        assertThat(answer.at("/choices/0/message/reasoning_content").asText()).isEqualTo("I think.");
        assertThat(answer.at("/choices/0/message/content").asText()).isEqualTo("Hello");
    }

    @Test
    void aFirstAnswerWithoutReasoningStaysByteForByte() throws Exception {
        String sent = START + ": comment\n\n" + content("Hello \\u00e4") + content(" `</b>` you") + FINISH + DONE;
        String model = backend.model((_, socket) -> socket.stream().chunk(sent).end());

        assertThat(ProxiedRun.open(service, KNOWN).stream(ProxiedRun.CHAT, model)
                        .body())
                .isEqualTo(sent);
    }

    @Test
    void whatComesBeforeTheFirstTextIsNotKeptBack() throws Exception {
        var seen = new CompletableFuture<Void>();
        String model = backend.model((_, socket) -> {
            socket.stream().chunk(START);
            seen.get(10, TimeUnit.SECONDS);
            socket.chunk(content("I think.</think>Hello") + FINISH + DONE).end();
        });
        ProxiedRun run = ProxiedRun.open(service, KNOWN);

        try (RawClient client = send(run, model)) {
            client.until("assistant");
            seen.complete(null);
            assertThat(client.until("[DONE]")).contains("Hello");
        }
    }

    @Test
    void theNextAnswerStreamsFromItsFirstText() throws Exception {
        var seen = new CompletableFuture<Void>();
        String model = backend.model((_, socket) -> socket.json(whole("I think.</think>Hello")));
        ProxiedRun run = ProxiedRun.open(service, KNOWN);
        run.whole(ProxiedRun.CHAT, model);
        backend.answer(model, (_, socket) -> {
            socket.stream().chunk(START + content("I wonder"));
            seen.get(10, TimeUnit.SECONDS);
            socket.chunk(content(".</think>Hello") + FINISH + DONE).end();
        });

        try (RawClient client = send(run, model)) {
            assertThat(client.until("I wonder")).contains("reasoning_content");
            seen.complete(null);
            client.until("[DONE]");
        }
    }

    @ParameterizedTest
    @CsvSource({"I think.</think>Hello, true", "Hello, false"})
    void anAnswerThatIsKeptBackStreamsOnceAnotherOneHasEnded(String other, boolean isReasoning) throws Exception {
        var begun = new CompletableFuture<Void>();
        var ended = new CompletableFuture<Void>();
        var seen = new CompletableFuture<Void>();
        String model = backend.model((_, socket) -> {
            socket.stream().chunk(START + content("I"));
            begun.complete(null);
            ended.get(10, TimeUnit.SECONDS);
            socket.chunk(content(" wonder"));
            seen.get(10, TimeUnit.SECONDS);
            socket.chunk(content(".</think>Hello") + FINISH + DONE).end();
        });
        ProxiedRun run = ProxiedRun.open(service, KNOWN);

        try (RawClient client = send(run, model)) {
            begun.get(10, TimeUnit.SECONDS);
            backend.answer(model, (_, socket) -> socket.json(whole(other)));
            run.whole(ProxiedRun.CHAT, model);
            ended.complete(null);
            assertThat(client.until(" wonder").contains("reasoning_content")).isEqualTo(isReasoning);
            seen.complete(null);
            client.until("[DONE]");
        }
    }

    @Test
    void aReasoningFieldShowsAtOnceThatTheContentIsContent() throws Exception {
        var seen = new CompletableFuture<Void>();
        String reasoning = "data: {\"choices\":[{\"index\":0,\"delta\":{\"reasoning\":\"I think.\"}}]}\n\n";
        String model = backend.model((_, socket) -> {
            socket.stream().chunk(START + reasoning + content("Hello"));
            seen.get(10, TimeUnit.SECONDS);
            socket.chunk(content(" you") + FINISH + DONE).end();
        });

        try (RawClient client = send(ProxiedRun.open(service, KNOWN), model)) {
            client.until("Hello");
            seen.complete(null);
            client.until("[DONE]");
        }
    }

    @Test
    void aModelOfUnknownVersionIsReadRightFromTheFirstAnswerOn() throws Exception {
        String model = "my-glm-orphan";
        backend.answer(
                model,
                (_, socket) -> socket.stream()
                        .chunk(content("I think.") + content("</think>Hello") + FINISH + DONE)
                        .end());
        ProxiedRun run = ProxiedRun.open(service, BY_NAME);

        for (int i = 0; i < 3; i++) {
            run.stream(ProxiedRun.CHAT, model);
        }

        for (int number = 1; number <= 3; number++) {
            assertThat(texts(run.tokens(number), "reasoning")).isEqualTo("I think.");
            assertThat(texts(run.tokens(number), "text")).isEqualTo("Hello");
            assertThat(run.exchange(number).path("anomalies").toString()).isEqualTo("[]");
        }
        assertThat(List.of(state(run, 1), state(run, 2), state(run, 3)))
                .containsExactly("unseen", "likely-prefilled", "prefilled");
    }

    @Test
    void aWholeFirstAnswerOfAModelOfUnknownVersionIsSplit() throws Exception {
        String model = "my-glm-whole";
        backend.answer(model, (_, socket) -> socket.json(whole("I think.</think>Hello")));

        JsonNode answer =
                DialectHttpClient.json(ProxiedRun.open(service, BY_NAME).whole(ProxiedRun.CHAT, model));

        assertThat(answer.at("/choices/0/message/reasoning_content").asText()).isEqualTo("I think.");
        assertThat(answer.at("/choices/0/message/content").asText()).isEqualTo("Hello");
    }

    @Test
    void theFirstAnswerOfAModelOfUnknownVersionWaitsForAMomentOnly() throws Exception {
        String model = "my-glm-slow";
        var seen = new CompletableFuture<Void>();
        backend.answer(model, (_, socket) -> {
            socket.stream().chunk(START + content("I wonder"));
            seen.get(10, TimeUnit.SECONDS);
            socket.chunk(content(".</think>") + content("Hello") + FINISH + DONE)
                    .end();
        });
        ProxiedRun run = ProxiedRun.open(service, BY_NAME);

        try (RawClient client = send(run, model)) {
            assertThat(client.until("I wonder")).contains("\"content\"");
            seen.complete(null);
            client.until("[DONE]");
        }

        assertThat(texts(run.tokens(1), "text")).isEqualTo("I wonder.</think>Hello");
        assertThat(run.exchange(1).path("anomalies").toString()).contains("orphan-closer");
        run.stream(ProxiedRun.CHAT, model);
        assertThat(state(run, 2)).isEqualTo("likely-prefilled");
    }

    @Test
    void aTurnMarkerInReasoningThatThePromptOpenedIsText() throws Exception {
        String model = backend.model((_, socket) -> socket.stream()
                .chunk(START + content("I read <|us") + content("er|> here.</think>Hello <b>") + FINISH + DONE)
                .end());
        ProxiedRun run = ProxiedRun.open(service, KNOWN);

        run.stream(ProxiedRun.CHAT, model);

        assertThat(texts(run.tokens(1), "reasoning")).isEqualTo("I read <|user|> here.");
        assertThat(texts(run.tokens(1), "text")).isEqualTo("Hello <b>");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Use `</think>` to close.", "Close it:\\n</think>\\nThat is all."})
    void anAnswerThatTalksAboutTheCloserLeavesTheNextOneItsContent(String talk) throws Exception {
        String model = "my-glm-" + talk.length();
        backend.answer(model, (_, socket) -> socket.json(whole(talk)));
        ProxiedRun run = ProxiedRun.open(service, BY_NAME);
        run.whole(ProxiedRun.CHAT, model);
        backend.answer(model, (_, socket) -> socket.json(whole("Hello")));

        JsonNode answer = DialectHttpClient.json(run.whole(ProxiedRun.CHAT, model));

        assertThat(answer.at("/choices/0/message/content").asText()).isEqualTo("Hello");
    }

    @Test
    void whatAnAnswerOfAKnownFamilyTalksAboutStaysContent() throws Exception {
        String model = backend.model((_, socket) -> socket.json(whole("Use `</think>` to close.")));
        ProxiedRun run = ProxiedRun.open(service, KNOWN);

        JsonNode answer = DialectHttpClient.json(run.whole(ProxiedRun.CHAT, model));

        assertThat(answer.at("/choices/0/message/content").asText())
                .startsWith("Use ")
                .endsWith(" to close.");
        assertThat(answer.at("/choices/0/message").has("reasoning_content")).isFalse();
    }

    @Test
    void whatOneModelShowsIsNotTakenForAnother() throws Exception {
        String first = backend.model((_, socket) -> socket.json(whole("I think</think>Hello")));
        String second = backend.model((_, socket) -> socket.json(whole("Hello")));
        ProxiedRun run = ProxiedRun.open(service, KNOWN);
        run.whole(ProxiedRun.CHAT, first);

        JsonNode answer = DialectHttpClient.json(run.whole(ProxiedRun.CHAT, second));

        assertThat(answer.at("/choices/0/message/content").asText()).isEqualTo("Hello");
    }

    @Test
    void aConnectionThatBreaksWhileTheStartIsKeptBackGivesWhatCame() throws Exception {
        String model = backend.model((_, socket) -> {
            socket.stream().chunk(START + content("I think"));
            socket.close();
        });
        ProxiedRun run = ProxiedRun.open(service, KNOWN);

        String body = run.stream(ProxiedRun.CHAT, model).body();

        assertThat(body).contains("\"error\"").doesNotContain("[DONE]");
        assertThat(texts(run.tokens(1), "reasoning")).isEqualTo("I think");
        assertThat(run.outcome()).isEqualTo("FAILED");
    }

    @Test
    void aRequestThatSwitchesThinkingOffIsAnsweredAtOnce() throws Exception {
        var seen = new CompletableFuture<Void>();
        String model = backend.model((_, socket) -> {
            socket.stream().chunk(START + content("Hello"));
            seen.get(10, TimeUnit.SECONDS);
            socket.chunk(FINISH + DONE).end();
        });
        ProxiedRun run = ProxiedRun.open(service, KNOWN);
        String body = ProxiedRun.body(ProxiedRun.CHAT, model, true)
                .replace("\"stream\"", "\"chat_template_kwargs\":{\"enable_thinking\":false},\"stream\"");

        try (RawClient client = RawClient.send(service, "/r/" + run.run().id() + ProxiedRun.CHAT, body)) {
            client.until("Hello");
            seen.complete(null);
            client.until("[DONE]");
        }
    }

    /// A block of text is text, even if a limit cut it off (zai-org/zai-coding-plugins#12).
    @Test
    void aTextOfADialectWithBlocksIsTextThoughALimitCutItOff() throws Exception {
        String model = backend.model((_, socket) -> socket.json("""
                {"id":"msg_1","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":"Visible"}],\
                "stop_reason":"max_tokens","stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}"""));

        JsonNode answer =
                DialectHttpClient.json(ProxiedRun.open(service, "anthropic-glm").whole(ProxiedRun.CHAT, model));

        assertThat(answer.at("/choices/0/message/content").asText()).isEqualTo("Visible");
        assertThat(answer.at("/choices/0/message").has("reasoning_content")).isFalse();
    }

    /// What follows an answer whose reasoning the request itself closes is its content (antirez/ds4#897).
    @Test
    void anAnswerThatContinuesAClosedReasoningIsContent() throws Exception {
        String model = backend.model((_, socket) -> socket.json(whole("391")));
        String body = ProxiedRun.body(ProxiedRun.CHAT, model, false)
                .replace("}]", "},{\"role\":\"assistant\",\"content\":\"<think>340+51</think>\"}]");

        JsonNode answer =
                DialectHttpClient.json(ProxiedRun.open(service, "glm-r").post(ProxiedRun.CHAT, body));

        assertThat(answer.at("/choices/0/message/content").asText()).isEqualTo("391");
        assertThat(answer.at("/choices/0/message").has("reasoning_content")).isFalse();
    }

    private RawClient send(ProxiedRun run, String model) throws Exception {
        return RawClient.send(
                service, "/r/" + run.run().id() + ProxiedRun.CHAT, ProxiedRun.body(ProxiedRun.CHAT, model, true));
    }

    private static String state(ProxiedRun run, int number) throws Exception {
        return run.exchange(number).at("/backend/reasoningState").asText();
    }

    private static String content(String escaped) {
        return "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" + escaped + "\"}}]}\n\n";
    }

    private static String whole(String escaped) {
        return "{\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":\"" + escaped
                + "\"},\"finish_reason\":\"stop\"}]}";
    }

    private static String texts(List<JsonNode> tokens, String kind) {
        return tokens.stream()
                .filter(token -> token.path("kind").asText().equals(kind))
                .map(token -> token.path("text").asText())
                .collect(Collectors.joining());
    }
}
