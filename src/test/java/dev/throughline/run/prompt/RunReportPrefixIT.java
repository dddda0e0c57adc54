package dev.throughline.run.prompt;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.testing.TestHttpClient;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// What the report of a run says of lost prefixes.
@QuarkusTest
class RunReportPrefixIT {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String RUNS = "/api/v1/runs/";

    private final String run = TestHttpClient.underTest()
            .post("/api/v1/runs", "{\"scenario\": \"tools\"}")
            .json()
            .path("id")
            .asText();
    private final ArrayNode history = JSON.createArrayNode();

    private ObjectNode ask(String model) {
        ObjectNode request = JSON.createObjectNode().put("model", model);
        request.set("messages", history);
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

    /// Turns of one call and one answer each, of a client that never gives reasoning back.
    private void turns(String model, int count) {
        for (int turn = 0; turn < count; turn++) {
            history.addObject().put("role", "user").put("content", "And now?");
            ObjectNode call = ask(model);
            call.remove("reasoning_content");
            history.add(call);
            call.path("tool_calls")
                    .forEach(one -> history.addObject()
                            .put("role", "tool")
                            .put("tool_call_id", one.path("id").asText())
                            .put("content", "found"));
            ObjectNode said = ask(model);
            said.remove("reasoning_content");
            history.add(said);
        }
    }

    private JsonNode report() {
        return TestHttpClient.underTest().get(RUNS + run + "/report").json().path("prefix");
    }

    @Test
    void groupsLossesByCauseAndKindOfField() {
        turns("glm-4.7", 3);

        JsonNode prefix = report();

        assertThat(prefix.path("compared").asInt()).as(prefix.toString()).isEqualTo(5);
        assertThat(prefix.path("complete").asBoolean()).isTrue();
        assertThat(prefix.path("estimated").asBoolean()).isTrue();
        assertThat(prefix.path("wasted").asLong()).isPositive();
        assertThat(prefix.path("losses")).anySatisfy(loss -> {
            assertThat(loss.path("cause").asText()).isEqualTo("REASONING_DROPPED");
            assertThat(loss.path("pointer").asText()).isEqualTo("/messages/*/reasoning_content");
            assertThat(loss.path("avoidable").asBoolean()).isTrue();
            assertThat(loss.path("requests").size()).isGreaterThan(1);
        });
        assertThat(TestHttpClient.underTest()
                        .get(RUNS + run + "/report?format=text")
                        .body())
                .contains("Prompt cache")
                .contains("5 requests compared with the one before")
                .contains("cached tokens each: REASONING_DROPPED at /messages/*/reasoning_content");
        assertThat(TestHttpClient.underTest()
                        .get(RUNS + run + "/report?format=html")
                        .body())
                .contains("<h2>Prompt cache</h2>")
                .contains("REASONING_DROPPED");
    }

    @Test
    void saysThatATemplateIsNeeded() {
        turns("qwen9-max", 1);

        JsonNode prefix = report();

        assertThat(prefix.path("compared").asInt()).as(prefix.toString()).isZero();
        assertThat(prefix.path("notes").toString())
                .contains("No template is known")
                .contains("throughline.templates")
                .contains("qwen9-max");
    }

    @Test
    void aRunOfOneRequestHasNoSuchPart() {
        history.addObject().put("role", "user").put("content", "Hi");
        ask("glm-4.7");

        assertThat(TestHttpClient.underTest().get(RUNS + run + "/report").json().has("prefix"))
                .isFalse();
    }
}
