package dev.throughline.k8s;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The files of `k8s`, and other files of the project that they are held to.
final class ManifestFiles {
    static final Path K8S = Path.of("k8s");
    /// A chart of Helm: its templates are no YAML before they are rendered.
    static final Path CHART = K8S.resolve("chart");

    private ManifestFiles() {}

    /// A file of values, as an example of what whoever deploys writes.
    static String values(String name) {
        return text(K8S.resolve("values").resolve(name + ".yaml"));
    }

    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
