package dev.throughline.k8s;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.run.journal.JournalConfig;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.quarkus.runtime.configuration.MemorySize;
import io.quarkus.runtime.configuration.MemorySizeConverter;
import io.smallrye.config.SmallRyeConfig;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// Manifests and the service's own configuration say the same.
class ConfigurationIT {
    private static final String NAME = "throughline";
    /// A process's connections besides its pool: one that listens, one that removes what is due.
    private static final int BESIDE_THE_POOL = 2;
    /// What PostgreSQL keeps for superusers, and what people and operators use.
    private static final int OTHERS = 10;

    static Stream<RenderedChart> overlays() {
        return RenderedChart.all();
    }

    static Stream<RenderedChart> services() {
        return RenderedChart.all();
    }

    @ParameterizedTest
    @MethodSource("overlays")
    void everyVariableIsASettingOrIsReadByName(RenderedChart rendered) {
        ours(rendered).forEach(container -> {
            Stream<String> variables = Stream.concat(
                    rendered.environment(container).keySet().stream(),
                    container.getEnv().stream().map(variable -> variable.getName()));
            String text = container.toString();
            assertThat(variables.filter(name -> !isOfTheSystem(name)).filter(name -> !text.contains("$(" + name + ")")))
                    .allSatisfy(name ->
                            assertThat(ServiceSettings.isKnown(name)).as(name).isTrue());
        });
    }

    @ParameterizedTest
    @MethodSource("overlays")
    void everyValueIsOneThatItsSettingTakes(RenderedChart rendered) {
        ours(rendered)
                .forEach(container -> assertThatCode(() -> ServiceSettings.in(rendered.environment(container)))
                        .doesNotThrowAnyException());
    }

    @Test
    void aVariableOrValueThatNoSettingTakesIsNoticed() {
        assertThat(ServiceSettings.isKnown("THROUGHLINE_JOURNAL_RETRY_FOR")).isTrue();
        assertThat(ServiceSettings.isKnown("THROUGHLINE_BACKENDS_LOCAL_URL")).isTrue();
        assertThat(ServiceSettings.isKnown("THROUGHLINE_JOURNAL_RETRIES")).isFalse();
        assertThatThrownBy(() -> ServiceSettings.in(Map.of("THROUGHLINE_ACCESS", "opened")))
                .hasMessageContaining("opened");
    }

    @ParameterizedTest
    @MethodSource("services")
    void answersInFlightHaveAsLongAsTheServiceGivesThem(RenderedChart rendered) {
        var pod = rendered.workload(NAME).template().getSpec();
        SmallRyeConfig settings = ServiceSettings.in(rendered.environment(service(rendered)));
        Duration preStop = Duration.ofSeconds(
                service(rendered).getLifecycle().getPreStop().getSleep().getSeconds());
        Duration answers = settings.getValue("quarkus.shutdown.timeout", Duration.class);
        Duration commits = settings.getConfigMapping(JournalConfig.class).retryFor();

        assertThat(preStop).isPositive();
        assertThat(Duration.ofSeconds(pod.getTerminationGracePeriodSeconds()))
                .isGreaterThan(preStop.plus(answers).plus(commits).plusSeconds(10));
    }

    @ParameterizedTest
    @MethodSource("services")
    void heapAndJournalFitIntoTheMemoryOfTheContainer(RenderedChart rendered) {
        Map<String, String> environment = rendered.environment(service(rendered));
        long heap = new MemorySizeConverter()
                .convert(environment.get("THROUGHLINE_HEAP").toUpperCase(Locale.ROOT))
                .asLongValue();
        MemorySize journal = ServiceSettings.in(environment)
                .getConfigMapping(JournalConfig.class)
                .maxBufferedBytes();
        Quantity limit = service(rendered).getResources().getLimits().get("memory");

        assertThat(limit.getNumericalAmount().longValue()).isGreaterThan(heap + heap / 2);
        assertThat(heap).isGreaterThan(4 * journal.asLongValue());
        assertThat(service(rendered).getResources().getRequests().get("memory")).isEqualTo(limit);
    }

    @Test
    void databaseHasConnectionsForEveryPodThatMayRun() {
        int pool = ServiceSettings.in(Map.of()).getValue("quarkus.datasource.reactive.max-size", int.class);

        for (String values : List.of("laptop", "production")) {
            RenderedChart rendered = RenderedChart.of(values);
            int pods = rendered.all(HorizontalPodAutoscaler.class).stream()
                    .mapToInt(scaler -> scaler.getSpec().getMaxReplicas())
                    .max()
                    .orElse(1);
            int surge = rendered.only(Deployment.class)
                    .getSpec()
                    .getStrategy()
                    .getRollingUpdate()
                    .getMaxSurge()
                    .getIntVal();

            assertThat((pods + surge) * (pool + BESIDE_THE_POOL) + OTHERS)
                    .isLessThanOrEqualTo(maxConnections(rendered));
        }
    }

    @Test
    void addressOfTheEvaluationDatabaseLeadsToIt() {
        RenderedChart rendered = RenderedChart.of(RenderedChart.DEFAULT);
        URI address = URI.create(rendered.environment(service(rendered)).get("THROUGHLINE_DATABASE_URL"));

        var ports = rendered.tree("Service", address.getHost()).orElseThrow().at("/spec/ports");
        assertThat(ports.findValuesAsText("port")).containsExactly(String.valueOf(address.getPort()));
        assertThat(rendered.workload(address.getHost()).container().getEnv().stream()
                        .filter(variable -> variable.getName().equals("POSTGRES_DB"))
                        .map(variable -> "/" + variable.getValue()))
                .containsExactly(address.getPath());
    }

    @Test
    void nothingInFrontEndsAnAnswer() {
        JsonNode rule =
                RenderedChart.of("shared").tree("HTTPRoute", NAME).orElseThrow().at("/spec/rules/0");

        assertThat(rule.at("/timeouts").valueStream().map(JsonNode::asText)).containsExactly("0s", "0s");
        assertThat(rule.at("/backendRefs/0/name").asText()).isEqualTo(NAME);
    }

    @Test
    void policyLeavesThePortOfEachBackendOpenAndNoMetadataService() {
        RenderedChart rendered = RenderedChart.read("ports", Chart.render("""
                backends:
                  a: {url: "http://vllm.models.svc:8000/v1"}
                  b: {url: "http://plain.example.org/v1"}
                  c: {url: "https://models.example.org:8443/v1"}
                """));
        NetworkPolicy policy = rendered.all(NetworkPolicy.class).stream()
                .filter(found -> found.getMetadata().getName().equals(NAME))
                .findFirst()
                .orElseThrow();

        var rule = policy.getSpec().getEgress().getLast();
        assertThat(rule.getPorts())
                .extracting(port -> port.getPort().getIntVal())
                .containsExactlyInAnyOrder(80, 443, 5432, 8000, 8443);
        assertThat(rule.getTo().getFirst().getIpBlock().getExcept()).contains("169.254.0.0/16");
    }

    @Test
    void theRadarAsksTheServiceOfItsRelease() {
        RenderedChart production = RenderedChart.of("production");
        var radar = production.workload("throughline-radar");

        assertThat(radar.container().getCommand().getLast()).contains(" --server http://" + NAME + " ");
        assertThat(production
                        .tree("Service", NAME)
                        .orElseThrow()
                        .at("/spec/ports")
                        .findValuesAsText("port"))
                .containsExactly("80");
        assertThat(radar.labels()).containsEntry("app.kubernetes.io/part-of", "throughline");
    }

    private static Container service(RenderedChart rendered) {
        return rendered.workload(NAME).container();
    }

    private static Stream<Container> ours(RenderedChart rendered) {
        return rendered.workloads().stream()
                .filter(workload ->
                        workload.labels().get("app.kubernetes.io/name").equals(NAME))
                .map(RenderedChart.Workload::container);
    }

    private static boolean isOfTheSystem(String variable) {
        return List.of("HOME", "TMPDIR").contains(variable);
    }

    private static int maxConnections(RenderedChart rendered) {
        Stream<String> clusters = rendered.all(CloudNativePg.Cluster.class).stream()
                .map(cluster -> cluster.spec().postgresql().parameters().get("max_connections"));
        Stream<String> servers = rendered.workloads().stream()
                .flatMap(workload -> workload.container().getArgs().stream())
                .filter(argument -> argument.startsWith("max_connections="))
                .map(argument -> argument.substring("max_connections=".length()));
        return Stream.concat(clusters, servers)
                .mapToInt(Integer::parseInt)
                .findFirst()
                .orElseThrow();
    }
}
