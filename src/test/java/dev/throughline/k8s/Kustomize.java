package dev.throughline.k8s;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/// The real `kustomize`, alone or within `kubectl`. Where neither is on the path, tests that need it are skipped
/// and say so; with `THROUGHLINE_KUSTOMIZE=required` they fail.
final class Kustomize {
    private static final String PASSWORD = "password=only-for-this-test\n";

    private Kustomize() {}

    /// What an overlay makes, built in a copy that has the file which whoever deploys makes by hand.
    /// @param change what else is changed in the text of its kustomization
    static List<JsonNode> build(String overlay, UnaryOperator<String> change) {
        return prepared(overlay, copy -> {
            Path list = copy.resolve("overlays").resolve(overlay).resolve("kustomization.yaml");
            write(list, change.apply(ManifestFiles.text(list)));
        });
    }

    /// What an overlay makes that consists of these files.
    /// @param files texts by path below `k8s`
    static List<JsonNode> build(String overlay, Map<String, String> files) {
        return prepared(overlay, copy -> files.forEach((name, text) -> write(copy.resolve(name), text)));
    }

    private static void write(Path file, String text) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<JsonNode> prepared(String overlay, Consumer<Path> change) {
        List<String> program = program();
        try {
            Path copy = Files.createTempDirectory("throughline-k8s");
            try {
                copy(ManifestFiles.K8S, copy);
                Files.writeString(copy.resolve("overlays/dev").resolve(ManifestFiles.MADE_BY_HAND), PASSWORD);
                change.accept(copy);
                return StrictYaml.documents(
                        run(program, copy.resolve("overlays").resolve(overlay).normalize()));
            } finally {
                delete(copy);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> program() {
        if (isOnPath("kustomize")) {
            return List.of("kustomize", "build");
        }
        if (isOnPath("kubectl")) {
            return List.of("kubectl", "kustomize");
        }
        String missing = "neither kustomize nor kubectl is on the path: no overlay was built";
        if (System.getenv().getOrDefault("THROUGHLINE_KUSTOMIZE", "").equals("required")) {
            throw new AssertionError(missing);
        }
        throw new TestAbortedException(missing);
    }

    private static boolean isOnPath(String program) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    private static String run(List<String> program, Path overlay) throws IOException {
        Path said = Files.createTempFile("throughline-k8s", ".log");
        try {
            Process process = new ProcessBuilder(Stream.concat(program.stream(), Stream.of(overlay.toString()))
                            .toList())
                    .redirectError(said.toFile())
                    .start();
            process.getOutputStream().close();
            String built = new String(process.getInputStream().readAllBytes());
            boolean isOver = process.waitFor(30, TimeUnit.SECONDS);
            if (!isOver || process.exitValue() != 0) {
                throw new AssertionError(program + " could not build " + overlay + ": " + Files.readString(said));
            }
            return built;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } finally {
            Files.delete(said);
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path place = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(place);
                } else {
                    Files.copy(file, place);
                }
            }
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        }
    }
}
