package dev.throughline.k8s;

import java.util.Map;

/// What is used here of the resources of CloudNativePG. Source: its API reference, `postgresql.cnpg.io/v1`, 1.28.
final class CloudNativePg {
    static final String CLUSTER = "postgresql.cnpg.io/v1 Cluster";

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

    record Bootstrap(InitDb initdb) {}

    record InitDb(String database, String owner) {}

    record Storage(String size, String storageClass) {}

    record Postgresql(Synchronous synchronous, Map<String, String> parameters) {}

    record Synchronous(String method, int number, String dataDurability) {}

    record Affinity(boolean enablePodAntiAffinity, String podAntiAffinityType, String topologyKey) {}

    record Resources(Map<String, String> requests, Map<String, String> limits) {}
}
