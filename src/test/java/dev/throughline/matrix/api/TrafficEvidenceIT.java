package dev.throughline.matrix.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.testing.TestHttpClient;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// A sealed run of live traffic is in the matrix beside what was measured on purpose: shown, not counted unless asked.
@QuarkusTest
class TrafficEvidenceIT {
    private static final String VERSION = "0.0.9801";
    private static final String CLIENT = "opencode@" + VERSION;
    private static final String CELLS = "/api/v1/matrix?client=opencode&clientVersion=" + VERSION + "&capability=THINK";
    private static final String USE = "/api/v1/can-i-use?client=" + CLIENT;
    private static final String USE_PAGE = "/matrix/can-i-use?client=" + CLIENT;

    private String run = "";

    /// Live requests of a client that drops its reasoning, in a run that is then sealed.
    @BeforeEach
    void traffic() throws Exception {
        ArrayNode messages = JsonNodeFactory.instance.arrayNode();
        messages.addObject().put("role", "user").put("content", "Hello");
        for (int i = 0; i < 2; i++) {
            ObjectNode body = JsonNodeFactory.instance.objectNode().put("model", "glm-4.7");
            body.set("messages", messages);
            HttpResponse<String> answer = send("/stub/v1/chat/completions", body);
            run = answer.headers().firstValue("x-throughline-run").orElseThrow();
            ObjectNode message =
                    (ObjectNode) new JsonMapper().readTree(answer.body()).at("/choices/0/message");
            message.remove(List.of("reasoning", "reasoning_content"));
            messages.add(message);
            answerCalls(message, messages);
        }
        assertThat(TestHttpClient.underTest()
                        .post("/api/v1/runs/" + run + "/seal", "")
                        .status())
                .isEqualTo(200);
    }

    private static void answerCalls(JsonNode message, ArrayNode messages) {
        for (JsonNode call : message.path("tool_calls")) {
            messages.addObject()
                    .put("role", "tool")
                    .put("tool_call_id", call.path("id").asText())
                    .put("content", "done");
        }
        messages.addObject().put("role", "user").put("content", "Go on");
    }

    private static HttpResponse<String> send(String path, JsonNode body) throws IOException, InterruptedException {
        HttpResponse<String> answer = TestHttpClient.send(
                HttpRequest.newBuilder(URI.create(TestHttpClient.underTest().service() + path))
                        .header("user-agent", "opencode/" + VERSION)
                        .header("content-type", "application/json")
                        .POST(BodyPublishers.ofString(body.toString()))
                        .build(),
                BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer;
    }

    @Test
    void isACellOfItsOwnWithItsOrigin() {
        JsonNode cells = TestHttpClient.underTest().get(CELLS).json().path("cells");

        assertThat(cells).hasSize(1);
        assertThat(cells.at("/0/origin").asText()).isEqualTo("TRAFFIC");
        assertThat(cells.at("/0/scenario").asText()).isEqualTo("traffic");
        assertThat(cells.at("/0/status").asText()).isEqualTo("BROKEN");
        JsonNode runs = TestHttpClient.underTest()
                .get("/api/v1/matrix/cells/" + cells.at("/0/id").asText() + "/history")
                .json()
                .path("runs");
        assertThat(runs.findValuesAsText("origin")).isNotEmpty().containsOnly("TRAFFIC");
        assertThat(runs.findValuesAsText("run")).contains(run);
    }

    @Test
    void decidesCanIUseOnlyIfItCounts() {
        JsonNode shown = TestHttpClient.underTest().get(USE).json();
        JsonNode counted =
                TestHttpClient.underTest().get(USE + "&countTraffic=true").json();

        assertThat(shown.path("answer").isNull()).as(shown.toPrettyString()).isTrue();
        assertThat(shown.path("rows").findValuesAsText("role")).contains("TRAFFIC");
        assertThat(shown.path("notices").findValuesAsText("kind")).contains("TRAFFIC");
        assertThat(counted.path("answer").isBoolean())
                .as(counted.toPrettyString())
                .isTrue();
        assertThat(counted.path("answer").asBoolean()).isFalse();
        assertThat(counted.path("rows").findValuesAsText("role"))
                .contains("MATCH")
                .doesNotContain("TRAFFIC");
    }

    @Test
    void isInNoReportThatAPipelineReadsUnlessItCounts() {
        String sarif = CELLS + "&format=sarif";
        String junit = CELLS + "&format=junit";

        assertThat(results(sarif)).isEmpty();
        assertThat(results(sarif + "&countTraffic=true")).isNotEmpty();
        assertThat(TestHttpClient.underTest().get(junit).body()).doesNotContain(VERSION);
        assertThat(TestHttpClient.underTest().get(junit + "&countTraffic=true").body())
                .contains(VERSION);
    }

    private static JsonNode results(String address) {
        return TestHttpClient.underTest().get(address).json().at("/runs/0/results");
    }

    @Test
    void leavesBadgesGrey() {
        String badge = TestHttpClient.underTest()
                .get("/badge/opencode/THINK.json?version=" + VERSION)
                .body();

        assertThat(badge).doesNotContain("broken");
    }

    @Test
    void theFormHasASwitchThatCountsIt() {
        String shown = page(USE_PAGE);
        String counted = page(USE_PAGE + "&countTraffic=true");

        assertThat(shown)
                .contains("<input type=\"checkbox\" id=\"count-traffic\" name=\"countTraffic\" value=\"true\">")
                .contains("</span> unknown</p>")
                .contains(">live traffic, not counted<")
                .doesNotContain("--count-traffic", "Badges leave live traffic out");
        assertThat(counted)
                .contains("name=\"countTraffic\" value=\"true\" checked>")
                .contains("</span> no</p>")
                .contains(">decides<")
                .contains("./throughline can-i-use " + CLIENT + " --count-traffic<")
                .contains("Badges leave live traffic out")
                .doesNotContain(">live traffic, not counted<");
    }

    @Test
    void hasASectionOfTheOverviewThatSaysWhetherItCounts() {
        String shown = page("/matrix?cursor=traffic:");
        String counted = page("/matrix?countTraffic=true&scenario=traffic&cursor=clients:");

        assertThat(shown)
                .contains("<h2 id=\"live-traffic\">Live traffic, not counted</h2>")
                .contains(VERSION);
        assertThat(counted)
                .contains("<h2 id=\"live-traffic\">Live traffic</h2>")
                .doesNotContain("ive traffic, not counted");
    }

    private static String page(String path) {
        return TestHttpClient.underTest().get(path, "accept", "text/html").body();
    }

    @Test
    void isShownOnThePageApart() {
        assertThat(TestHttpClient.underTest()
                        .get(CELLS.replace("/api/v1", ""), "accept", "text/html")
                        .body())
                .contains("BROKEN".toLowerCase(Locale.ROOT));
    }
}
