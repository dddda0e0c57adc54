package dev.throughline.k8s;

import com.fasterxml.jackson.databind.JsonNode;
import com.marcnuri.helm.Helm;
import dev.throughline.backend.settings.BackendSettings;
import dev.throughline.backend.settings.BackendsConfig;
import dev.throughline.backend.settings.ModelsConfig;
import dev.throughline.testing.Expensive;
import io.smallrye.config.SmallRyeConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

/// The chart takes backends, models and switches as values.
@Expensive(9)
class ChartIT {
    private static final String BACKENDS = """
            backends:
              main:
                url: http://models.models.svc:8000/v1
                kind: vllm
                max-connections: 100000
                flatten-content: true
                chat-template-kwargs:
                  clear_thinking: false
                  effort: high
              other-one:
                url: https://models.example.org/v1
            defaultBackend: main
            models:
              claude-*: main/glm-4.7
              "vendor/model:free = a": other-one/C:\\x
            """;

    @Test
    void asItStandsItIsASharedEndpointWithKeysAndADatabaseReachedWithinTheCluster() {
        RenderedChart rendered = RenderedChart.of(RenderedChart.DEFAULT);

        assertThat(rendered.trees())
                .extracting(tree -> tree.path("kind").asText())
                .containsExactlyInAnyOrder(
                        "ServiceAccount",
                        "Secret",
                        "Secret",
                        "ConfigMap",
                        "ConfigMap",
                        "Service",
                        "Service",
                        "PodDisruptionBudget",
                        "NetworkPolicy",
                        "NetworkPolicy",
                        "Deployment",
                        "StatefulSet");
        assertThat(rendered.environment(rendered.workload("throughline").container()))
                .containsEntry("THROUGHLINE_ACCESS", "keys");
        assertThat(rendered.workload("throughline").container().getEnv())
                .extracting(variable -> variable.getName())
                .contains("THROUGHLINE_FIRST_KEY", "THROUGHLINE_DATABASE_PASSWORD");
    }

    @Test
    void aCellGivesItsEvidenceAndTakesTheKeysOfItsHome() {
        RenderedChart cell = RenderedChart.read("cell", Chart.render("{cloudnativePg: {enabled: true}, cell: a}"));

        assertThat(cell.environment(cell.workload("throughline").container())).containsEntry("THROUGHLINE_CELL", "a");
        assertThat(cell.only(CloudNativePg.Publication.class).spec())
                .returns("evidence", spec -> spec.name())
                .returns(
                        "evidence",
                        spec -> spec.target().objects().getFirst().table().name());
        assertThat(cell.only(CloudNativePg.Subscription.class).spec())
                .returns("keys_a", spec -> spec.name())
                .returns("home", spec -> spec.externalClusterName())
                .returns("access_keys", spec -> spec.publicationName());
    }

    @Test
    void aHomeGivesItsKeysAndTakesTheEvidenceOfItsCells() {
        RenderedChart home =
                RenderedChart.read("home", Chart.render("{cloudnativePg: {enabled: true}, home: {cells: [a, b]}}"));

        assertThat(home.only(CloudNativePg.Publication.class).spec())
                .returns("access_keys", spec -> spec.name())
                .returns(
                        "access_key",
                        spec -> spec.target().objects().getFirst().table().name());
        assertThat(home.all(CloudNativePg.Subscription.class))
                .extracting(taken -> taken.spec().name(), taken -> taken.spec().externalClusterName())
                .containsExactly(tuple("evidence_a", "a"), tuple("evidence_b", "b"));
    }

    @Test
    void backendsAndModelsReachTheService() {
        SmallRyeConfig settings = settings(BACKENDS);
        Map<String, BackendSettings> backends =
                settings.getConfigMapping(BackendsConfig.class).byName();

        assertThat(backends).containsOnlyKeys("main", "other-one");
        assertThat(backends.get("main").url()).isEqualTo("http://models.models.svc:8000/v1");
        assertThat(backends.get("main").maxConnections()).isEqualTo(100_000);
        assertThat(backends.get("main").flattenContent()).isTrue();
        assertThat(backends.get("main").chatTemplateKwargs())
                .containsEntry("clear_thinking", "false")
                .containsEntry("effort", "\"high\"");
        assertThat(settings.getConfigMapping(ModelsConfig.class).byPattern())
                .containsEntry("claude-*", "main/glm-4.7")
                .containsEntry("vendor/model:free = a", "other-one/C:\\x")
                .hasSize(2);
        assertThat(settings.getValue("throughline.default-backend", String.class))
                .isEqualTo("main");
    }

    @Test
    void credentialOfABackendComesFromItsSecret() {
        SmallRyeConfig settings =
                ServiceSettings.in(Map.of("THROUGHLINE_BACKENDS_OTHER_ONE_API_KEY", "k"), properties(BACKENDS));

        assertThat(settings.getConfigMapping(BackendsConfig.class)
                        .byName()
                        .get("other-one")
                        .apiKey())
                .contains("k");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "backends: {main: {url: 'http://a/v1', api-key: k}} | THROUGHLINE_BACKENDS_MAIN_API_KEY",
                "backends: {main: {kind: vllm}}                     | url",
                "backends: {Main: {url: 'http://a/v1'}}             | Main",
                "models: {glm: main/glm}                            | no backend is named main",
                "defaultBackend: main                               | no backend is named main",
                "access: open                                       | access",
                "acces: keys                                        | acces",
                "settings: {throughline.access: keys}               | throughline.access",
                "evaluationDatabase: {enabled: false}               | exactly one of database.secret",
                "{database: {secret: a}, cloudnativePg: {enabled: true}} | exactly one of database.secret",
                "httpRoute: {enabled: true}                         | httpRoute.parentRefs"
            })
    void aWrongValueIsRefusedAndNamed(String values, String named) {
        assertThatThrownBy(() -> Chart.render(values)).hasMessageContaining(named);
    }

    @Test
    void whatIsSwitchedOffIsNotThereAndReplicasAreNamedInstead() {
        RenderedChart small = RenderedChart.read("small", Chart.render("""
                replicas: 3
                access: open-to-everyone
                database: {secret: throughline-database}
                networkPolicy: {enabled: false}
                """));

        assertThat(small.trees())
                .extracting(tree -> tree.path("kind").asText())
                .containsExactlyInAnyOrder(
                        "ServiceAccount", "ConfigMap", "ConfigMap", "Service", "PodDisruptionBudget", "Deployment");
        assertThat(small.tree("Deployment", "throughline")
                        .orElseThrow()
                        .at("/spec/replicas")
                        .asInt())
                .isEqualTo(3);
    }

    @Test
    void theRadarIsThereOnlyWhereItIsSwitchedOnAndAsksTheServiceOfItsRelease() {
        RenderedChart on =
                RenderedChart.read("radar", Chart.render("radar: {enabled: true, since: 7d, webhookSecret: hook}"));

        assertThat(RenderedChart.of(RenderedChart.DEFAULT).tree("CronJob", "throughline-radar"))
                .isEmpty();
        JsonNode container = on.tree("CronJob", "throughline-radar")
                .orElseThrow()
                .at("/spec/jobTemplate/spec/template/spec/containers/0");
        assertThat(container.path("command").path(2).asText())
                .contains("throughline radar --since 7d --server http://throughline ||");
        assertThat(container.path("env").findValuesAsText("name"))
                .contains("THROUGHLINE_KEY", "throughline-radar-key", "THROUGHLINE_WEBHOOK", "hook");
        assertThat(on.tree("NetworkPolicy", "throughline-radar")).isPresent();
    }

    @Test
    void aChangedBackendRollsThePods() {
        String annotation = "/spec/template/metadata/annotations/checksum~1settings";

        assertThat(deployment(BACKENDS).at(annotation).asText())
                .hasSize(64)
                .isNotEqualTo(deployment("{}").at(annotation).asText());
    }

    @Test
    void everyVolumeOfThePodsThatIsLocalMayGoWithItsNode() {
        JsonNode template = deployment("{}").at("/spec/template");
        List<String> local = template.at("/spec/volumes")
                .valueStream()
                .filter(volume -> volume.has("emptyDir"))
                .map(volume -> volume.path("name").asText())
                .toList();

        assertThat(local).isNotEmpty();
        assertThat(template.at("/metadata/annotations/cluster-autoscaler.kubernetes.io~1safe-to-evict-local-volumes")
                        .asText())
                .isEqualTo(String.join(",", local));
    }

    /// Seen with kube-router: the first connections of a pod are refused until the engine has read its address. Helm's
    /// own test, which does the same, is no part of what is rendered here; `.ci/kubernetes whole` runs it.
    @Test
    void theRadarTriesAgainInTheSamePod() {
        RenderedChart chart = RenderedChart.read("radar", Chart.render("radar: {enabled: true}"));

        assertThat(chart.tree("CronJob", "throughline-radar")
                        .orElseThrow()
                        .at("/spec/jobTemplate/spec/template/spec/restartPolicy")
                        .asText())
                .isEqualTo("OnFailure");
    }

    @Test
    void onOpenShiftNoUserIsNamed() {
        List<JsonNode> trees = Chart.render("podSecurityContext: {runAsUser: null, runAsGroup: null, fsGroup: null}");

        assertThat(trees.toString())
                .doesNotContain("runAsUser", "runAsGroup", "\"fsGroup\"")
                .contains("runAsNonRoot");
    }

    @Test
    void whatAnOperatorAddsReachesThePods() {
        String pods = Chart.render("""
                fullnameOverride: endpoint
                image: {digest: "sha256:%s"}
                labels: {team: models}
                podLabels: {cost: shared}
                extraEnv: [{name: JAVA_TOOL_OPTIONS, value: -Xlog:gc}]
                extraVolumes: [{name: ca, secret: {secretName: company-ca}}]
                extraVolumeMounts: [{name: ca, mountPath: /etc/company}]
                priorityClassName: high
                affinity: {nodeAffinity: {}}
                topologySpreadConstraints: [{maxSkew: 2, topologyKey: rack, whenUnsatisfiable: DoNotSchedule}]
                service: {type: LoadBalancer, annotations: {internal: "true"}}
                serviceAccount: {annotations: {role: reader}}
                """.formatted("0".repeat(64))).toString();

        assertThat(pods)
                .contains(
                        "\"name\":\"endpoint\"",
                        "throughline@sha256:0000",
                        "\"team\":\"models\"",
                        "\"cost\":\"shared\"",
                        "-Xlog:gc",
                        "company-ca",
                        "/etc/company",
                        "\"priorityClassName\":\"high\"",
                        "\"affinity\":{\"nodeAffinity\":{}}",
                        "\"topologyKey\":\"rack\"",
                        "LoadBalancer",
                        "\"role\":\"reader\"")
                .doesNotContain("kubernetes.io/hostname");
    }

    @Test
    void alertsNameTheObjectsOfTheRelease() {
        String rules = RenderedChart.read(
                        "rules",
                        Chart.render("{fullnameOverride: endpoint, monitoring: {enabled: true, labels: {release: p}}}"))
                .trees()
                .toString();

        assertThat(rules)
                .contains("deployment=\\\"endpoint\\\"", "cronjob=\\\"endpoint-radar\\\"", "\"release\":\"p\"")
                .contains("{{ $value }}");
    }

    @Test
    void helmFindsNothingToComplainOf() {
        var found = new Helm(ManifestFiles.CHART).lint().strict().call();

        assertThat(found.isFailed()).as("%s", found.getMessages()).isFalse();
    }

    @Test
    void versionIsThatOfTheProject() {
        JsonNode chart = StrictYaml.documents(ManifestFiles.text(ManifestFiles.CHART.resolve("Chart.yaml")))
                .getFirst();

        assertThat(ManifestFiles.text(Path.of("pom.xml")))
                .contains("<version>" + chart.path("version").asText());
        assertThat(chart.path("appVersion")).isEqualTo(chart.path("version"));
    }

    private static JsonNode deployment(String values) {
        return Chart.render(values).stream()
                .filter(tree -> tree.path("kind").asText().equals("Deployment"))
                .findFirst()
                .orElseThrow();
    }

    private static SmallRyeConfig settings(String values) {
        return ServiceSettings.in(Map.of(), properties(values));
    }

    private static String properties(String values) {
        return Chart.render(values).stream()
                .map(tree -> tree.at("/data/throughline.properties"))
                .filter(JsonNode::isTextual)
                .map(JsonNode::asText)
                .collect(Collectors.joining());
    }
}
