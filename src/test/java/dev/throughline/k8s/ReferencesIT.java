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
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Whatever a built resource names exists.
class ReferencesIT {
    private static final String CNPG_LABEL = "cnpg.io/cluster";

    static Stream<RenderedChart> overlays() {
        return RenderedChart.all();
    }

    @ParameterizedTest
    @MethodSource("overlays")
    void podsFindTheirAccountSettingsAndVolumes(RenderedChart rendered) {
        assertThat(rendered.workloads()).isNotEmpty().allSatisfy(workload -> {
            assertThat(rendered.has(
                            "ServiceAccount", workload.template().getSpec().getServiceAccountName()))
                    .isTrue();
            List<String> volumes = Stream.concat(
                            workload.claims().stream(),
                            workload.template().getSpec().getVolumes().stream().map(volume -> volume.getName()))
                    .toList();
            assertThat(workload.template().getSpec().getVolumes())
                    .filteredOn(volume -> volume.getConfigMap() != null)
                    .allSatisfy(volume -> assertThat(rendered.has(
                                    "ConfigMap", volume.getConfigMap().getName()))
                            .isTrue());
            assertThat(workload.containers()).allSatisfy(container -> {
                assertThat(container.getVolumeMounts())
                        .allSatisfy(mount -> assertThat(volumes).contains(mount.getName()));
                assertThat(container.getEnvFrom())
                        .allSatisfy(from ->
                                assertThat(isThereOrOptional(rendered, from)).isTrue());
            });
        });
    }

    private static boolean isThereOrOptional(RenderedChart rendered, EnvFromSource from) {
        return from.getConfigMapRef() == null
                ? Boolean.TRUE.equals(from.getSecretRef().getOptional())
                        || rendered.has("Secret", from.getSecretRef().getName())
                : rendered.has("ConfigMap", from.getConfigMapRef().getName());
    }

    @ParameterizedTest
    @MethodSource("overlays")
    void secretsAreMadeHereByAnOperatorOrByTheDocumentedCommand(RenderedChart rendered) {
        assertThat(secrets(rendered))
                .allSatisfy(secret -> assertThat(isMade(rendered, secret))
                        .as("secret %s, key %s", secret.getName(), secret.getKey())
                        .isTrue());
    }

    @ParameterizedTest
    @MethodSource("overlays")
    void variablesThatAValueNamesComeBeforeIt(RenderedChart rendered) {
        rendered.workloads()
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
    void servicesFindPodsAndTheirPorts(RenderedChart rendered) {
        assertThat(rendered.all(Service.class)).allSatisfy(service -> {
            List<RenderedChart.Workload> found =
                    rendered.selected(service.getSpec().getSelector());
            assertThat(found).hasSize(1);
            assertThat(service.getSpec().getPorts())
                    .isNotEmpty()
                    .allSatisfy(port -> assertHasPort(found.getFirst(), port.getTargetPort()));
        });
    }

    @ParameterizedTest
    @MethodSource("overlays")
    void probesAskPortsThatAreOpen(RenderedChart rendered) {
        rendered.workloads()
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
    void ingressLeadsToAPortOfAService(RenderedChart rendered) {
        rendered.all(Ingress.class).stream()
                .flatMap(ingress -> ingress.getSpec().getRules().stream())
                .flatMap(rule -> rule.getHttp().getPaths().stream())
                .map(path -> path.getBackend().getService())
                .forEach(backend -> assertThat(portNames(rendered, backend.getName()))
                        .contains(backend.getPort().getName()));
    }

    @ParameterizedTest
    @MethodSource("overlays")
    void autoscalerBudgetAndStatefulSetNameWhatIsThere(RenderedChart rendered) {
        assertThat(rendered.all(HorizontalPodAutoscaler.class)).allSatisfy(scaler -> {
            var target = scaler.getSpec().getScaleTargetRef();
            JsonNode found = rendered.tree(target.getKind(), target.getName()).orElseThrow();
            assertThat(found.path("apiVersion").asText()).isEqualTo(target.getApiVersion());
            assertThat(found.at("/spec/replicas").isMissingNode())
                    .as("replicas would undo what the autoscaler did")
                    .isTrue();
        });
        assertThat(rendered.all(PodDisruptionBudget.class))
                .allSatisfy(budget -> assertThat(
                                rendered.selected(budget.getSpec().getSelector().getMatchLabels()))
                        .hasSize(1));
        assertThat(rendered.all(StatefulSet.class))
                .allSatisfy(
                        set -> assertThat(rendered.has("Service", set.getSpec().getServiceName()))
                                .isTrue());
    }

    @ParameterizedTest
    @MethodSource("overlays")
    void podsAreSpreadAmongThoseOfTheirKind(RenderedChart rendered) {
        rendered.workloads()
                .forEach(workload -> assertThat(workload.template().getSpec().getTopologySpreadConstraints())
                        .allSatisfy(spread -> assertThat(rendered.selected(
                                        spread.getLabelSelector().getMatchLabels()))
                                .containsExactly(workload)));
    }

    @ParameterizedTest
    @MethodSource("overlays")
    void everyPodHasANetworkPolicyAndEveryPolicyFindsPods(RenderedChart rendered) {
        List<NetworkPolicy> policies = rendered.all(NetworkPolicy.class);

        assertThat(policies).allSatisfy(policy -> {
            Map<String, String> labels = policy.getSpec().getPodSelector().getMatchLabels();
            if (labels.containsKey(CNPG_LABEL)) {
                assertThat(rendered.has("Cluster", labels.get(CNPG_LABEL))).isTrue();
                return;
            }
            List<RenderedChart.Workload> found = rendered.selected(labels);
            assertThat(found).hasSize(1);
            policy.getSpec().getIngress().stream()
                    .flatMap(rule -> rule.getPorts().stream())
                    .map(NetworkPolicyPort::getPort)
                    .forEach(port -> assertHasPort(found.getFirst(), port));
        });
        assertThat(rendered.workloads())
                .allSatisfy(workload -> assertThat(policies)
                        .anySatisfy(policy -> assertThat(rendered.selected(
                                        policy.getSpec().getPodSelector().getMatchLabels()))
                                .contains(workload)));
    }

    @ParameterizedTest
    @MethodSource("overlays")
    void monitorFindsAServiceAndItsPort(RenderedChart rendered) {
        assertThat(rendered.all(ServiceMonitor.class)).allSatisfy(monitor -> {
            Map<String, String> labels = monitor.getSpec().getSelector().getMatchLabels();
            List<Service> found = rendered.all(Service.class).stream()
                    .filter(service ->
                            service.getMetadata().getLabels().entrySet().containsAll(labels.entrySet()))
                    .toList();
            assertThat(found).hasSize(1);
            assertThat(monitor.getSpec().getEndpoints())
                    .allSatisfy(endpoint -> assertThat(portNames(
                                    rendered, found.getFirst().getMetadata().getName()))
                            .contains(endpoint.getPort()));
        });
    }

    private static void assertHasPort(RenderedChart.Workload workload, IntOrString port) {
        assertThat(workload.ports().flatMap(open -> Stream.of(open.getName(), open.getContainerPort())))
                .as("ports of %s", workload.name())
                .contains(port.getStrVal() == null ? port.getIntVal() : port.getStrVal());
    }

    private static List<String> portNames(RenderedChart rendered, String service) {
        return rendered.tree("Service", service).orElseThrow().at("/spec/ports").findValuesAsText("name");
    }

    private static Stream<String> named(EnvVar variable) {
        return Stream.ofNullable(variable.getValue())
                .flatMap(value ->
                        Pattern.compile("\\$\\(([A-Z_]+)\\)").matcher(value).results())
                .map(found -> found.group(1));
    }

    private static Stream<SecretKeySelector> secrets(RenderedChart rendered) {
        Stream<SecretKeySelector> variables = rendered.workloads().stream()
                .flatMap(workload -> workload.containers().stream())
                .flatMap(container -> container.getEnv().stream())
                .filter(variable -> variable.getValueFrom() != null
                        && variable.getValueFrom().getSecretKeyRef() != null)
                .map(variable -> variable.getValueFrom().getSecretKeyRef());
        Stream<SecretKeySelector> monitors = rendered.all(ServiceMonitor.class).stream()
                .flatMap(monitor -> monitor.getSpec().getEndpoints().stream())
                .map(endpoint -> endpoint.getAuthorization().getCredentials());
        return Stream.concat(variables, monitors);
    }

    private static boolean isMade(RenderedChart rendered, SecretKeySelector secret) {
        boolean isHere = rendered.tree("Secret", secret.getName())
                .filter(made -> made.path("data").has(secret.getKey()))
                .isPresent();
        boolean isOfOperator = secret.getName().endsWith("-app")
                && rendered.has("Cluster", secret.getName().replaceAll("-app$", ""))
                && List.of("uri", "username", "password", "dbname").contains(secret.getKey());
        return isHere || isOfOperator || isDocumented(rendered, secret);
    }

    private static boolean isDocumented(RenderedChart rendered, SecretKeySelector secret) {
        String text = ManifestFiles.text(ManifestFiles.CHART.resolve("values.yaml"))
                + (rendered.values().equals(RenderedChart.DEFAULT) ? "" : ManifestFiles.values(rendered.values()));
        int at = text.indexOf("create secret generic " + secret.getName());
        return at >= 0 && text.indexOf("--from-literal=" + secret.getKey() + "=", at) > at;
    }
}
