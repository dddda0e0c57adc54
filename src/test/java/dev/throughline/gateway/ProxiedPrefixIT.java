package dev.throughline.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.testing.BackendSocket;
import dev.throughline.testing.ProxyProfile;
import dev.throughline.testing.ScriptedBackend;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.net.URI;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// A backend's cache report is shown next to the shared prefix of the prompts.
@QuarkusTest
@TestProfile(ProxyProfile.class)
class ProxiedPrefixIT {
    private static final String MODEL = "cached-glm-4.7";

    @TestHTTPResource("/")
    URI service;

    ScriptedBackend backend;

    private static void answer(BackendSocket socket, String usage) throws IOException {
        socket.whole(200, """
                {"id": "x", "object": "chat.completion", "model": "cached-glm-4.7", "choices": [{"index": 0,
                 "message": {"role": "assistant", "content": "Said.", "reasoning_content": "Thought."},
                 "finish_reason": "stop"}], "usage": %s}""".formatted(usage), "content-type: application/json");
    }

    /// Asks one question after another, and gives back all that was answered.
    private static JsonNode steps(ProxiedRun client, int questions) throws Exception {
        ObjectNode body = DialectHttpClient.JSON.createObjectNode().put("model", MODEL);
        body.putObject("chat_template_kwargs").put("clear_thinking", false);
        ArrayNode messages = body.putArray("messages");
        for (int question = 1; question <= questions; question++) {
            messages.addObject().put("role", "user").put("content", "Question " + question + "?");
            var answer = client.post(ProxiedRun.CHAT, body.toString());
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            messages.add(DialectHttpClient.json(answer).at("/choices/0/message"));
            client.exchange(question);
        }
        return client.run().get("/prefix").path("steps");
    }

    @Test
    void whatTheServerDidNotReuseIsNotBlamedOnThePrompt() throws Exception {
        Iterator<String> usages = List.of(
                        "{\"prompt_tokens\": 400, \"completion_tokens\": 5}",
                        "{\"prompt_tokens\": 1000, \"completion_tokens\": 5,"
                                + " \"prompt_tokens_details\": {\"cached_tokens\": 17}}",
                        "{\"prompt_tokens\": 2000, \"completion_tokens\": 5}")
                .iterator();
        backend.answer(MODEL, (_, socket) -> answer(socket, usages.next()));
        ProxiedRun client = ProxiedRun.open(service, "plain");

        JsonNode steps = steps(client, 3);

        assertThat(steps).as(steps.toPrettyString()).hasSize(2);
        JsonNode cache = steps.at("/0/cache");
        int common = steps.at("/0/comparison/common").asInt();
        assertThat(steps.at("/0/comparison/stable").asBoolean()).isTrue();
        assertThat(steps.at("/0/comparison/next").asInt()).isEqualTo(1_000);
        assertThat(common).isPositive();
        assertThat(cache.path("reported").asInt()).isEqualTo(17);
        assertThat(cache.path("reusable").asInt()).isEqualTo(common);
        assertThat(cache.path("unexplained").asInt()).isEqualTo(common - 17);
        assertThat(steps.at("/1/cache/reported").asInt(-1)).isZero();
        JsonNode prefix = client.run().get("/report").path("prefix");
        assertThat(prefix.path("wasted").asInt(-1)).as(prefix.toPrettyString()).isZero();
        assertThat(prefix.at("/losses/0/cause").asText()).isEqualTo("SERVER");
        assertThat(prefix.at("/losses/0/requests").toString()).isEqualTo("[2,3]");
        assertThat(prefix.at("/losses/0/avoidable").asBoolean(true)).isFalse();
    }

    @Test
    void aServerThatReportsNothingIsNotAccused() throws Exception {
        backend.answer(MODEL, (_, socket) -> answer(socket, "{\"prompt_tokens\": 900, \"completion_tokens\": 5}"));
        ProxiedRun client = ProxiedRun.open(service, "plain");

        JsonNode steps = steps(client, 2);

        assertThat(steps.at("/0/cache/reusable").asInt())
                .as(steps.toPrettyString())
                .isPositive();
        assertThat(steps.at("/0/cache").has("reported")).isFalse();
        assertThat(client.run().get("/report").at("/prefix/losses")).isEmpty();
    }
}
