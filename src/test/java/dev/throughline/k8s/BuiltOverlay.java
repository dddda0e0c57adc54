package dev.throughline.k8s;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// What an overlay makes.
///
/// @param overlay its name
/// @param trees the resources as they were built
/// @param objects the same, read strictly
record BuiltOverlay(String overlay, List<JsonNode> trees, List<Object> objects) {
    static final List<String> OVERLAYS = List.of("dev", "prod", "nightly");
    private static final Map<String, BuiltOverlay> BUILT = new ConcurrentHashMap<>();

    static BuiltOverlay of(String overlay) {
        return BUILT.computeIfAbsent(overlay, name -> of(name, UnaryOperator.identity()));
    }

    /// An overlay whose kustomization somebody has changed.
    static BuiltOverlay of(String overlay, UnaryOperator<String> change) {
        return read(overlay, Kustomize.build(overlay, change));
    }

    static BuiltOverlay read(String name, List<JsonNode> trees) {
        return new BuiltOverlay(
                name, trees, trees.stream().map(KubernetesModel::read).toList());
    }

    /// All overlays, and the chart of Helm with its default values.
    static Stream<BuiltOverlay> all() {
        return Stream.concat(OVERLAYS.stream().map(BuiltOverlay::of), Stream.of(Chart.rendered()));
    }

    <T> List<T> all(Class<T> type) {
        return objects.stream().filter(type::isInstance).map(type::cast).toList();
    }

    /// The one resource of a type.
    <T> T only(Class<T> type) {
        List<T> found = all(type);
        if (found.size() != 1) {
            throw new AssertionError(
                    "expected one " + type.getSimpleName() + " in " + overlay + ", found " + found.size());
        }
        return found.getFirst();
    }

    /// Whether there is a resource of this kind and name.
    boolean has(String kind, String name) {
        return tree(kind, name).isPresent();
    }

    Optional<JsonNode> tree(String kind, String name) {
        return trees.stream()
                .filter(tree -> tree.path("kind").asText().equals(kind)
                        && tree.at("/metadata/name").asText().equals(name))
                .findFirst();
    }

    /// Everything that makes pods.
    List<Workload> workloads() {
        return objects.stream().flatMap(BuiltOverlay::workload).toList();
    }

    private static Stream<Workload> workload(Object object) {
        return switch (object) {
            case Deployment found ->
                Stream.of(new Workload(found.getMetadata(), found.getSpec().getTemplate(), List.of()));
            case StatefulSet found ->
                Stream.of(new Workload(
                        found.getMetadata(),
                        found.getSpec().getTemplate(),
                        found.getSpec().getVolumeClaimTemplates().stream()
                                .map(claim -> claim.getMetadata().getName())
                                .toList()));
            case CronJob found ->
                Stream.of(new Workload(
                        found.getMetadata(),
                        found.getSpec().getJobTemplate().getSpec().getTemplate(),
                        List.of()));
            default -> Stream.empty();
        };
    }

    /// The workload of this name.
    Workload workload(String name) {
        return workloads().stream()
                .filter(workload -> workload.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /// The workloads whose pods a selector finds.
    List<Workload> selected(Map<String, String> labels) {
        return workloads().stream()
                .filter(workload -> workload.labels().entrySet().containsAll(labels.entrySet()))
                .toList();
    }

    /// The environment of a container with what is written down: settings of its ConfigMaps and plain values.
    Map<String, String> environment(Container container) {
        Map<String, String> environment = new HashMap<>();
        container.getEnvFrom().stream()
                .filter(from -> from.getConfigMapRef() != null)
                .map(from -> tree("ConfigMap", from.getConfigMapRef().getName()).orElseThrow())
                .forEach(map -> map.path("data")
                        .properties()
                        .forEach(entry ->
                                environment.put(entry.getKey(), entry.getValue().asText())));
        container.getEnv().stream()
                .filter(variable -> variable.getValue() != null)
                .forEach(variable -> environment.put(variable.getName(), variable.getValue()));
        return environment;
    }

    @Override
    public String toString() {
        return overlay;
    }

    /// Something that makes pods.
    ///
    /// @param template what they are made of
    /// @param claims volumes that each pod gets besides those of the template
    record Workload(ObjectMeta metadata, PodTemplateSpec template, List<String> claims) {
        String name() {
            return metadata.getName();
        }

        Map<String, String> labels() {
            return template.getMetadata().getLabels();
        }

        List<Container> containers() {
            return template.getSpec().getContainers();
        }

        Container container() {
            return containers().getFirst();
        }

        Stream<ContainerPort> ports() {
            return containers().stream().flatMap(container -> container.getPorts().stream());
        }
    }
}
