package dev.throughline.k8s;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyEgressRule;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyIngressRule;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// Every file of `k8s` as it is written, before anything is built of it.
class StrictManifestsTest {
    private static final String KUSTOMIZATION = "kustomization.yaml";
    private static final List<String> LISTS = List.of("resources", "components");

    static Stream<Path> manifests() {
        return ManifestFiles.below(".yaml").stream()
                .filter(file -> !file.endsWith(KUSTOMIZATION))
                .filter(file -> !StrictYaml.documents(ManifestFiles.text(file))
                        .getFirst()
                        .isArray());
    }

    static Stream<Path> lists() {
        return ManifestFiles.below(".yaml").stream()
                .filter(file -> StrictYaml.documents(ManifestFiles.text(file))
                        .getFirst()
                        .isArray());
    }

    static Stream<Path> kustomizations() {
        return ManifestFiles.below(KUSTOMIZATION).stream();
    }

    @ParameterizedTest
    @MethodSource("manifests")
    void manifestOrPatchHasNoFieldThatTheModelDoesNotKnow(Path file) {
        List<JsonNode> documents = StrictYaml.documents(ManifestFiles.text(file));

        assertThat(documents)
                .isNotEmpty()
                .allSatisfy(document ->
                        assertThatCode(() -> KubernetesModel.read(document)).doesNotThrowAnyException());
    }

    @ParameterizedTest
    @MethodSource("lists")
    void listOfChangesAddsRulesThatTheModelKnows(Path file) {
        for (JsonNode change : StrictYaml.documents(ManifestFiles.text(file)).getFirst()) {
            assertThat(change.fieldNames()).toIterable().containsExactlyInAnyOrder("op", "path", "value");
            Class<?> rule = switch (change.path("path").asText()) {
                case "/spec/ingress/-" -> NetworkPolicyIngressRule.class;
                case "/spec/egress/-" -> NetworkPolicyEgressRule.class;
                case String other -> throw new AssertionError("a path that no test knows: " + other);
            };
            assertThatCode(() -> StrictYaml.read(change.path("value"), rule)).doesNotThrowAnyException();
        }
    }

    @ParameterizedTest
    @MethodSource("kustomizations")
    void kustomizationNamesFilesThatAreThere(Path file) {
        Path folder = file.getParent();

        assertThat(named(StrictYaml.documents(ManifestFiles.text(file)).getFirst()))
                .isNotEmpty()
                .allSatisfy(name -> assertThat(folder.resolve(name)).exists());
    }

    @Test
    void everyFileIsUsed() {
        Set<Path> used = new TreeSet<>();
        kustomizations().forEach(file -> {
            used.add(file);
            named(StrictYaml.documents(ManifestFiles.text(file)).getFirst())
                    .forEach(name -> used.add(file.getParent().resolve(name).normalize()));
        });

        assertThat(used.stream().filter(Files::isRegularFile)).containsExactlyInAnyOrderElementsOf(all());
    }

    @Test
    void fieldThatNoModelHasIsRefused() {
        ObjectNode service = (ObjectNode) StrictYaml.documents(ManifestFiles.text(Path.of("k8s/base/service.yaml")))
                .getFirst();
        ((ObjectNode) service.at("/spec/ports/0")).put("tragetPort", "http");

        assertThatThrownBy(() -> KubernetesModel.read(service)).hasMessageContaining("tragetPort");
    }

    @Test
    void fieldOfAnotherPlaceIsRefusedInAProbe() {
        ObjectNode deployment =
                (ObjectNode) StrictYaml.documents(ManifestFiles.text(Path.of("k8s/base/deployment.yaml")))
                        .getFirst();
        ((ObjectNode) deployment.at("/spec/template/spec/containers/0/readinessProbe")).put("replicas", 2);

        assertThatThrownBy(() -> KubernetesModel.read(deployment)).hasMessageContaining("replicas");
    }

    @Test
    void keyThatComesTwiceIsRefused() {
        assertThatThrownBy(() -> StrictYaml.documents("kind: Service\nmetadata: {name: a, name: b}\n"))
                .hasMessageContaining("Duplicate field 'name'");
    }

    @Test
    void kindThatNobodyKnowsIsRefused() {
        JsonNode found = StrictYaml.documents("apiVersion: v2\nkind: Service\n").getFirst();

        assertThatThrownBy(() -> KubernetesModel.read(found)).hasMessageContaining("found v2 Service");
    }

    private static List<Path> all() {
        return Stream.of(".yaml", ".json", ".properties")
                .flatMap(ending -> ManifestFiles.below(ending).stream())
                .toList();
    }

    private static List<String> named(JsonNode kustomization) {
        Stream<String> resources = LISTS.stream().flatMap(list -> texts(kustomization.path(list)));
        Stream<String> patches = kustomization.findParents("path").stream()
                .map(patch -> patch.path("path").asText());
        Stream<String> files = kustomization.path("configMapGenerator").findValues("files").stream()
                .flatMap(StrictManifestsTest::texts)
                .map(file -> file.substring(file.indexOf('=') + 1));
        return Stream.of(resources, patches, files).flatMap(names -> names).toList();
    }

    private static Stream<String> texts(JsonNode list) {
        return list.valueStream().map(JsonNode::asText);
    }
}
