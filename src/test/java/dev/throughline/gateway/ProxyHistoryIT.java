package dev.throughline.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.testing.ProxyProfile;
import dev.throughline.testing.ScriptedBackend;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/// The handling of the reasoning in a history before it is sent to a backend.
@QuarkusTest
@TestProfile(ProxyProfile.class)
class ProxyHistoryIT {
    private static final ProxyDialect CHAT = new ProxyChat();
    private static final ProxyAnswer CALLING = ProxyAnswer.CALLING;
    private static final ProxyAnswer ENDING = ProxyAnswer.ENDING;

    @TestHTTPResource("/")
    URI service;

    ScriptedBackend backend;

    @ParameterizedTest
    @CsvSource({"plain,exact", "keep-last,exact", "repair,exact"})
    void aHistoryThatIsRightStaysByteForByte(String name, String word) throws Exception {
        Loop loop = loop(name, CHAT, CALLING);
        String body = spaced(CHAT.result(loop.question, CALLING, "Output."));

        HttpResponse<String> answer = loop.send(body);

        assertThat(loop.received()).isEqualTo(body);
        assertThat(preservation(answer)).contains(word + "; turns=1");
        assertThat(loop.run.exchange(2).path("repairs")).isEmpty();
    }

    @Test
    void asSentLeavesOutWhatTheClientLeftOutAndSaysSo() throws Exception {
        Loop loop = loop("plain", CHAT, CALLING);
        String body = spaced(without(CHAT.result(loop.question, CALLING, "Output.")));

        HttpResponse<String> answer = loop.send(body);

        assertThat(loop.received()).isEqualTo(body);
        assertThat(preservation(answer)).contains("missing; turns=1");
        assertThat(loop.run.run().report().at("/capabilities/THINK/status").asText())
                .isEqualTo("BROKEN");
    }

    @ParameterizedTest
    @CsvSource({"/v1/chat/completions", "/v1/messages", "/v1/responses"})
    void repairPutsBackByCallIdWhatTheClientDropped(String path) throws Exception {
        ProxyDialect client = ProxyDialect.of(path);
        Loop loop = loop("repair", client, CALLING);

        HttpResponse<String> answer = loop.send(without(client.result(loop.question, CALLING, "Output.")));

        ProxyFollowUp followUp = CHAT.followUp(ProxyDialect.object(loop.received()));
        assertThat(followUp.reasoning()).isEqualTo(CALLING.reasoning());
        assertThat(followUp.text()).isEqualTo(CALLING.text());
        assertThat(preservation(answer)).contains("missing; turns=1");
        JsonNode repairs = loop.run.exchange(2).path("repairs");
        assertThat(repairs).hasSize(1);
        assertThat(repairs.at("/0/exchange").asInt()).isEqualTo(1);
        assertThat(repairs.at("/0/by").asText()).isEqualTo("call-id");
        assertThat(repairs.at("/0/blocks").asInt()).isEqualTo(1);
        assertThat(repairs.at("/0/message").asText()).startsWith(path.contains("responses") ? "/input/" : "/messages/");
    }

    @Test
    void repairPutsBackByContentWhatHadNoCall() throws Exception {
        Loop loop = loop("repair", CHAT, ENDING);

        loop.send(next(loop.question, ENDING.text(), Optional.empty()));

        assertThat(ProxyDialect.object(loop.received())
                        .at("/messages/2/reasoning_content")
                        .asText())
                .isEqualTo(ENDING.reasoning());
        assertThat(loop.run.exchange(2).path("repairs").toString())
                .isEqualTo("[{\"message\":\"/messages/2\",\"exchange\":1,\"by\":\"content-hash\",\"blocks\":1}]");
    }

    @Test
    void repairPutsBackWhatTheClientChanged() throws Exception {
        Loop loop = loop("repair", CHAT, CALLING);
        String changed = CALLING.reasoning().strip();
        ObjectNode body = ProxyDialect.object(CHAT.result(loop.question, CALLING, "Output."));
        ((ObjectNode) body.at("/messages/2")).put("reasoning_content", changed);

        HttpResponse<String> answer = loop.send(body.toString());

        assertThat(CHAT.followUp(ProxyDialect.object(loop.received())).reasoning())
                .isEqualTo(CALLING.reasoning());
        assertThat(preservation(answer)).contains("modified; turns=1");
    }

    @Test
    void repairTrustsTheCallIdBeforeTheText() throws Exception {
        Loop loop = loop("repair", CHAT, CALLING);
        ProxyAnswer other =
                new ProxyAnswer("Other.", "", CALLING.text(), "call_other", "look", "{}", "tool_calls", 1, 1);
        backend.answer(
                loop.model,
                (_, socket) -> socket.stream().chunk(CHAT.stream(other)).end());
        loop.run.post(ProxiedRun.CHAT, loop.question);
        backend.take(loop.model);

        loop.send(without(CHAT.result(loop.question, CALLING, "Output.")));

        assertThat(CHAT.followUp(ProxyDialect.object(loop.received())).reasoning())
                .isEqualTo(CALLING.reasoning());
    }

    @Test
    void repairLeavesAnAnswerOfAnotherRunAlone() throws Exception {
        Loop loop = loop("repair", CHAT, CALLING);
        Loop other = loop("repair", CHAT, ENDING);
        String body = without(CHAT.result(other.question, CALLING, "Output."));

        HttpResponse<String> answer = other.send(body);

        assertThat(other.received()).isEqualTo(body);
        assertThat(preservation(answer)).contains("n/a");
        assertThat(loop.run).isNotEqualTo(other.run);
    }

    /// A chat client is given none, so that none is known of its answers.
    @ParameterizedTest
    @CsvSource({"/v1/messages", "/v1/responses"})
    void repairPutsASignatureBackToo(String path) throws Exception {
        ProxyDialect client = ProxyDialect.of(path);
        Loop loop = loop("repair-anthropic", client, CALLING.signed("c2ln+/=="));

        loop.send(without(client.result(loop.question, CALLING.signed("c2ln+/=="), "Output.")));

        JsonNode thinking = ProxyDialect.object(loop.received()).at("/messages/1/content/0");
        assertThat(thinking.path("thinking").asText()).isEqualTo(CALLING.reasoning());
        assertThat(thinking.path("signature").asText()).isEqualTo("c2ln+/==");
    }

    @ParameterizedTest
    @CsvSource({"none,'',''", "keep-last,'','So. '", "plain,'So. ','So. '"})
    void reasoningIsTakenOutAsTheModeSays(String name, String before, String after) throws Exception {
        Loop loop = loop(name, CHAT, ENDING);
        ObjectNode body = ProxyDialect.object(next(loop.question, ENDING.text(), Optional.of(ENDING.reasoning())));
        String second = CHAT.result(body.toString(), CALLING, "Output.")
                .replace(ProxyDialect.quoted(CALLING.reasoning()), "\"So. \"");

        loop.send(second);

        JsonNode messages = ProxyDialect.object(loop.received()).path("messages");
        assertThat(messages.at("/2/content").asText()).isEqualTo(ENDING.text());
        assertThat(messages.at("/2/reasoning_content").asText("")).isEqualTo(before);
        assertThat(messages.at("/4/tool_calls/0/id").asText()).isEqualTo(CALLING.callId());
        assertThat(messages.at("/4/reasoning_content").asText("")).isEqualTo(after);
    }

    @Test
    void aFirstRequestHasNothingToPreserve() throws Exception {
        ProxiedRun run = ProxiedRun.open(service, "plain");
        String model = backend.model((_, socket) -> socket.json(CHAT.whole(ENDING)));

        assertThat(preservation(run.whole(ProxiedRun.CHAT, model))).contains("n/a");
    }

    /// One loop of tools: its question is answered, the next request is refused, which ends the test.
    private Loop loop(String name, ProxyDialect client, ProxyAnswer answer) throws Exception {
        ProxyDialect server = name.contains("anthropic") ? new ProxyMessages() : CHAT;
        String model = backend.model(
                (_, socket) -> socket.stream().chunk(server.stream(answer)).end());
        var loop = new Loop(ProxiedRun.open(service, name), client, model, client.question(model, true));
        assertThat(loop.run.post(client.path(), loop.question).statusCode()).isEqualTo(200);
        backend.take(model);
        return loop;
    }

    private final class Loop {
        private final ProxiedRun run;
        private final ProxyDialect client;
        private final String model;
        private final String question;

        private Loop(ProxiedRun run, ProxyDialect client, String model, String question) {
            this.run = run;
            this.client = client;
            this.model = model;
            this.question = question;
        }

        private HttpResponse<String> send(String body) throws Exception {
            return run.post(client.path(), body);
        }

        private String received() throws InterruptedException {
            return backend.take(model).text();
        }
    }

    /// A second question after an answer.
    private static String next(String question, String text, Optional<String> reasoning) {
        ObjectNode body = ProxyDialect.object(question);
        ObjectNode said =
                body.withArray("messages").addObject().put("role", "assistant").put("content", text);
        reasoning.ifPresent(value -> said.put("reasoning_content", value));
        body.withArray("messages").addObject().put("role", "user").put("content", "And now?");
        return body.toString();
    }

    /// The same request without any reasoning.
    private static String without(String request) {
        ObjectNode body = ProxyDialect.object(request);
        for (JsonNode message : body.path(body.has("input") ? "input" : "messages")) {
            ((ObjectNode) message).remove("reasoning_content");
            removeThinking(message.path("content"));
        }
        removeThinking(body.path("input"));
        return body.toString();
    }

    private static void removeThinking(JsonNode blocks) {
        if (blocks.isArray()) {
            var all = blocks.iterator();
            while (all.hasNext()) {
                if (List.of("thinking", "reasoning")
                        .contains(all.next().path("type").asText())) {
                    all.remove();
                }
            }
        }
    }

    /// The same JSON with different white space.
    private static String spaced(String body) {
        return body.replaceFirst("\\{", "{ \n\t").replace("\"role\":", "\"role\" : ");
    }

    private static Optional<String> preservation(HttpResponse<String> answer) {
        return answer.headers().firstValue("x-throughline-preservation");
    }
}
