package dev.throughline.run.training;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.testing.ProxyProfile;
import dev.throughline.testing.ReceivedRequest;
import dev.throughline.testing.ScriptedBackend;
import dev.throughline.testing.TestHttpClient;
import dev.throughline.testing.TestRun;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/// Ids of tokens as backends return them: asked for, kept from clients, recorded and exported.
@QuarkusTest
@TestProfile(ProxyProfile.class)
class SampledTokensIT {
    private static final JsonMapper JSON = new JsonMapper();

    @TestHTTPResource("/")
    URI service;

    ScriptedBackend backend;

    private final BlockingQueue<Reply> replies = new LinkedBlockingQueue<>();
    private String model = "";
    private TestRun run;

    /// What the model is to write: ids with the log-probability -0.5 times their place, and a text for each.
    private record Reply(List<Integer> prompt, List<Integer> ids, String text, String finish) {}

    @BeforeEach
    void open() throws Exception {
        open("ids");
    }

    private void open(String name) throws Exception {
        run = TestRun.open(service, Map.of("mode", "proxy", "backend", name));
        model = backend.model((request, socket) -> {
            Reply reply = replies.take();
            if (request.json().path("stream").asBoolean()) {
                socket.stream().chunk(stream(reply)).end();
            } else if (name.equals("ids")) {
                socket.json(whole(reply, request));
            } else {
                socket.json(sglang(reply));
            }
        });
    }

    private static String stream(Reply reply) {
        StringBuilder frames = new StringBuilder("data: {\"id\":\"x\",\"object\":\"chat.completion.chunk\",\"choices\":"
                + "[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"},\"logprobs\":null,"
                + "\"finish_reason\":null}],\"prompt_token_ids\":" + reply.prompt() + "}\n\n");
        for (int at = 0; at < reply.ids().size(); at++) {
            boolean isLast = at == reply.ids().size() - 1;
            String text = isLast ? "" : "\"content\":\"" + reply.text() + at + "\"";
            frames.append(
                    "data: {\"id\":\"x\",\"object\":\"chat.completion.chunk\",\"choices\":[{\"index\":0,\"delta\":{"
                            + text + "},\"logprobs\":{\"content\":[" + logprob(at) + "]},\"finish_reason\":"
                            + (isLast ? "\"" + reply.finish() + "\"" : "null") + ",\"token_ids\":["
                            + reply.ids().get(at) + "]}]}\n\n");
        }
        return frames.append("data: [DONE]\n\n").toString();
    }

    private static String logprob(int at) {
        return "{\"token\":\"t\",\"logprob\":" + -0.5 * at + ",\"bytes\":[1],\"top_logprobs\":[]}";
    }

    private static String logprobs(Reply reply) {
        List<String> all = new ArrayList<>();
        for (int at = 0; at < reply.ids().size(); at++) {
            all.add(logprob(at));
        }
        return "{\"content\":[" + String.join(",", all) + "]}";
    }

    private static String whole(Reply reply, ReceivedRequest request) {
        boolean isAsked = request.json().path("return_token_ids").asBoolean();
        return "{\"id\":\"x\",\"object\":\"chat.completion\",\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\","
                + "\"content\":\"" + reply.text() + "\"},\"logprobs\":" + logprobs(reply) + ",\"finish_reason\":\""
                + reply.finish() + "\",\"token_ids\":" + (isAsked ? reply.ids() : null) + "}],\"prompt_token_ids\":"
                + (isAsked ? reply.prompt() : null) + "}";
    }

    private static String sglang(Reply reply) {
        List<String> sampled = new ArrayList<>();
        for (int at = 0; at < reply.ids().size(); at++) {
            sampled.add("[" + -0.5 * at + "," + reply.ids().get(at) + ",null]");
        }
        return "{\"id\":\"x\",\"object\":\"chat.completion\",\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\","
                + "\"content\":\"" + reply.text() + "\"},\"logprobs\":" + logprobs(reply) + ",\"finish_reason\":\""
                + reply.finish() + "\",\"matched_stop\":7,\"prompt_token_ids\":" + reply.prompt() + ",\"meta_info\":"
                + "{\"id\":\"y\",\"output_token_logprobs\":[" + String.join(",", sampled) + "]}}]}";
    }

    /// Asks, and returns what the client got.
    private TestHttpClient.Answer ask(boolean isStream, ArrayNode messages, Reply reply, String... more) {
        replies.add(reply);
        ObjectNode body = JSON.createObjectNode().put("model", model).put("stream", isStream);
        for (String field : more) {
            body.put(field, true);
        }
        body.set("messages", messages);
        TestHttpClient.Answer answer =
                TestHttpClient.of(service).post("/r/" + run.id() + "/v1/chat/completions", body.toString());
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer;
    }

    private JsonNode sent() throws InterruptedException {
        return backend.take(model).json();
    }

    private static ArrayNode talk(String... texts) {
        ArrayNode messages = JSON.createArrayNode();
        for (int at = 0; at < texts.length; at++) {
            messages.addObject().put("role", at % 2 == 0 ? "user" : "assistant").put("content", texts[at]);
        }
        return messages;
    }

    private List<JsonNode> rows() throws Exception {
        List<JsonNode> rows = new ArrayList<>();
        for (String line :
                run.text("/training?shape=sampled&format=jsonl").lines().toList()) {
            rows.add(JSON.readTree(line));
        }
        return rows;
    }

    private static List<Double> doubles(JsonNode list) {
        List<Double> found = new ArrayList<>();
        list.forEach(each -> found.add(each.asDouble()));
        return found;
    }

    @Test
    void vllmIsAskedAndItsClientGetsNothingOfIt() throws Exception {
        TestHttpClient.Answer got =
                ask(true, talk("Hi"), new Reply(List.of(5, 6, 70_000), List.of(11, 12, 99), "a", "stop"));

        JsonNode sent = sent();
        assertThat(sent.path("return_token_ids").asBoolean()).isTrue();
        assertThat(sent.path("logprobs").asBoolean()).isTrue();
        assertThat(got.body()).contains("a0", "a1").doesNotContain("token_ids", "logprob\"");
        JsonNode row = rows().getFirst();
        assertThat(row.path("input_ids")).hasToString("[5,6,70000,11,12,99]");
        assertThat(row.path("loss_mask")).hasToString("[0,0,0,1,1,1]");
        assertThat(doubles(row.path("logprobs"))).containsExactly(0.0, 0.0, 0.0, 0.0, -0.5, -1.0);
        assertThat(row.path("prompt_length").asInt()).isEqualTo(3);
    }

    @Test
    void aPromptThatBeginsWithAllBeforeContinuesTheRow() throws Exception {
        ask(true, talk("Hi"), new Reply(List.of(5, 6), List.of(11, 12, 99), "a", "stop"));
        ask(
                false,
                talk("Hi", "a0a1", "And?"),
                new Reply(List.of(5, 6, 11, 12, 99, 7, 8), List.of(13, 99), "b", "stop"));

        JsonNode row = rows().getFirst();
        assertThat(rows()).hasSize(1);
        assertThat(row.path("input_ids")).hasToString("[5,6,11,12,99,7,8,13,99]");
        assertThat(row.path("loss_mask")).hasToString("[0,0,1,1,1,0,0,1,1]");
        assertThat(row.at("/provenance/learned_exchanges")).hasToString("[1,2]");
        // Of the second prompt only what is new is recorded.
        assertThat(run.text("/exchanges/2/tokens")).contains("\"text\":\"p1:5:Bwg=\"");
    }

    @Test
    void aPromptThatChangedWhatCameBeforeBeginsAnotherRow() throws Exception {
        ask(true, talk("Hi"), new Reply(List.of(5, 6), List.of(11, 12, 99), "a", "stop"));
        ask(false, talk("Hi", "a0a1", "And?"), new Reply(List.of(5, 6, 12, 99, 7), List.of(13, 99), "b", "stop"));

        List<JsonNode> rows = rows();
        assertThat(rows).hasSize(2);
        assertThat(rows.get(0).path("input_ids")).hasToString("[5,6,11,12,99]");
        assertThat(rows.get(1).path("input_ids")).hasToString("[5,6,12,99,7,13,99]");
        assertThat(rows.get(1).path("loss_mask")).hasToString("[0,0,0,0,0,1,1]");
    }

    @Test
    void sglangIsAskedForWholeAnswersOnly() throws Exception {
        open("ids-sglang");
        TestHttpClient.Answer got = ask(false, talk("Hi"), new Reply(List.of(5, 6), List.of(11, 99), "a", "stop"));

        assertThat(sent().path("return_prompt_token_ids").asBoolean()).isTrue();
        assertThat(got.json().at("/choices/0/matched_stop").asInt()).isEqualTo(7);
        assertThat(got.body()).doesNotContain("token_ids", "meta_info", "logprob\"");
        assertThat(rows().getFirst().path("input_ids")).hasToString("[5,6,11,99]");
        assertThat(doubles(rows().getFirst().path("logprobs"))).containsExactly(0.0, 0.0, 0.0, -0.5);
        ask(true, talk("Ho"), new Reply(List.of(5, 6), List.of(11, 99), "a", "stop"));
        assertThat(sent().has("return_prompt_token_ids")).isFalse();
    }

    @Test
    void aClientGetsWhatItAskedFor() {
        JsonNode ids = ask(
                        false, talk("Hi"), new Reply(List.of(5, 6), List.of(11, 99), "a", "stop"), "return_token_ids")
                .json();
        JsonNode logprobs = ask(false, talk("Ho"), new Reply(List.of(5), List.of(11, 99), "a", "stop"), "logprobs")
                .json();

        assertThat(ids.path("prompt_token_ids")).hasToString("[5,6]");
        assertThat(ids.at("/choices/0/token_ids")).hasToString("[11,99]");
        assertThat(ids.at("/choices/0/logprobs").isNull()).isTrue();
        assertThat(logprobs.has("prompt_token_ids")).isFalse();
        assertThat(logprobs.at("/choices/0/logprobs/content/1/logprob").asDouble())
                .isCloseTo(-0.5, within(1e-9));
    }

    @Test
    void forksRetriesAndRewardsAreNamed() throws Exception {
        ask(false, talk("Hi"), new Reply(List.of(5), List.of(11, 99), "a", "stop"));
        TestHttpClient.Answer retry = ask(false, talk("Hi"), new Reply(List.of(5), List.of(12, 99), "b", "stop"));
        TestHttpClient.Answer left =
                ask(false, talk("Hi", "b", "L?"), new Reply(List.of(5, 12, 99, 7), List.of(13), "c", "stop"));
        ask(false, talk("Hi", "b", "R?"), new Reply(List.of(5, 12, 99, 8), List.of(14), "d", "stop"));

        TestHttpClient.Answer recorded = TestHttpClient.of(service)
                .post(
                        "/api/v1/runs/" + run.id() + "/rewards",
                        "{\"rewards\":[{\"request\":\"%s\",\"value\":0.25},{\"request\":\"%s\",\"value\":1,\"name\":\"ok\"},{\"request\":\"req_x\",\"value\":1}]}"
                                .formatted(retry.header("x-request-id"), left.header("x-request-id")));

        assertThat(recorded.json()).hasToString("{\"requests\":2,\"unknown\":[\"req_x\"]}");
        List<JsonNode> rows = rows();
        assertThat(rows)
                .extracting(row -> row.at("/provenance/exchange").asInt())
                .containsExactly(1, 3, 4);
        assertThat(rows.get(0).at("/provenance/siblings"))
                .hasToString("[{\"exchange\":3,\"fork\":0},{\"exchange\":4,\"fork\":0}]");
        assertThat(rows.get(1).at("/provenance/siblings"))
                .hasToString("[{\"exchange\":1,\"fork\":0},{\"exchange\":4,\"fork\":2}]");
        assertThat(rows.get(1).at("/provenance/rewards"))
                .hasToString("[{\"exchange\":2,\"name\":\"reward\",\"value\":0.25},"
                        + "{\"exchange\":3,\"name\":\"ok\",\"value\":1.0}]");
    }

    @Test
    void anAnswerWithoutIdsHasNoRow() throws Exception {
        open("plain");
        ask(false, talk("Hi"), new Reply(List.of(5), List.of(11, 99), "a", "stop"));

        assertThat(sent().has("return_token_ids")).isFalse();
        assertThat(run.get("/training?shape=sampled&format=json")
                        .at("/leftOut/no-token-ids")
                        .asInt())
                .isEqualTo(1);
    }
}
