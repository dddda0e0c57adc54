package dev.throughline.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class PypiCacheTest {
    @TempDir
    Path folder;

    @Test
    void findsTheInterpretersThatAVersionManagerHasNotOnThePath() throws IOException {
        Path command = program("shims/python3.12");
        Path installed = program("versions/3.12.1/bin/python3.12");
        program("versions/3.11.7/bin/python3.11");

        assertThat(PypiCache.withInstalled(command)).containsExactly(command, installed);
        assertThat(PypiCache.withInstalled(installed)).containsExactly(installed);
    }

    private Path program(String path) throws IOException {
        Path program = folder.resolve(path);
        Files.createDirectories(program.getParent());
        Files.createFile(program);
        assertThat(program.toFile().setExecutable(true)).isTrue();
        return program;
    }
}
