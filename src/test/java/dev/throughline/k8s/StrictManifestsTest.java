package dev.throughline.k8s;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// What is rendered is read strictly: a field, a key or a kind that nobody knows is refused.
class StrictManifestsTest {
    @Test
    void fieldThatNoModelHasIsRefused() {
        var service = (ObjectNode)
                StrictYaml.documents("apiVersion: v1\nkind: Service\nspec: {ports: [{port: 80, tragetPort: http}]}\n")
                        .getFirst();

        assertThatThrownBy(() -> KubernetesModel.read(service)).hasMessageContaining("tragetPort");
    }

    @Test
    void fieldOfAnotherPlaceIsRefusedInAProbe() {
        JsonNode deployment = StrictYaml.documents("apiVersion: apps/v1\nkind: Deployment\nspec: {template: {spec:"
                        + " {containers: [{name: a, readinessProbe: {replicas: 2}}]}}}\n")
                .getFirst();

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
}
