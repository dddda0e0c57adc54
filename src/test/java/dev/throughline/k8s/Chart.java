package dev.throughline.k8s;

import com.fasterxml.jackson.databind.JsonNode;
import com.marcnuri.helm.Helm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The chart of `k8s/chart`, rendered by Helm itself.
final class Chart {
    /// The oldest that the manifests are for.
    private static final String KUBERNETES = "1.30.0";

    private Chart() {}

    /// What the release `throughline` in the namespace `throughline` makes of these values, written as YAML.
    /// @throws IllegalStateException with Helm's words, for values that it refuses
    static List<JsonNode> render(String values) {
        try {
            Path file = Files.createTempFile("throughline-values", ".yaml");
            try {
                Files.writeString(file, values);
                return StrictYaml.documents(Helm.template(ManifestFiles.CHART.toString())
                        .withName("throughline")
                        .withNamespace("throughline")
                        .withKubeVersion(KUBERNETES)
                        .withValuesFile(file)
                        .set("lookup", false)
                        .call());
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
