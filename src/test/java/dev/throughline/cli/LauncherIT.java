package dev.throughline.cli;

import dev.throughline.testing.Expensive;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/// The launcher with the packaged program. Needs `target/quarkus-app`, which Maven's phase `package` makes.
@Expensive(90)
class LauncherIT {
    @TempDir
    private Path folder;

    @Test
    void aBuildThatWasMovedRuns() throws Exception {
        Path built = Files.createDirectories(folder.resolve("built"));
        run(List.of("cp", "-a", "throughline", "pom.xml", built.toString()));
        Files.createDirectory(built.resolve("target"));
        run(List.of("cp", "-a", "target/quarkus-app", built.resolve("target").toString()));
        Files.createFile(built.resolve("target").resolve(".built"));
        assertThat(version(built)).startsWith("throughline ");

        Path moved = Files.move(built, folder.resolve("moved"));

        assertThat(version(moved)).startsWith("throughline ");
        Path link = Files.createSymbolicLink(folder.resolve("link"), moved);
        assertThat(version(link)).startsWith("throughline ");
    }

    private static String version(Path build) throws IOException, InterruptedException {
        return run(List.of(build.resolve("throughline").toString(), "--version"));
    }

    /// What it printed.
    private static String run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        process.getOutputStream().close();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as("%s: %s", command, printed).isZero();
        return printed;
    }
}
