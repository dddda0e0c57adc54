package dev.throughline.run.prompt;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.cli.CommandRunner;
import dev.throughline.testing.TestHttpClient;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@QuarkusTest
class RecordedPromptResourceIT {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String RUNS = "/api/v1/runs/";

    private final String run = TestHttpClient.underTest()
            .post("/api/v1/runs", "{\"scenario\": \"tools\"}")
            .json()
            .path("id")
            .asText();
    private final ObjectNode request = JSON.createObjectNode().put("model", "zai-org/GLM-4.7-FP8");

    private ObjectNode ask(ArrayNode messages) {
        request.set("messages", messages);
        request.putArray("tools")
                .addObject()
                .put("type", "function")
                .putObject("function")
                .put("name", "lookup");
        TestHttpClient.Answer answer =
                TestHttpClient.underTest().post("/r/" + run + "/v1/chat/completions", request.toString());
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return (ObjectNode) answer.json().at("/choices/0/message");
    }

    private ArrayNode question() {
        ArrayNode messages = JSON.createArrayNode();
        messages.addObject().put("role", "user").put("content", "Where <b>is</b> it?");
        return messages;
    }

    private void toolLoop(boolean dropsReasoning) {
        ArrayNode messages = question();
        goOn(messages, dropsReasoning);
        ask(messages);
    }

    /// Asks, and adds the answer and what its calls found.
    private void goOn(ArrayNode messages, boolean dropsReasoning) {
        ObjectNode answer = ask(messages);
        if (dropsReasoning) {
            answer.remove("reasoning_content");
        }
        messages.add(answer);
        answer.path("tool_calls")
                .forEach(call -> messages.addObject()
                        .put("role", "tool")
                        .put("tool_call_id", call.path("id").asText())
                        .put("content", "found"));
    }

    @Test
    void showsThePromptOfARecordedRequest() {
        ask(question());

        JsonNode prompt = TestHttpClient.underTest()
                .get(RUNS + run + "/exchanges/1/prompt")
                .json();

        assertThat(prompt.path("text").asText())
                .startsWith("[gMASK]<sop><|system|>")
                .contains("\"name\": \"lookup\"")
                .endsWith("<|user|>Where <b>is</b> it?<|assistant|><think>");
        assertThat(TestHttpClient.underTest()
                        .get(RUNS + run + "/exchanges/1/prompt?format=text&template=glm-4.5")
                        .body())
                .endsWith("<|user|>\nWhere <b>is</b> it?<|assistant|>");
    }

    @Test
    void thePageShowsHostileTextAsText() {
        ask(question());

        TestHttpClient.Answer page =
                TestHttpClient.underTest().get(RUNS + run + "/exchanges/1/prompt", "accept", "text/html");

        assertThat(page.header("content-type")).startsWith("text/html");
        assertThat(page.header("content-security-policy")).contains("default-src 'none'");
        assertThat(page.body()).contains("Where &lt;b&gt;is&lt;/b&gt; it?").doesNotContain("<b>is");
    }

    @Test
    void aClientThatKeepsReasoningKeepsThePrefix() {
        toolLoop(false);

        JsonNode steps =
                TestHttpClient.underTest().get(RUNS + run + "/prefix").json().path("steps");

        assertThat(steps).hasSize(1);
        assertThat(steps.at("/0/exchange").asInt()).isEqualTo(2);
        assertThat(steps.at("/0/previous").asInt()).isEqualTo(1);
        assertThat(steps.at("/0/comparison/answerRendered").asBoolean()).isTrue();
        assertThat(steps.at("/0/comparison/stable").asBoolean())
                .as(steps.toString())
                .isTrue();
    }

    @Test
    void aPageOfManyRequestsSaysTheSameAsAPageForEach() {
        ArrayNode kept = question();
        ArrayNode dropped = question();
        for (int i = 0; i < 4; i++) {
            goOn(kept, false);
            goOn(dropped, i % 2 == 0);
        }

        String prefix = RUNS + run + "/prefix?limit=";
        JsonNode together =
                TestHttpClient.underTest().get(prefix + "200").json().path("steps");
        ArrayNode one = JSON.createArrayNode();
        for (int after = 0; after < 8; after++) {
            TestHttpClient.underTest()
                    .get(prefix + "1&after=" + after)
                    .json()
                    .path("steps")
                    .forEach(one::add);
        }

        assertThat(one).isEqualTo(together).hasSize(6);
    }

    @Test
    void aClientThatDropsReasoningLosesThePrefix() {
        toolLoop(true);

        JsonNode comparison =
                TestHttpClient.underTest().get(RUNS + run + "/prefix").json().at("/steps/0/comparison");

        assertThat(comparison.path("stable").asBoolean()).isFalse();
        assertThat(comparison.path("cause").asText()).isEqualTo("REASONING_DROPPED");
        assertThat(comparison.path("pointer").asText()).isEqualTo("/messages/1/reasoning_content");
        assertThat(comparison.path("unit").asText()).isEqualTo("token");
        assertThat(comparison.path("estimated").asBoolean()).isTrue();
        assertThat(comparison.path("avoidable").asBoolean()).isTrue();
    }

    @Test
    void wrongNamesAreNamed() {
        ask(question());

        TestHttpClient.Answer unknown =
                TestHttpClient.underTest().get(RUNS + run + "/exchanges/1/prompt?template=none");

        assertThat(unknown.status()).isEqualTo(400);
        assertThat(unknown.json().path("parameter").asText()).isEqualTo("template");
        assertThat(unknown.json().path("allowed").toString()).contains("glm-4.7");
        assertThat(TestHttpClient.underTest()
                        .get(RUNS + run + "/exchanges/9/prompt")
                        .status())
                .isEqualTo(404);
        assertThat(TestHttpClient.underTest()
                        .get(RUNS + run + "/exchanges/1/prompt?format=pdf")
                        .status())
                .isEqualTo(400);
    }

    private static CommandRunner.Outcome prefix(String arguments) {
        return CommandRunner.run("prefix " + arguments + " --server "
                + TestHttpClient.underTest().service());
    }

    @Test
    void theCommandSucceedsForAKeptPrefix() {
        toolLoop(false);

        assertThat(prefix(run).code()).isZero();
    }

    @Test
    void theCommandFailsForALostPrefix() {
        toolLoop(true);

        assertThat(prefix(run).code()).isEqualTo(1);
    }

    @Test
    void theCommandKnowsNothingOfAModelWithoutATemplateAndRefusesWrongNames() {
        request.put("model", "qwen3");
        toolLoop(false);

        assertThat(prefix(run).code()).isEqualTo(2);
        assertThat(prefix(run + " --template none").code()).isEqualTo(64);
        assertThat(prefix("no-such-run").code()).isEqualTo(64);
    }
}
