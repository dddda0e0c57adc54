package dev.throughline.k8s;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.gateway.DialectHttpClient;
import dev.throughline.testing.BackendSocket;
import dev.throughline.testing.ProxyProfile;
import dev.throughline.testing.Scrape;
import dev.throughline.testing.ScriptedBackend;
import dev.throughline.testing.TestRun;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// Alerts and dashboard beside the metrics of a service that had traffic: on the stub and in front of backends, with
/// a lost thought, a repaired one and broken markup.
@QuarkusTest
@TestProfile(ProxyProfile.class)
class MonitoredTrafficIT {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String STUB = "glm-4.7";
    private static final String SAID = "Said.";

    @TestHTTPResource("/")
    URI service;

    ScriptedBackend backend;

    @BeforeEach
    void traffic() throws Exception {
        TestRun stub = TestRun.open(service, Map.of("scenario", "chat"));
        loseReasoning(stub, STUB);
        stub.seal();
        loseReasoning(proxied("repair"), backend.model((_, socket) -> answer(socket, "Thought.", SAID)));
        loseReasoning(proxied("plain"), backend.model((_, socket) -> answer(socket, "Thought.", SAID)));
        String broken = backend.model((_, socket) -> answer(socket, "", "<think>a</think>b</think>c"));
        new DialectHttpClient(service)
                .post(path(proxied("glm")), body(broken, true).toString());
    }

    @Test
    void everyMetricAndLabelOfTheAlertsIsExposed() throws Exception {
        assertThat(MonitoringQueries.alerts()).hasSizeGreaterThan(10);
        exposed(metrics ->
                MonitoringQueries.alerts().forEach(query -> MonitoringQueries.assertNamesAreExposed(metrics, query)));
    }

    @Test
    void everyMetricAndLabelOfTheDashboardIsExposed() throws Exception {
        assertThat(MonitoringQueries.dashboard()).hasSizeGreaterThan(20);
        exposed(metrics -> MonitoringQueries.dashboard()
                .forEach(target -> MonitoringQueries.assertNamesAreExposed(
                        metrics, target.path("expr").asText())));
    }

    @Test
    void everyVariableOfTheDashboardIsALabelOfAnExposedMetric() throws Exception {
        List<String> queries = StreamSupport.stream(
                        MonitoringQueries.dashboardFile().at("/templating/list").spliterator(), false)
                .map(variable -> variable.path("query").asText())
                .filter(query -> query.startsWith("label_values("))
                .toList();

        assertThat(queries).hasSize(3);
        for (String query : queries) {
            String inside = query.substring("label_values(".length(), query.length() - 1);
            int comma = inside.lastIndexOf(',');
            String label = inside.substring(comma + 1).strip();
            String sum = "sum by (" + label + ") (" + inside.substring(0, comma) + ")";
            exposed(metrics -> MonitoringQueries.assertNamesAreExposed(metrics, sum));
        }
    }

    @Test
    void theKeptRatioIsOnTopAndCountsTheLoss() throws Exception {
        JsonNode first = MonitoringQueries.dashboardFile().at("/panels/0");

        assertThat(first.at("/gridPos/y").asInt()).isZero();
        assertThat(first.at("/targets/0/expr").asText()).contains("throughline_preservation_total");
        exposed(metrics -> assertThat(metrics.metrics())
                .extractingByKey("throughline_preservation_total")
                .satisfies(labels -> assertThat(labels.get("result")).contains("missing")));
    }

    @Test
    void noQueryHasTheNameOfANamespace() {
        assertThat(MonitoringQueries.alerts()).noneMatch(query -> query.contains("namespace="));
        assertThat(MonitoringQueries.dashboard())
                .allMatch(target -> target.path("expr").asText().contains("namespace=~\"$namespace\""));
    }

    private TestRun proxied(String name) throws Exception {
        return TestRun.open(service, Map.of("mode", "proxy", "backend", name));
    }

    private static String path(TestRun run) {
        return "/r/" + run.id() + "/v1/chat/completions";
    }

    /// Two requests; the second returns the first answer without its reasoning.
    private void loseReasoning(TestRun run, String model) throws Exception {
        var client = new DialectHttpClient(service);
        boolean isStub = model.equals(STUB);
        String answer = client.post(path(run), body(model, !isStub).toString()).body();
        ObjectNode forgetful = JSON.createObjectNode().put("role", "assistant");
        forgetful.put(
                "content",
                isStub ? JSON.readTree(answer).at("/choices/0/message/content").asText() : SAID);
        ObjectNode second = body(model, true);
        second.withArray("messages").add(forgetful);
        second.withArray("messages").addObject().put("role", "user").put("content", "Go on");
        assertThat(client.post(path(run), second.toString()).statusCode()).isEqualTo(200);
    }

    private static ObjectNode body(String model, boolean stream) throws IOException {
        ObjectNode body = (ObjectNode) JSON.readTree(DialectHttpClient.chat(stream));
        return body.put("model", model);
    }

    private static void answer(BackendSocket socket, String reasoning, String text) throws IOException {
        socket.stream().chunk("""
                data: {"id":"x","model":"scripted","choices":[{"index":0,"delta":{"role":"assistant","reasoning_content":"%s"}}]}

                data: {"id":"x","choices":[{"index":0,"delta":{"content":"%s"}}]}

                data: {"id":"x","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}

                data: {"id":"x","choices":[],"usage":{"prompt_tokens":10,"completion_tokens":5,"total_tokens":15}}

                data: [DONE]

                """.formatted(reasoning, text)).end();
    }

    private void exposed(Consumer<MetricsExposition> claims) throws Exception {
        Scrape.eventually(service, now -> claims.accept(MetricsExposition.of(now.text())));
    }
}
