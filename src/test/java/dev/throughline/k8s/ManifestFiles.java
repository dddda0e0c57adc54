package dev.throughline.k8s;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The files of `k8s`, and other files of the project that they are held to.
final class ManifestFiles {
    static final Path K8S = Path.of("k8s");
    /// A chart of Helm: its templates are no YAML before they are rendered.
    static final Path CHART = K8S.resolve("chart");
    /// Made by whoever deploys, never kept by git.
    static final String MADE_BY_HAND = "database.env";

    private ManifestFiles() {}

    /// All files below `k8s` that end so, but for what is made by hand and the chart.
    static List<Path> below(String ending) {
        try (Stream<Path> files = Files.walk(K8S)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> file.toString().endsWith(ending))
                    .filter(file -> !file.endsWith(MADE_BY_HAND))
                    .filter(file -> !file.startsWith(CHART))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
