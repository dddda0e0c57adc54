package dev.throughline.k8s;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.throughline.access.KeyLimits;
import dev.throughline.access.KeyTable;
import dev.throughline.access.Scope;
import dev.throughline.conversation.Dialect;
import dev.throughline.run.AnswerOutcome;
import dev.throughline.run.ExchangeEnd;
import dev.throughline.run.ExchangeEnd.ExchangeTiming;
import dev.throughline.run.RecordedAnomaly;
import dev.throughline.store.database.Database;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.telemetry.BackendPeer;
import dev.throughline.telemetry.CompletedExchange;
import dev.throughline.telemetry.ExchangeSpans;
import dev.throughline.telemetry.Telemetry;
import dev.throughline.testing.KeysProfile;
import dev.throughline.testing.TestHttpClient;
import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.trace.Preservation;
import io.fabric8.kubernetes.api.model.HTTPGetAction;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.openshift.api.model.monitoring.v1.Endpoint;
import io.fabric8.openshift.api.model.monitoring.v1.ServiceMonitor;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.ConfigProvider;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// What the manifests ask of the service, asked of one that runs and that needs keys, as it does in a cluster.
@QuarkusTest
@TestProfile(KeysProfile.class)
class RunningServiceIT {

    @TestHTTPResource
    URI service;

    @Inject
    Telemetry telemetry;

    @Test
    void probesAreAnsweredWithoutAKey() throws IOException, InterruptedException {
        var container = RenderedChart.of("production").workload("throughline").container();
        List<String> paths = Stream.of(
                        container.getStartupProbe(), container.getLivenessProbe(), container.getReadinessProbe())
                .map(Probe::getHttpGet)
                .map(HTTPGetAction::getPath)
                .toList();

        assertThat(paths).containsExactly("/q/health/started", "/q/health/live", "/q/health/ready");
        for (String path : paths) {
            HttpResponse<String> answer = get(path, Optional.empty());
            assertThat(answer.statusCode()).as(path).isEqualTo(200);
            JsonNode checks = new JsonMapper().readTree(answer.body()).path("checks");
            assertThat(checks).as("something is checked at %s", path).isNotEmpty();
        }
    }

    @Test
    void metricsAreServedToAKeyOfScopeReadAsPrometheusSendsIt() throws IOException, InterruptedException {
        Endpoint endpoint = RenderedChart.of("production")
                .only(ServiceMonitor.class)
                .getSpec()
                .getEndpoints()
                .getFirst();

        assertThat(get(endpoint.getPath(), Optional.empty()).statusCode()).isEqualTo(401);
        assertThat(endpoint.getAuthorization().getType()).isEqualTo("Bearer");
        assertThat(get(endpoint.getPath(), Optional.of(key())).statusCode()).isEqualTo(200);
    }

    @Test
    void autoscalerCountsAGaugeOfTheService() throws IOException, InterruptedException {
        MetricsExposition exposed = exposed();
        List<String> metrics = RenderedChart.read(
                        "streams", Chart.render("autoscaler: {enabled: true, streamsPerPod: 400}"))
                .only(HorizontalPodAutoscaler.class)
                .getSpec()
                .getMetrics()
                .stream()
                .filter(metric -> metric.getType().equals("Pods"))
                .map(metric -> metric.getPods().getMetric().getName())
                .toList();

        assertThat(metrics)
                .isNotEmpty()
                .allSatisfy(metric -> assertThat(exposed.types()).containsEntry(metric, "gauge"));
    }

    @Test
    void alertsQueryOnlyWhatTheServiceExposes() throws IOException, InterruptedException {
        MetricsExposition exposed = exposed();
        List<String> expressions = MonitoringQueries.alerts();

        assertThat(expressions)
                .hasSizeGreaterThan(10)
                .allSatisfy(expression -> MonitoringQueries.assertAreExposed(exposed, expression));
    }

    @Test
    void dashboardQueriesOnlyWhatTheServiceExposes() throws IOException, InterruptedException {
        MetricsExposition exposed = exposed();
        List<JsonNode> targets = MonitoringQueries.dashboard();

        assertThat(targets).hasSizeGreaterThan(20).allSatisfy(target -> {
            String expression = target.path("expr").asText();
            MonitoringQueries.assertAreExposed(exposed, expression);
            assertThat(expression).contains("namespace=~\"$namespace\"");
            Pattern.compile("\\{\\{(\\w+)}}")
                    .matcher(target.path("legendFormat").asText())
                    .results()
                    .forEach(label ->
                            assertThat(PromQuery.of(expression).grouping()).contains(label.group(1)));
        });
    }

    /// Everything that the service can tell: a request was over, and an exchange ended in every way.
    private MetricsExposition exposed() throws IOException, InterruptedException {
        telemetry.requestBegan();
        telemetry.requestOver("chat", Dialect.OPENAI_CHAT, 200);
        for (ExchangeOutcome outcome : ExchangeOutcome.values()) {
            telemetry.over(over(outcome, true, Preservation.State.EXACT), ExchangeSpans.OFF);
        }
        telemetry.over(over(ExchangeOutcome.COMPLETED, false, Preservation.State.EXACT), ExchangeSpans.OFF);
        for (Preservation.State state : Preservation.State.values()) {
            telemetry.over(over(ExchangeOutcome.COMPLETED, true, state), ExchangeSpans.OFF);
        }
        return MetricsExposition.of(get("/q/metrics", Optional.of(key())).body());
    }

    private static CompletedExchange over(ExchangeOutcome outcome, boolean isRecorded, Preservation.State state) {
        Duration moment = Duration.ofMillis(10);
        var answerOutcome = new AnswerOutcome(List.of(), "", List.of(new RecordedAnomaly("stray-marker", 0, "")));
        var end = new ExchangeEnd(
                outcome,
                200,
                3,
                new StreamEvent.Usage(5, 4, 1, 2),
                new ExchangeTiming(
                        Optional.of(moment), Optional.of(moment), Optional.of(moment), moment.multipliedBy(4)),
                answerOutcome,
                Optional.empty());
        return new CompletedExchange(
                "opencode",
                Dialect.OPENAI_CHAT,
                true,
                false,
                Optional.of(new BackendPeer("plain", Dialect.OPENAI_CHAT, "127.0.0.1", 1)),
                "a-model",
                false,
                Optional.empty(),
                Optional.of(new StreamEvent.Finish(FinishReason.STOP)),
                end,
                isRecorded,
                new CompletedExchange.Timing(
                        Optional.of(moment),
                        Optional.of(moment.multipliedBy(2)),
                        Optional.of(moment.multipliedBy(3)),
                        moment.multipliedBy(4)),
                state,
                1,
                List.of());
    }

    private static String key() {
        var settings = ConfigProvider.getConfig();
        var keys = new KeyTable(Database.dataSource(name -> settings.getOptionalValue(name, String.class)));
        return keys.create("prometheus", Scope.READ, KeyLimits.NONE).reveal();
    }

    private HttpResponse<String> get(String path, Optional<String> key) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(service.resolve(path));
        key.ifPresent(shown -> request.header("authorization", "Bearer " + shown));
        return TestHttpClient.send(request.build(), BodyHandlers.ofString());
    }
}
