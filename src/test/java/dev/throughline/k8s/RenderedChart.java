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
import java.util.stream.Stream;

/// What the chart makes of a file of values.
///
/// @param values the name of the file
/// @param trees the resources as they were rendered
/// @param objects the same, read strictly
public record RenderedChart(String values, List<JsonNode> trees, List<Object> objects) {
    /// The values of the chart as they stand.
    static final String DEFAULT = "default";

    private static final Map<String, RenderedChart> RENDERED = new ConcurrentHashMap<>();

    /// What the chart makes of a file of `k8s/values`.
    public static RenderedChart of(String values) {
        return RENDERED.computeIfAbsent(
                values, name -> read(name, Chart.render(name.equals(DEFAULT) ? "{}" : ManifestFiles.values(name))));
    }

    static RenderedChart read(String name, List<JsonNode> trees) {
        return new RenderedChart(
                name, trees, trees.stream().map(KubernetesModel::read).toList());
    }

    /// Of all files of values.
    static Stream<RenderedChart> all() {
        return Stream.of(DEFAULT, "laptop", "shared", "production").map(RenderedChart::of);
    }

    <T> List<T> all(Class<T> type) {
        return objects.stream().filter(type::isInstance).map(type::cast).toList();
    }

    /// The one resource of a type.
    public <T> T only(Class<T> type) {
        List<T> found = all(type);
        if (found.size() != 1) {
            throw new AssertionError(
                    "expected one " + type.getSimpleName() + " in " + values + ", found " + found.size());
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
        return objects.stream().flatMap(RenderedChart::workload).toList();
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
    public Workload workload(String name) {
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
        return values;
    }

    /// Something that makes pods.
    ///
    /// @param template what they are made of
    /// @param claims volumes that each pod gets besides those of the template
    public record Workload(ObjectMeta metadata, PodTemplateSpec template, List<String> claims) {
        String name() {
            return metadata.getName();
        }

        Map<String, String> labels() {
            return template.getMetadata().getLabels();
        }

        List<Container> containers() {
            return template.getSpec().getContainers();
        }

        public Container container() {
            return containers().getFirst();
        }

        Stream<ContainerPort> ports() {
            return containers().stream().flatMap(container -> container.getPorts().stream());
        }
    }
}
