package dev.throughline.k8s;

import dev.throughline.backend.settings.BackendSettings;
import dev.throughline.backend.settings.BackendsConfig;
import dev.throughline.run.journal.JournalConfig;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.quarkus.runtime.configuration.DurationConverter;
import io.quarkus.runtime.configuration.MemorySize;
import io.quarkus.runtime.configuration.MemorySizeConverter;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.WithDefault;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
    private static final String NGINX = "nginx.ingress.kubernetes.io/";
    /// A process's connections besides its pool: one that listens, one that removes what is due.
    private static final int BESIDE_THE_POOL = 2;
    /// What PostgreSQL keeps for superusers, and what people and operators use.
    private static final int OTHERS = 10;

    static Stream<BuiltOverlay> overlays() {
        return BuiltOverlay.all();
    }

    static Stream<BuiltOverlay> services() {
        return Stream.of(BuiltOverlay.of("dev"), BuiltOverlay.of("prod"));
    }

    @ParameterizedTest
    @MethodSource("overlays")
    void everyVariableIsASettingOrIsReadByName(BuiltOverlay builtOverlay) {
        ours(builtOverlay).forEach(container -> {
            Stream<String> variables = Stream.concat(
                    builtOverlay.environment(container).keySet().stream(),
                    container.getEnv().stream().map(variable -> variable.getName()));
            String text = container.toString();
            assertThat(variables.filter(name -> !isOfTheSystem(name)).filter(name -> !text.contains("$(" + name + ")")))
                    .allSatisfy(name ->
                            assertThat(ServiceSettings.isKnown(name)).as(name).isTrue());
        });
    }

    @ParameterizedTest
    @MethodSource("overlays")
    void everyValueIsOneThatItsSettingTakes(BuiltOverlay builtOverlay) {
        ours(builtOverlay)
                .forEach(container -> assertThatCode(() -> ServiceSettings.in(builtOverlay.environment(container)))
                        .doesNotThrowAnyException());
    }

    @Test
    void documentedBackendItsModelsAndItsSecretAreWhatTheServiceReads() {
        String file = ManifestFiles.text(Path.of("k8s/base/throughline.properties"))
                .replaceAll("(?m)^# (?=throughline\\.)", "");
        String text = ManifestFiles.text(Path.of("k8s/base/kustomization.yaml"));
        Matcher credential =
                Pattern.compile("--from-literal=(THROUGHLINE_\\w+)=(\\S+)").matcher(text);
        assertThat(credential.find()).isTrue();
        BackendsConfig backends = ServiceSettings.in(Map.of(credential.group(1), credential.group(2)), file)
                .getConfigMapping(BackendsConfig.class);

        assertThat(backends.byName()).containsOnlyKeys("main");
        assertThat(backends.byName().get("main").url()).isEqualTo("https://models.example.org/v1");
        assertThat(backends.byName().get("main").apiKey()).contains("KEY");
        assertThat(service(BuiltOverlay.of("prod")).getEnvFrom().stream()
                        .filter(from -> from.getSecretRef() != null)
                        .map(from -> from.getSecretRef().getName()))
                .allSatisfy(name -> assertThat(text).contains("create secret generic " + name + " "))
                .hasSize(1);
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
    void answersInFlightHaveAsLongAsTheServiceGivesThem(BuiltOverlay builtOverlay) {
        var pod = builtOverlay.workload(NAME).template().getSpec();
        SmallRyeConfig settings = ServiceSettings.in(builtOverlay.environment(service(builtOverlay)));
        Duration preStop = Duration.ofSeconds(
                service(builtOverlay).getLifecycle().getPreStop().getSleep().getSeconds());
        Duration answers = settings.getValue("quarkus.shutdown.timeout", Duration.class);
        Duration commits = settings.getConfigMapping(JournalConfig.class).retryFor();

        assertThat(preStop).isPositive();
        assertThat(Duration.ofSeconds(pod.getTerminationGracePeriodSeconds()))
                .isGreaterThan(preStop.plus(answers).plus(commits).plusSeconds(10));
    }

    @ParameterizedTest
    @MethodSource("services")
    void heapAndJournalFitIntoTheMemoryOfTheContainer(BuiltOverlay builtOverlay) {
        Map<String, String> environment = builtOverlay.environment(service(builtOverlay));
        long heap = new MemorySizeConverter()
                .convert(environment.get("THROUGHLINE_HEAP").toUpperCase(Locale.ROOT))
                .asLongValue();
        MemorySize journal = ServiceSettings.in(environment)
                .getConfigMapping(JournalConfig.class)
                .maxBufferedBytes();
        Quantity limit = service(builtOverlay).getResources().getLimits().get("memory");

        assertThat(limit.getNumericalAmount().longValue()).isGreaterThan(heap + heap / 2);
        assertThat(heap).isGreaterThan(4 * journal.asLongValue());
        assertThat(service(builtOverlay).getResources().getRequests().get("memory"))
                .isEqualTo(limit);
    }

    @ParameterizedTest
    @MethodSource("services")
    void databaseHasConnectionsForEveryPodThatMayRun(BuiltOverlay builtOverlay) {
        int pool = ServiceSettings.in(Map.of()).getValue("quarkus.datasource.reactive.max-size", int.class);
        int pods = builtOverlay.all(HorizontalPodAutoscaler.class).stream()
                .mapToInt(scaler -> scaler.getSpec().getMaxReplicas())
                .max()
                .orElse(1);
        int surge = builtOverlay
                .only(Deployment.class)
                .getSpec()
                .getStrategy()
                .getRollingUpdate()
                .getMaxSurge()
                .getIntVal();

        assertThat((pods + surge) * (pool + BESIDE_THE_POOL) + OTHERS)
                .isLessThanOrEqualTo(maxConnections(builtOverlay));
    }

    @ParameterizedTest
    @MethodSource("services")
    void addressOfTheDatabaseLeadsToIt(BuiltOverlay builtOverlay) {
        String url = builtOverlay.environment(service(builtOverlay)).get("THROUGHLINE_DATABASE_URL");
        if (url.startsWith("$(")) {
            assertThat(url).isEqualTo("$(DATABASE_URI)?sslmode=require");
            return;
        }
        URI address = URI.create(url.replaceAll("\\$\\([A-Z_]+\\)", "x"));
        var ports =
                builtOverlay.tree("Service", address.getHost()).orElseThrow().at("/spec/ports");
        assertThat(ports.findValuesAsText("port")).containsExactly(String.valueOf(address.getPort()));
        assertThat(address.getUserInfo()).isEqualTo("throughline:x");
        assertThat(builtOverlay.workload(address.getHost()).container().getEnv().stream()
                        .filter(variable -> variable.getName().equals("POSTGRES_DB"))
                        .map(variable -> "/" + variable.getValue()))
                .containsExactly(address.getPath());
    }

    @Test
    void ingressLetsThroughWhatTheServiceTakesAndWaitsAsLongAsItDoes() {
        Map<String, String> says =
                BuiltOverlay.of("prod").only(Ingress.class).getMetadata().getAnnotations();
        SmallRyeConfig settings = ServiceSettings.in(Map.of("THROUGHLINE_BACKENDS_A_URL", "http://a/v1"));
        MemorySize body = settings.getValue("quarkus.http.limits.max-body-size", MemorySize.class);
        Duration silence = idleTimeoutOfABackend();

        assertThat(says)
                .containsEntry(NGINX + "proxy-buffering", "off")
                .containsEntry(NGINX + "proxy-body-size", body.asLongValue() / (1024 * 1024) + "m");
        assertThat(List.of("proxy-read-timeout", "proxy-send-timeout"))
                .allSatisfy(name -> assertThat(Duration.ofSeconds(Long.parseLong(says.get(NGINX + name))))
                        .isGreaterThan(silence.multipliedBy(2)));
    }

    @Test
    void nightlyChecksReachTheServiceOfTheSameNamespace() {
        BuiltOverlay nightly = BuiltOverlay.of("nightly");
        BuiltOverlay prod = BuiltOverlay.of("prod");
        String command =
                nightly.workload("throughline-nightly").container().getCommand().getLast();

        assertThat(command).contains(" --server http://" + NAME + " ");
        assertThat(prod.tree("Service", NAME).orElseThrow().at("/spec/ports").findValuesAsText("port"))
                .containsExactly("80");
        assertThat(namespaces(nightly)).isEqualTo(namespaces(prod)).hasSize(1);
        assertThat(nightly.workload("throughline-nightly").labels())
                .containsEntry("app.kubernetes.io/part-of", "throughline");
    }

    private static List<String> namespaces(BuiltOverlay builtOverlay) {
        return builtOverlay.trees().stream()
                .map(tree -> tree.at("/metadata/namespace").asText())
                .filter(name -> !name.isEmpty())
                .distinct()
                .toList();
    }

    private static Container service(BuiltOverlay builtOverlay) {
        return builtOverlay.workload(NAME).container();
    }

    private static Stream<Container> ours(BuiltOverlay builtOverlay) {
        return builtOverlay.workloads().stream()
                .filter(workload ->
                        workload.labels().get("app.kubernetes.io/name").equals(NAME))
                .map(BuiltOverlay.Workload::container);
    }

    private static boolean isOfTheSystem(String variable) {
        return List.of("HOME", "TMPDIR").contains(variable);
    }

    private static int maxConnections(BuiltOverlay builtOverlay) {
        Stream<String> clusters = builtOverlay.all(CloudNativePg.Cluster.class).stream()
                .map(cluster -> cluster.spec().postgresql().parameters().get("max_connections"));
        Stream<String> servers = builtOverlay.workloads().stream()
                .flatMap(workload -> workload.container().getArgs().stream())
                .filter(argument -> argument.startsWith("max_connections="))
                .map(argument -> argument.substring("max_connections=".length()));
        return Stream.concat(clusters, servers)
                .mapToInt(Integer::parseInt)
                .findFirst()
                .orElseThrow();
    }

    private static Duration idleTimeoutOfABackend() {
        try {
            String written = BackendSettings.class
                    .getMethod("idleTimeout")
                    .getAnnotation(WithDefault.class)
                    .value();
            return DurationConverter.parseDuration(written);
        } catch (NoSuchMethodException e) {
            throw new AssertionError(e);
        }
    }
}
