package dev.throughline.k8s;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.gatewayapi.v1.HTTPRoute;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.openshift.api.model.monitoring.v1.PrometheusRule;
import io.fabric8.openshift.api.model.monitoring.v1.ServiceMonitor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The kinds of resources allowed in `k8s`, each with the class that defines its fields.
final class KubernetesModel {
    private static final List<Class<? extends HasMetadata>> KUBERNETES = List.of(
            ConfigMap.class,
            CronJob.class,
            Deployment.class,
            HTTPRoute.class,
            HorizontalPodAutoscaler.class,
            Ingress.class,
            NetworkPolicy.class,
            PodDisruptionBudget.class,
            PrometheusRule.class,
            Secret.class,
            Service.class,
            ServiceAccount.class,
            ServiceMonitor.class,
            StatefulSet.class);
    private static final Map<String, Class<?>> BY_KIND = byKind();

    private KubernetesModel() {}

    private static Map<String, Class<?>> byKind() {
        Map<String, Class<?>> kinds = new LinkedHashMap<>();
        KUBERNETES.forEach(type -> kinds.put(HasMetadata.getApiVersion(type) + " " + HasMetadata.getKind(type), type));
        kinds.put(CloudNativePg.CLUSTER, CloudNativePg.Cluster.class);
        kinds.put(CloudNativePg.PUBLICATION, CloudNativePg.Publication.class);
        kinds.put(CloudNativePg.SUBSCRIPTION, CloudNativePg.Subscription.class);
        return kinds;
    }

    /// API version and kind of a resource.
    static String kind(JsonNode resource) {
        return resource.path("apiVersion").asText() + " "
                + resource.path("kind").asText();
    }

    /// Reads a resource.
    /// @throws IllegalArgumentException for a kind or a field that is not known
    static Object read(JsonNode resource) {
        Class<?> type = BY_KIND.get(kind(resource));
        if (type == null) {
            throw new IllegalArgumentException("expected one of " + BY_KIND.keySet() + ", found " + kind(resource));
        }
        return StrictYaml.read(resource, type);
    }
}
