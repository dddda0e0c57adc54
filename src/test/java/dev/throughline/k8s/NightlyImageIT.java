package dev.throughline.k8s;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// The image of the nightly checks has what its recipes and its manifest count on.
class NightlyImageIT {
    private static final String DOCKERFILE = ManifestFiles.text(Path.of("src/main/docker/nightly.Dockerfile"));
    /// In its base image.
    private static final String NODE = "nodejs";

    @Test
    void everyToolThatARecipeNeedsIsInstalled() throws IOException {
        String installed = DOCKERFILE
                .lines()
                .filter(line -> line.contains("apt-get install"))
                .findFirst()
                .orElseThrow();

        assertThat(tools())
                .isNotEmpty()
                .allSatisfy(tool -> assertThat(installed + " " + NODE).containsPattern("\\b" + tool + "\\b"));
    }

    @Test
    void baseImagesAreArgumentsAndNamedByAVersion() {
        List<String> bases = DOCKERFILE
                .lines()
                .filter(line -> line.startsWith("FROM "))
                .map(line -> line.split(" ")[1])
                .toList();

        assertThat(bases).containsExactly("${SERVICE_IMAGE}", "${NODE_IMAGE}");
        assertThat(DOCKERFILE.lines())
                .contains("ARG SERVICE_IMAGE=" + image())
                .anyMatch(line -> line.startsWith("ARG NODE_IMAGE=node:22-trixie-slim@sha256:"));
    }

    @Test
    void podRunsAsTheUserOfTheImageAndWritesWhereTheImageDoes() {
        var pod = RenderedChart.of("production").workload("throughline-radar");
        var security = pod.template().getSpec().getSecurityContext();

        assertThat(DOCKERFILE.lines()).contains("USER " + security.getRunAsUser() + ":" + security.getRunAsGroup());
        assertThat(pod.container().getEnv().stream()
                        .filter(variable -> List.of("HOME", "TMPDIR", "THROUGHLINE_CACHE_DIR")
                                .contains(variable.getName())))
                .hasSize(3)
                .allSatisfy(variable -> {
                    assertThat(DOCKERFILE).contains(variable.getName() + "=" + variable.getValue() + " ");
                    assertThat(Path.of(variable.getValue())).startsWithRaw(Path.of("/tmp"));
                });
    }

    private static String image() {
        return RenderedChart.of("laptop").workload("throughline").container().getImage();
    }

    private static List<String> tools() throws IOException {
        try (Stream<Path> recipes = Files.list(Path.of("src/main/resources/recipes"))) {
            return recipes.filter(file -> file.toString().endsWith(".json"))
                    .map(ManifestFiles::text)
                    .flatMap(text -> read(text).path("tools").findValuesAsText("install").stream())
                    .distinct()
                    .toList();
        }
    }

    private static JsonNode read(String text) {
        try {
            return new JsonMapper().readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
