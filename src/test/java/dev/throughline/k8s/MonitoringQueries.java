package dev.throughline.k8s;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabric8.openshift.api.model.monitoring.v1.PrometheusRule;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/// What the alerts and the dashboard ask Prometheus for.
final class MonitoringQueries {
    /// Of kube-state-metrics; theirs to keep.
    private static final Set<String> THEIRS =
            Set.of("kube_deployment_status_replicas_unavailable", "kube_cronjob_status_last_successful_time");
    /// Of an installation that is a cell and is replicated from; the fault `cells` asks one.
    private static final Set<String> OF_CELLS =
            Set.of("throughline_replication_held_bytes", "throughline_replication_lost");
    /// What Prometheus adds to every series of a pod.
    private static final Set<String> ADDED = Set.of("namespace", "pod");

    private MonitoringQueries() {}

    static List<String> alerts() {
        return RenderedChart.of("production").all(PrometheusRule.class).stream()
                .flatMap(rules -> rules.getSpec().getGroups().stream())
                .flatMap(group -> group.getRules().stream())
                .map(rule -> rule.getExpr().getStrVal())
                .toList();
    }

    /// The queries of all panels, with the legend of each.
    static List<JsonNode> dashboard() {
        return dashboardFile()
                .path("panels")
                .valueStream()
                .flatMap(panel -> panel.path("targets").valueStream())
                .toList();
    }

    static JsonNode dashboardFile() {
        String json = RenderedChart.of("production")
                .tree("ConfigMap", "throughline-dashboard")
                .orElseThrow()
                .at("/data/throughline.json")
                .asText();
        try {
            return new JsonMapper().readTree(json);
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }

    /// The names and the values of labels.
    static void assertAreExposed(MetricsExposition exposed, String expression) {
        assertNamesAreExposed(exposed, expression);
        for (PromQuery.Selection selection : PromQuery.of(expression).selections()) {
            var labels = exposed.metrics().getOrDefault(selection.metric(), Map.of());
            selection.conditions().stream()
                    .filter(condition -> labels.containsKey(condition.label()))
                    .filter(condition -> condition.values().stream().noneMatch(value -> value.startsWith("$")))
                    .forEach(condition -> assertThat(labels.get(condition.label()))
                            .as("%s of %s", condition.label(), expression)
                            .containsAll(condition.values()));
        }
    }

    /// The names of metrics and of labels, whatever values these have.
    static void assertNamesAreExposed(MetricsExposition exposed, String expression) {
        PromQuery query = PromQuery.of(expression);
        assertThat(query.selections()).as(expression).isNotEmpty();
        for (PromQuery.Selection selection : query.selections()) {
            if (THEIRS.contains(selection.metric()) || OF_CELLS.contains(selection.metric())) {
                continue;
            }
            assertThat(exposed.metrics()).as(expression).containsKey(selection.metric());
            var labels = exposed.metrics().get(selection.metric()).keySet();
            assertThat(Stream.concat(
                                    query.grouping().stream(),
                                    selection.conditions().stream().map(PromQuery.Condition::label))
                            .filter(label -> !ADDED.contains(label)))
                    .as("labels of %s in %s", selection.metric(), expression)
                    .isSubsetOf(labels);
        }
    }
}
