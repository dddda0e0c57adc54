package dev.throughline.k8s;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Secret;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
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
    /// A variable that holds it, or a URL without a password; the password has its own variable.
    private static final Pattern SECRET_ELSEWHERE = Pattern.compile("\\$\\([A-Z_]+\\)|^postgresql://[a-z]+@");
    private static final List<String> LABELS = List.of("name", "component", "part-of", "managed-by");

    static Stream<RenderedChart> overlays() {
        return RenderedChart.all();
    }

    @ParameterizedTest
    @MethodSource("overlays")
    void podsRunWithoutRightsAndWithoutAToken(RenderedChart rendered) {
        assertThat(rendered.workloads()).allSatisfy(workload -> {
            PodSpec pod = workload.template().getSpec();
            assertThat(pod.getAutomountServiceAccountToken()).isFalse();
            assertThat(rendered.tree("ServiceAccount", pod.getServiceAccountName())
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
                    .filteredOn(volume -> volume.getConfigMap() == null && volume.getSecret() == null)
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
    void imagesAreNamedByAVersionAndOursByThatOfTheProject(RenderedChart rendered) {
        String version = version();
        assertThat(rendered.workloads().stream().flatMap(workload -> workload.containers().stream()))
                .allSatisfy(container -> {
                    String image = container.getImage();
                    assertThat(image)
                            .matches(
                                    image.contains("throughline")
                                            ? ".+:" + Pattern.quote(version)
                                            : ".+:[0-9][0-9a-zA-Z.+-]*@sha256:[0-9a-f]{64}");
                });
    }

    @ParameterizedTest
    @MethodSource("overlays")
    void nothingSecretIsWrittenDown(RenderedChart rendered) {
        assertThat(rendered.workloads().stream()
                        .flatMap(workload -> workload.containers().stream())
                        .flatMap(container -> container.getEnv().stream())
                        .filter(variable ->
                                SECRET_NAME.matcher(variable.getName()).matches())
                        .filter(variable -> variable.getValue() != null))
                .allSatisfy(variable -> assertThat(variable.getValue())
                        .as("a secret part comes from a Secret")
                        .containsPattern(SECRET_ELSEWHERE));
        rendered.trees().stream()
                .filter(tree -> tree.path("kind").asText().equals("ConfigMap"))
                .flatMap(tree -> tree.path("data").propertyStream())
                .forEach(entry -> assertThat(entry.getKey()).doesNotMatch(SECRET_NAME));
    }

    @Test
    void secretsThatTheChartMakesAreNewEachTimeAndHaveTheFormOfAKey() {
        List<Secret> made = RenderedChart.of(RenderedChart.DEFAULT).all(Secret.class);

        assertThat(made)
                .extracting(secret -> secret.getMetadata().getName())
                .containsExactly("throughline-first-key", "throughline-postgres");
        assertThat(text(made.getFirst(), "key")).matches("tlk_[0-9a-v]{10}_[0-9a-v]{52}");
        assertThat(text(made.getLast(), "password")).hasSize(40);
        assertThat(RenderedChart.read("again", Chart.render("{}")).all(Secret.class))
                .doesNotContainAnyElementsOf(made);
        assertThat(RenderedChart.of("shared").all(Secret.class))
                .extracting(secret -> secret.getMetadata().getName())
                .containsExactly("throughline-first-key");
    }

    private static String text(Secret secret, String key) {
        return new String(Base64.getDecoder().decode(secret.getData().get(key)), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @MethodSource("overlays")
    void workloadsCarryTheRecommendedLabels(RenderedChart rendered) {
        assertThat(rendered.workloads())
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
