package dev.throughline.harness;

import dev.throughline.harness.recipe.ProgramSource;
import dev.throughline.testing.Expensive;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

/// Programs that are not on npm: one that is there already, and a Python package, which pip takes from a folder here.
@Expensive(28)
class ProgramInstallerIT {
    @TempDir
    Path folder;

    private final List<String> progress = new ArrayList<>();

    @Test
    void asksAProgramForItsVersion() throws IOException {
        ProgramSource tool = executable("echo Tool v1.2.3-rc.1 of today", "--version");

        assertThat(installer().resolve(tool, "latest")).isEqualTo("1.2.3-rc.1");
        assertThat(installer().resolve(tool, "1.2.3-rc.1")).isEqualTo("1.2.3-rc.1");
        assertThatThrownBy(() -> installer().resolve(tool, "2.0.0"))
                .isInstanceOf(HarnessException.class)
                .hasMessageEndingWith("tool is version 1.2.3-rc.1, not 2.0.0");
    }

    @Test
    void believesTheUserWhereAProgramCannotSay() throws IOException {
        ProgramSource tool = executable("exit 1");

        assertThat(installer().resolve(tool, "latest")).isEqualTo("unknown");
        assertThat(installer().resolve(tool, "2.0.0")).isEqualTo("2.0.0");
    }

    @Test
    void namesAProgramThatCannotBeRun() throws IOException {
        ProgramSource silent = executable("exit 0", "--version");

        assertThatThrownBy(() -> installer().resolve(silent, "latest")).hasMessageContaining("printed no version");
        assertThatThrownBy(() -> installer().resolve(program("no-such-tool"), "latest"))
                .hasMessage("no-such-tool is not on the PATH");
        assertThatThrownBy(
                        () -> installer().resolve(program(folder.resolve("gone").toString()), "latest"))
                .hasMessageContaining("is not a program that can be run");
    }

    @Test
    void installsAPythonPackageOnce() throws IOException {
        assumeThat(ProcessSession.onPath("python3")).as("python3 is installed").isPresent();
        wheel("1.0.0");
        wheel("1.1.0");
        PythonCache python = python();

        assertThat(python.resolve("toy-agent", "latest")).isEqualTo("1.1.0");
        Path first = python.install("toy-agent", "1.0.0");
        Path again = python().install("toy-agent", "1.0.0");

        assertThat(first.resolve("bin/toy-agent")).isExecutable();
        assertThat(again).isEqualTo(first);
        assertThat(progress).containsExactly("installing toy-agent==1.0.0 from Python's package index");
        assertThat(new CacheContents(folder.resolve("cache")).entries())
                .extracting(CacheContents.Entry::path)
                .containsExactly(folder.resolve("cache/python/toy-agent/1.0.0"));
        assertThatThrownBy(() -> python.install("toy-agent", "9.0.0"))
                .hasMessageStartingWith("pip could not install toy-agent==9.0.0");
        assertThatThrownBy(() -> python.resolve("no-such-agent", "latest"))
                .hasMessageStartingWith("pip found no no-such-agent");
    }

    private PythonCache python() {
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.put("PIP_NO_INDEX", "1");
        environment.put("PIP_FIND_LINKS", folder.toString());
        return new PythonCache(folder.resolve("cache"), progress::add, environment);
    }

    private ProgramInstaller installer() {
        return new ProgramInstaller(
                new NpmCache(folder.resolve("cache"), CacheLimit.NONE, progress::add, Optional.empty()));
    }

    private ProgramSource executable(String script, String... version) throws IOException {
        Path program = folder.resolve("tool");
        Files.writeString(program, "#!/bin/sh\n" + script + "\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        return new ProgramSource.Executable(program.toString(), List.of(version));
    }

    private static ProgramSource program(String path) {
        return new ProgramSource.Executable(path, List.of("--version"));
    }

    /// A package with one program. Source: PyPA, Binary distribution format 1.0.
    private void wheel(String version) throws IOException {
        String info = "toy_agent-" + version + ".dist-info/";
        Path file = folder.resolve("toy_agent-" + version + "-py3-none-any.whl");
        try (OutputStream out = Files.newOutputStream(file);
                var zip = new ZipOutputStream(out)) {
            entry(zip, "toy_agent.py", "def main():\n    print('" + version + "')\n");
            entry(zip, info + "METADATA", "Metadata-Version: 2.1\nName: toy-agent\nVersion: " + version + "\n");
            entry(
                    zip,
                    info + "WHEEL",
                    "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n");
            entry(zip, info + "entry_points.txt", "[console_scripts]\ntoy-agent = toy_agent:main\n");
            entry(zip, info + "RECORD", "toy_agent.py,,\n");
        }
    }

    private static void entry(ZipOutputStream zip, String name, String text) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(text.getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
    }
}
