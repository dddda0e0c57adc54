package dev.throughline.k8s;

import java.util.List;
import java.util.Map;

/// What is used here of the resources of CloudNativePG. Source: its API reference, `postgresql.cnpg.io/v1`, 1.28.
final class CloudNativePg {
    static final String CLUSTER = "postgresql.cnpg.io/v1 Cluster";
    static final String PUBLICATION = "postgresql.cnpg.io/v1 Publication";
    static final String SUBSCRIPTION = "postgresql.cnpg.io/v1 Subscription";

    private CloudNativePg() {}

    record Cluster(String apiVersion, String kind, Metadata metadata, ClusterSpec spec) {}

    record Metadata(String name, String namespace, Map<String, String> labels) {}

    record ClusterSpec(
            int instances,
            String imageName,
            Bootstrap bootstrap,
            Storage storage,
            Storage walStorage,
            Postgresql postgresql,
            Affinity affinity,
            Resources resources) {}

    record Publication(String apiVersion, String kind, Metadata metadata, PublicationSpec spec) {}

    record PublicationSpec(Named cluster, String dbname, String name, Target target) {}

    record Target(List<TargetObject> objects) {}

    record TargetObject(Table table) {}

    record Table(String name, String schema) {}

    record Named(String name) {}

    record Subscription(String apiVersion, String kind, Metadata metadata, SubscriptionSpec spec) {}

    record SubscriptionSpec(
            Named cluster, String dbname, String name, String externalClusterName, String publicationName) {}

    record Bootstrap(InitDb initdb) {}

    record InitDb(String database, String owner) {}

    record Storage(String size, String storageClass) {}

    record Postgresql(Synchronous synchronous, Map<String, String> parameters) {}

    record Synchronous(String method, int number, String dataDurability) {}

    record Affinity(boolean enablePodAntiAffinity, String podAntiAffinityType, String topologyKey) {}

    record Resources(Map<String, String> requests, Map<String, String> limits) {}
}
