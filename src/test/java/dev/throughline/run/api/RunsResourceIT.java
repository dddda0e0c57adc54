package dev.throughline.run.api;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.rest.SettingName;
import dev.throughline.run.RunMode;
import dev.throughline.stub.InjectedFault;
import dev.throughline.stub.Scenario;
import dev.throughline.stub.StubOutputForm;
import dev.throughline.testing.TestHttpClient;
import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.verdict.Tolerance;
import dev.throughline.wire.ReasoningField;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@QuarkusTest
class RunsResourceIT {
    private static final String FULL = """
            {"label":"nightly","mode":"stub","policy":"interleaved","scenario":"long","output":"raw-glm-4.5",
             "reasoningField":"reasoning","tolerate":"trimmed",
             "tokens":20,"pace":"PT0.02S","redacted":true,"seed":7,"maxRequests":9,
             "idleTimeout":90000,"client":{"name":"opencode","version":"1.1.34","variant":"interleaved","packages":["b@2","a@1"],
             "dialect":"openai-chat","model":"glm-4.7"},
             "faults":[{"kind":"drop-after","exchange":2,"amount":5},{"kind":"status-429"}]}""";

    @Test
    void opensARunWithDefaultsForAnEmptyBody() {
        TestHttpClient.Answer answer = TestHttpClient.underTest().post("/api/v1/runs", "");

        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        JsonNode run = answer.json();
        assertThat(answer.header("location"))
                .endsWith("/api/v1/runs/" + run.path("id").asText());
        assertThat(run.path("state").asText()).isEqualTo("CREATED");
        assertThat(run.path("scenario").asText()).isEqualTo("tools");
        assertThat(run.path("output").asText()).isEqualTo("native");
        assertThat(run.path("policy").asText()).isEqualTo("preserved");
        assertThat(run.path("reasoningField").asText()).isEqualTo("reasoning_content");
        assertThat(run.path("idleTimeout").asText()).isEqualTo("PT30M");
        assertThat(run.has("client")).isFalse();
    }

    @Test
    void keepsEverySettingAndShowsItAgain() {
        ChatSession chatSession = ChatSession.open(FULL);

        JsonNode run = TestHttpClient.underTest().get(chatSession.path()).json();
        assertThat(run.path("label").asText()).isEqualTo("nightly");
        assertThat(run.path("policy").asText()).isEqualTo("interleaved");
        assertThat(run.path("scenario").asText()).isEqualTo("long");
        assertThat(run.path("output").asText()).isEqualTo("raw-glm-4.5");
        assertThat(run.path("reasoningField").asText()).isEqualTo("reasoning");
        assertThat(run.path("tolerate").asText()).isEqualTo("trimmed");
        assertThat(run.path("tokens").asInt()).isEqualTo(20);
        assertThat(run.path("pace").asText()).isEqualTo("PT0.02S");
        assertThat(run.path("redacted").asBoolean()).isTrue();
        assertThat(run.path("seed").asLong()).isEqualTo(7);
        assertThat(run.path("maxRequests").asInt()).isEqualTo(9);
        assertThat(run.path("idleTimeout").asText()).isEqualTo("PT1M30S");
        assertThat(run.path("client").toString())
                .isEqualTo("{\"name\":\"opencode\",\"version\":\"1.1.34\",\"variant\":\"interleaved\","
                        + "\"packages\":[\"a@1\",\"b@2\"],"
                        + "\"dialect\":\"openai-chat\",\"model\":\"glm-4.7\"}");
        assertThat(run.path("faults").toString())
                .isEqualTo("[{\"kind\":\"drop-after\",\"exchange\":2,\"amount\":5},"
                        + "{\"kind\":\"status-429\",\"amount\":-1}]");
        assertThat(run).isEqualTo(chatSession.run());
    }

    @Test
    void givesUrlsOnTheHostOfTheRequest() {
        ChatSession chatSession = ChatSession.open("{}");
        String base = TestHttpClient.underTest().service() + "/r/" + chatSession.id();

        JsonNode urls = chatSession.run().path("urls");
        assertThat(urls.path("openai").asText()).isEqualTo(base + "/v1");
        assertThat(urls.path("anthropic").asText()).isEqualTo(base);
        assertThat(urls.path("report").asText())
                .isEqualTo(TestHttpClient.underTest().service() + chatSession.path() + "/report");
        assertThat(urls.path("page").asText())
                .isEqualTo(TestHttpClient.underTest().service() + "/runs/" + chatSession.id());
    }

    @Test
    void listsRunsNewestFirstPageByPage() {
        var opened = new ArrayList<String>();
        for (int i = 0; i < 5; i++) {
            opened.addFirst(ChatSession.open("{\"label\":\"pages\"}").id());
        }

        var listed = new ArrayList<String>();
        JsonNode page = TestHttpClient.underTest()
                .get("/api/v1/runs?label=pages&limit=2")
                .json();
        listed.addAll(ids(page));
        while (page.has("next")) {
            page = TestHttpClient.underTest()
                    .get("/api/v1/runs?label=pages&limit=2&cursor="
                            + page.path("next").asText())
                    .json();
            listed.addAll(ids(page));
        }

        assertThat(listed).containsExactlyElementsOf(opened);
    }

    @Test
    void filtersByClientVersionModeAndState() {
        String id = ChatSession.open("{\"client\":{\"name\":\"filtered\",\"version\":\"2.0\"}}")
                .id();
        ChatSession.open("{\"client\":{\"name\":\"filtered\",\"version\":\"3.0\"}}");

        assertThat(ids(TestHttpClient.underTest()
                        .get("/api/v1/runs?client=filtered")
                        .json()))
                .hasSize(2);
        assertThat(ids(TestHttpClient.underTest()
                        .get("/api/v1/runs?client=filtered&version=2.0&mode=stub&state=created")
                        .json()))
                .containsExactly(id);
        assertThat(ids(TestHttpClient.underTest()
                        .get("/api/v1/runs?client=filtered&state=SEALED")
                        .json()))
                .isEmpty();
    }

    @Test
    void sealsOnceAndForAll() {
        ChatSession chatSession = ChatSession.open("{}");

        JsonNode sealed = TestHttpClient.underTest()
                .post(chatSession.path() + "/seal", "")
                .json();
        JsonNode again = TestHttpClient.underTest()
                .post(chatSession.path() + "/seal", "")
                .json();

        assertThat(sealed.path("state").asText()).isEqualTo("SEALED");
        assertThat(sealed.path("sealed").asText()).isNotBlank();
        assertThat(again).isEqualTo(sealed);
    }

    @Test
    void deletesARunWithItsRecord() {
        ChatSession chatSession = ChatSession.open("{\"scenario\":\"chat\"}");
        chatSession.say("Hello", true);

        TestHttpClient.Answer deleted = TestHttpClient.underTest().send("DELETE", chatSession.path(), "");

        assertThat(deleted.status()).isEqualTo(204);
        ProblemsIT.isProblem(TestHttpClient.underTest().get(chatSession.path()), 404, "unknown-run");
        ProblemsIT.isProblem(
                TestHttpClient.underTest().get(chatSession.path() + "/exchanges/1/tokens"), 404, "unknown-run");
    }

    @Test
    void refusesToDeleteARunWhoseAnswerIsInFlightAndLetsTheAnswerEnd() throws IOException {
        ChatSession chatSession = ChatSession.open("{\"scenario\":\"long\",\"tokens\":100,\"pace\":20}");
        HttpRequest question = TestHttpClient.underTest()
                .request("/r/" + chatSession.id() + "/v1/chat/completions")
                .header("content-type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"model\":\"m\",\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}"))
                .build();

        try (InputStream answer = TestHttpClient.send(question, HttpResponse.BodyHandlers.ofInputStream())
                .body()) {
            ProblemsIT.isProblem(TestHttpClient.underTest().send("DELETE", chatSession.path(), ""), 409, "conflict");
            assertThat(new String(answer.readAllBytes(), StandardCharsets.UTF_8))
                    .endsWith("data: [DONE]\n\n");
        }

        assertThat(TestHttpClient.underTest()
                        .send("DELETE", chatSession.path(), "")
                        .status())
                .isEqualTo(204);
    }

    @Test
    void theDescriptionNamesEverySettingThatIsAccepted() {
        JsonNode schemas = TestHttpClient.underTest()
                .get("/openapi?format=json")
                .json()
                .path("components")
                .path("schemas");

        assertThat(names(schemas, "NewRun", "mode")).isEqualTo(SettingName.all(RunMode.class));
        assertThat(names(schemas, "NewRun", "scenario")).isEqualTo(SettingName.all(Scenario.class));
        assertThat(names(schemas, "NewRun", "output")).isEqualTo(SettingName.all(StubOutputForm.class));
        assertThat(names(schemas, "NewRun", "policy")).isEqualTo(SettingName.all(ThinkingPolicy.class));
        assertThat(names(schemas, "NewRun", "reasoningField")).isEqualTo(SettingName.all(ReasoningField.class));
        assertThat(names(schemas, "NewRun", "tolerate")).isEqualTo(SettingName.all(Tolerance.class));
        assertThat(names(schemas, "NewFault", "kind")).isEqualTo(SettingName.all(InjectedFault.Kind.class));
    }

    private static List<String> names(JsonNode schemas, String schema, String property) {
        return schemas.path(schema)
                .path("properties")
                .path(property)
                .path("enum")
                .valueStream()
                .map(JsonNode::asText)
                .toList();
    }

    private static List<String> ids(JsonNode page) {
        return page.path("runs")
                .valueStream()
                .map(run -> run.path("id").asText())
                .toList();
    }
}
