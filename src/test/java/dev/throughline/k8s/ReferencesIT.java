package dev.throughline.k8s;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.EnvFromSource;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.SecretKeySelector;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPort;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.openshift.api.model.monitoring.v1.ServiceMonitor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Whatever a built resource names exists.
class ReferencesIT {
    private static final String CNPG_LABEL = "cnpg.io/cluster";

    static Stream<BuiltOverlay> overlays() {
        return BuiltOverlay.all();
    }

    @ParameterizedTest
    @MethodSource("overlays")
    void podsFindTheirAccountSettingsAndVolumes(BuiltOverlay builtOverlay) {
        assertThat(builtOverlay.workloads()).isNotEmpty().allSatisfy(workload -> {
            assertThat(builtOverlay.has(
                            "ServiceAccount", workload.template().getSpec().getServiceAccountName()))
                    .isTrue();
            List<String> volumes = Stream.concat(
                            workload.claims().stream(),
                            workload.template().getSpec().getVolumes().stream().map(volume -> volume.getName()))
                    .toList();
            assertThat(workload.template().getSpec().getVolumes())
                    .filteredOn(volume -> volume.getConfigMap() != null)
                    .allSatisfy(volume -> assertThat(builtOverlay.has(
                                    "ConfigMap", volume.getConfigMap().getName()))
                            .isTrue());
            assertThat(workload.containers()).allSatisfy(container -> {
                assertThat(container.getVolumeMounts())
                        .allSatisfy(mount -> assertThat(volumes).contains(mount.getName()));
                assertThat(container.getEnvFrom())
                        .allSatisfy(from -> assertThat(isThereOrOptional(builtOverlay, from))
                                .isTrue());
            });
        });
    }

    private static boolean isThereOrOptional(BuiltOverlay builtOverlay, EnvFromSource from) {
        return from.getConfigMapRef() == null
                ? Boolean.TRUE.equals(from.getSecretRef().getOptional())
                        || builtOverlay.has("Secret", from.getSecretRef().getName())
                : builtOverlay.has("ConfigMap", from.getConfigMapRef().getName());
    }

    @ParameterizedTest
    @MethodSource("overlays")
    void secretsAreMadeHereByAnOperatorOrByTheDocumentedCommand(BuiltOverlay builtOverlay) {
        assertThat(secrets(builtOverlay))
                .allSatisfy(secret -> assertThat(isMade(builtOverlay, secret))
                        .as("secret %s, key %s", secret.getName(), secret.getKey())
                        .isTrue());
    }

    @ParameterizedTest
    @MethodSource("overlays")
    void variablesThatAValueNamesComeBeforeIt(BuiltOverlay builtOverlay) {
        builtOverlay
                .workloads()
                .forEach(workload -> workload.containers().forEach(container -> {
                    List<String> names =
                            container.getEnv().stream().map(EnvVar::getName).toList();
                    for (EnvVar variable : container.getEnv()) {
                        named(variable)
                                .forEach(name -> assertThat(names.subList(0, names.indexOf(variable.getName())))
                                        .contains(name));
                    }
                }));
    }

    @ParameterizedTest
    @MethodSource("overlays")
    void servicesFindPodsAndTheirPorts(BuiltOverlay builtOverlay) {
        assertThat(builtOverlay.all(Service.class)).allSatisfy(service -> {
            List<BuiltOverlay.Workload> found =
                    builtOverlay.selected(service.getSpec().getSelector());
            assertThat(found).hasSize(1);
            assertThat(service.getSpec().getPorts())
                    .isNotEmpty()
                    .allSatisfy(port -> assertHasPort(found.getFirst(), port.getTargetPort()));
        });
    }

    @ParameterizedTest
    @MethodSource("overlays")
    void probesAskPortsThatAreOpen(BuiltOverlay builtOverlay) {
        builtOverlay
                .workloads()
                .forEach(workload -> workload.containers().stream()
                        .flatMap(container -> Stream.of(
                                container.getStartupProbe(),
                                container.getLivenessProbe(),
                                container.getReadinessProbe()))
                        .filter(probe -> probe != null && probe.getHttpGet() != null)
                        .forEach(probe ->
                                assertHasPort(workload, probe.getHttpGet().getPort())));
    }

    @ParameterizedTest
    @MethodSource("overlays")
    void ingressLeadsToAPortOfAService(BuiltOverlay builtOverlay) {
        builtOverlay.all(Ingress.class).stream()
                .flatMap(ingress -> ingress.getSpec().getRules().stream())
                .flatMap(rule -> rule.getHttp().getPaths().stream())
                .map(path -> path.getBackend().getService())
                .forEach(backend -> assertThat(portNames(builtOverlay, backend.getName()))
                        .contains(backend.getPort().getName()));
    }

    @ParameterizedTest
    @MethodSource("overlays")
    void autoscalerBudgetAndStatefulSetNameWhatIsThere(BuiltOverlay builtOverlay) {
        assertThat(builtOverlay.all(HorizontalPodAutoscaler.class)).allSatisfy(scaler -> {
            var target = scaler.getSpec().getScaleTargetRef();
            JsonNode found =
                    builtOverlay.tree(target.getKind(), target.getName()).orElseThrow();
            assertThat(found.path("apiVersion").asText()).isEqualTo(target.getApiVersion());
            assertThat(found.at("/spec/replicas").isMissingNode())
                    .as("replicas would undo what the autoscaler did")
                    .isTrue();
        });
        assertThat(builtOverlay.all(PodDisruptionBudget.class))
                .allSatisfy(budget -> assertThat(builtOverlay.selected(
                                budget.getSpec().getSelector().getMatchLabels()))
                        .hasSize(1));
        assertThat(builtOverlay.all(StatefulSet.class))
                .allSatisfy(set -> assertThat(
                                builtOverlay.has("Service", set.getSpec().getServiceName()))
                        .isTrue());
    }

    @ParameterizedTest
    @MethodSource("overlays")
    void podsAreSpreadAmongThoseOfTheirKind(BuiltOverlay builtOverlay) {
        builtOverlay
                .workloads()
                .forEach(workload -> assertThat(workload.template().getSpec().getTopologySpreadConstraints())
                        .allSatisfy(spread -> assertThat(builtOverlay.selected(
                                        spread.getLabelSelector().getMatchLabels()))
                                .containsExactly(workload)));
    }

    @ParameterizedTest
    @MethodSource("overlays")
    void everyPodHasANetworkPolicyAndEveryPolicyFindsPods(BuiltOverlay builtOverlay) {
        List<NetworkPolicy> policies = builtOverlay.all(NetworkPolicy.class);

        assertThat(policies).allSatisfy(policy -> {
            Map<String, String> labels = policy.getSpec().getPodSelector().getMatchLabels();
            if (labels.containsKey(CNPG_LABEL)) {
                assertThat(builtOverlay.has("Cluster", labels.get(CNPG_LABEL))).isTrue();
                return;
            }
            List<BuiltOverlay.Workload> found = builtOverlay.selected(labels);
            assertThat(found).hasSize(1);
            policy.getSpec().getIngress().stream()
                    .flatMap(rule -> rule.getPorts().stream())
                    .map(NetworkPolicyPort::getPort)
                    .forEach(port -> assertHasPort(found.getFirst(), port));
        });
        assertThat(builtOverlay.workloads())
                .allSatisfy(workload -> assertThat(policies)
                        .anySatisfy(policy -> assertThat(builtOverlay.selected(
                                        policy.getSpec().getPodSelector().getMatchLabels()))
                                .contains(workload)));
    }

    @ParameterizedTest
    @MethodSource("overlays")
    void monitorFindsAServiceAndItsPort(BuiltOverlay builtOverlay) {
        assertThat(builtOverlay.all(ServiceMonitor.class)).allSatisfy(monitor -> {
            Map<String, String> labels = monitor.getSpec().getSelector().getMatchLabels();
            List<Service> found = builtOverlay.all(Service.class).stream()
                    .filter(service ->
                            service.getMetadata().getLabels().entrySet().containsAll(labels.entrySet()))
                    .toList();
            assertThat(found).hasSize(1);
            assertThat(monitor.getSpec().getEndpoints())
                    .allSatisfy(endpoint -> assertThat(portNames(
                                    builtOverlay, found.getFirst().getMetadata().getName()))
                            .contains(endpoint.getPort()));
        });
    }

    @Test
    void withoutTheComponentProdUsesTheDatabaseThatASecretNames() {
        BuiltOverlay own = BuiltOverlay.of("prod", list -> list.replaceAll("components:\n  - .*\n", ""));

        assertThat(own.all(CloudNativePg.Cluster.class)).isEmpty();
        assertThat(secrets(own))
                .extracting(SecretKeySelector::getName)
                .containsExactlyInAnyOrder("throughline-database", "throughline-metrics-key");
        assertThat(secrets(own))
                .allSatisfy(secret ->
                        assertThat(isMade(own, secret)).as(secret.getName()).isTrue());
    }

    private static void assertHasPort(BuiltOverlay.Workload workload, IntOrString port) {
        assertThat(workload.ports().flatMap(open -> Stream.of(open.getName(), open.getContainerPort())))
                .as("ports of %s", workload.name())
                .contains(port.getStrVal() == null ? port.getIntVal() : port.getStrVal());
    }

    private static List<String> portNames(BuiltOverlay builtOverlay, String service) {
        return builtOverlay
                .tree("Service", service)
                .orElseThrow()
                .at("/spec/ports")
                .findValuesAsText("name");
    }

    private static Stream<String> named(EnvVar variable) {
        return Stream.ofNullable(variable.getValue())
                .flatMap(value ->
                        Pattern.compile("\\$\\(([A-Z_]+)\\)").matcher(value).results())
                .map(found -> found.group(1));
    }

    private static Stream<SecretKeySelector> secrets(BuiltOverlay builtOverlay) {
        Stream<SecretKeySelector> variables = builtOverlay.workloads().stream()
                .flatMap(workload -> workload.containers().stream())
                .flatMap(container -> container.getEnv().stream())
                .filter(variable -> variable.getValueFrom() != null
                        && variable.getValueFrom().getSecretKeyRef() != null)
                .map(variable -> variable.getValueFrom().getSecretKeyRef());
        Stream<SecretKeySelector> monitors = builtOverlay.all(ServiceMonitor.class).stream()
                .flatMap(monitor -> monitor.getSpec().getEndpoints().stream())
                .map(endpoint -> endpoint.getAuthorization().getCredentials());
        return Stream.concat(variables, monitors);
    }

    private static boolean isMade(BuiltOverlay builtOverlay, SecretKeySelector secret) {
        boolean isHere = builtOverlay
                .tree("Secret", secret.getName())
                .filter(made -> made.path("data").has(secret.getKey()))
                .isPresent();
        boolean isOfOperator = secret.getName().endsWith("-app")
                && builtOverlay.has("Cluster", secret.getName().replaceAll("-app$", ""))
                && List.of("uri", "username", "password", "dbname").contains(secret.getKey());
        return isHere || isOfOperator || isDocumented(builtOverlay, secret);
    }

    private static boolean isDocumented(BuiltOverlay builtOverlay, SecretKeySelector secret) {
        Path head = Path.of("k8s/overlays", builtOverlay.overlay(), "kustomization.yaml");
        String text = ManifestFiles.text(Files.exists(head) ? head : ManifestFiles.CHART.resolve("values.yaml"));
        int at = text.indexOf("create secret generic " + secret.getName());
        return at >= 0 && text.indexOf("--from-literal=" + secret.getKey() + "=", at) > at;
    }
}
