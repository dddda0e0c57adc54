package dev.throughline.k8s;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Secret;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Pods hold the restricted standard of Kubernetes and a little more; nothing secret is written down; images are named
/// by version. Source: Pod Security Standards, "Restricted".
class RestrictedPodsIT {
    private static final Pattern SECRET_NAME = Pattern.compile(".*(PASSWORD|SECRET|TOKEN|KEY|CREDENTIAL|_URL)$");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\([A-Z_]+\\)");
    private static final List<String> LABELS = List.of("name", "component", "part-of", "managed-by");

    static Stream<BuiltOverlay> overlays() {
        return BuiltOverlay.all();
    }

    @ParameterizedTest
    @MethodSource("overlays")
    void podsRunWithoutRightsAndWithoutAToken(BuiltOverlay builtOverlay) {
        assertThat(builtOverlay.workloads()).allSatisfy(workload -> {
            PodSpec pod = workload.template().getSpec();
            assertThat(pod.getAutomountServiceAccountToken()).isFalse();
            assertThat(builtOverlay
                            .tree("ServiceAccount", pod.getServiceAccountName())
                            .orElseThrow()
                            .path("automountServiceAccountToken")
                            .asBoolean(true))
                    .isFalse();
            assertThat(pod.getSecurityContext().getRunAsNonRoot()).isTrue();
            assertThat(pod.getSecurityContext().getRunAsUser()).isPositive();
            assertThat(pod.getSecurityContext().getSeccompProfile().getType()).isEqualTo("RuntimeDefault");
            assertThat(pod.getHostNetwork()).isNull();
            assertThat(pod.getHostPID()).isNull();
            assertThat(pod.getVolumes())
                    .filteredOn(volume -> volume.getConfigMap() == null)
                    .allSatisfy(volume ->
                            assertThat(volume.getEmptyDir().getSizeLimit()).isNotNull());
            assertThat(workload.containers()).allSatisfy(RestrictedPodsIT::assertIsRestricted);
        });
    }

    private static void assertIsRestricted(Container container) {
        var context = container.getSecurityContext();
        assertThat(context.getAllowPrivilegeEscalation()).isFalse();
        assertThat(context.getReadOnlyRootFilesystem()).isTrue();
        assertThat(context.getCapabilities().getDrop()).containsExactly("ALL");
        assertThat(context.getCapabilities().getAdd()).isEmpty();
        assertThat(container.getVolumeMounts())
                .anySatisfy(mount -> assertThat(mount.getMountPath()).isEqualTo("/tmp"));
        assertThat(container.getResources().getRequests()).containsKeys("cpu", "memory");
        assertThat(container.getResources().getLimits()).containsKeys("memory");
    }

    @ParameterizedTest
    @MethodSource("overlays")
    void namespacesEnforceTheRestrictedStandard(BuiltOverlay builtOverlay) {
        builtOverlay.trees().stream()
                .filter(tree -> tree.path("kind").asText().equals("Namespace"))
                .forEach(tree -> assertThat(tree.at("/metadata/labels")
                                .path("pod-security.kubernetes.io/enforce")
                                .asText())
                        .isEqualTo("restricted"));
    }

    @ParameterizedTest
    @MethodSource("overlays")
    void imagesAreNamedByAVersionAndOursByThatOfTheProject(BuiltOverlay builtOverlay) {
        String version = version();
        assertThat(builtOverlay.workloads().stream().flatMap(workload -> workload.containers().stream()))
                .allSatisfy(container -> {
                    String image = container.getImage();
                    assertThat(image).matches(".+:[0-9][0-9a-zA-Z.+-]*$");
                    if (image.contains("throughline")) {
                        assertThat(image).endsWith(":" + version);
                    }
                });
    }

    @ParameterizedTest
    @MethodSource("overlays")
    void nothingSecretIsWrittenDown(BuiltOverlay builtOverlay) {
        assertThat(builtOverlay.workloads().stream()
                        .flatMap(workload -> workload.containers().stream())
                        .flatMap(container -> container.getEnv().stream())
                        .filter(variable ->
                                SECRET_NAME.matcher(variable.getName()).matches())
                        .filter(variable -> variable.getValue() != null))
                .allSatisfy(variable -> assertThat(variable.getValue())
                        .as("a secret part comes from a Secret")
                        .containsPattern(VARIABLE));
        builtOverlay.trees().stream()
                .filter(tree -> tree.path("kind").asText().equals("ConfigMap"))
                .flatMap(tree -> tree.path("data").propertyStream())
                .forEach(entry -> assertThat(entry.getKey()).doesNotMatch(SECRET_NAME));
    }

    @Test
    void secretsAreMadeOnlyOfAFileThatGitDoesNotKeep() {
        for (Path file : ManifestFiles.below(".yaml")) {
            for (JsonNode document : StrictYaml.documents(ManifestFiles.text(file))) {
                assertThat(document.path("kind").asText()).as("%s", file).isNotEqualTo("Secret");
                document.path("secretGenerator")
                        .forEach(generator -> assertThat(generator.properties())
                                .extracting(entry -> entry.getKey() + "=" + entry.getValue())
                                .containsExactlyInAnyOrder(
                                        "name=\"throughline-database\"",
                                        "envs=[\"" + ManifestFiles.MADE_BY_HAND + "\"]"));
            }
        }
        assertThat(ManifestFiles.text(Path.of(".gitignore")).lines())
                .contains("k8s/overlays/dev/" + ManifestFiles.MADE_BY_HAND);
        assertThat(BuiltOverlay.of("prod").all(Secret.class)).isEmpty();
        assertThat(BuiltOverlay.of("nightly").all(Secret.class)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("overlays")
    void workloadsCarryTheRecommendedLabels(BuiltOverlay builtOverlay) {
        assertThat(builtOverlay.workloads())
                .allSatisfy(workload -> assertThat(LABELS)
                        .allSatisfy(label ->
                                assertThat(workload.metadata().getLabels()).containsKey("app.kubernetes.io/" + label)));
    }

    private static String version() {
        Matcher found = Pattern.compile("<version>([0-9.]+)(-SNAPSHOT)?</version>")
                .matcher(ManifestFiles.text(Path.of("pom.xml")));
        assertThat(found.find()).isTrue();
        return found.group(1);
    }
}
