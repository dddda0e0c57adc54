package dev.throughline.harness;

import dev.throughline.harness.recipe.ProgramSource;
import dev.throughline.harness.recipe.Recipe;
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

/// Programs that are not on npm: one that is there already, and a Python package, which uv takes from a folder here.
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
        PackageCache python = python();

        assertThat(python.resolve("toy-agent", "latest")).isEqualTo("1.1.0");
        PackageCache.Installed first = python.install(agent("1.0.0", Optional.of("toy-agent")));
        PackageCache.Installed again = python().install(agent("1.0.0", Optional.of("toy-agent")));
        PackageCache.Installed library = python.install(agent("1.0.0", Optional.empty()));

        assertThat(Path.of(first.binary().orElseThrow())).isExecutable().hasFileName("toy-agent");
        assertThat(again).isEqualTo(first);
        assertThat(Path.of(library.binary().orElseThrow()))
                .isEqualTo(Path.of(first.binary().orElseThrow()).resolveSibling("python"));
        assertThat(progress)
                .filteredOn(line -> !line.equals("installing uv"))
                .containsExactly("installing toy-agent==1.0.0 from Python's package index");
        assertThat(new CacheContents(folder.resolve("cache")).entries())
                .singleElement()
                .satisfies(entry ->
                        assertThat(entry.path().getParent()).isEqualTo(folder.resolve("cache/pypi/toy-agent")));
        assertThatThrownBy(() -> python.install(agent("9.0.0", Optional.empty())))
                .hasMessageStartingWith("uv found no versions that fit for toy-agent==9.0.0");
        assertThatThrownBy(() -> python.resolve("no-such-agent", "latest"))
                .hasMessageStartingWith("uv found no no-such-agent");
    }

    @Test
    void namesTheVersionsOfPeersThatTakePart() throws IOException {
        assumeThat(ProcessSession.onPath("python3")).as("python3 is installed").isPresent();
        wheel("1.0.0");
        wheel("toy-sdk", "0.9.0");
        wheel("toy-sdk", "1.2.0");
        wheel("toy-types", "3.0.0");
        List<Recipe.Peer> peers =
                List.of(new Recipe.Peer("toy-sdk", "<1", null, null), new Recipe.Peer("toy-types", "", true, null));
        PackageCache.Wanted wanted =
                new PackageCache.Wanted("toy-agent", "1.0.0", peers, List.of(), Optional.empty(), Map.of());

        assertThat(python().beside(wanted)).containsExactly("toy-sdk@0.9.0");
    }

    private static PackageCache.Wanted agent(String version, Optional<String> binary) {
        return new PackageCache.Wanted("toy-agent", version, List.of(), List.of(), binary, Map.of());
    }

    private PackageCache python() {
        Map<String, String> settings = new HashMap<>(System.getenv());
        settings.put("UV_NO_INDEX", "1");
        settings.put("UV_FIND_LINKS", folder.toString());
        return new PypiCache(new Installations(folder.resolve("cache"), CacheLimit.NONE, progress::add), settings);
    }

    private ProgramInstaller installer() {
        return new ProgramInstaller(
                new PackageCaches(folder.resolve("cache"), CacheLimit.NONE, progress::add, Optional.empty()));
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
        wheel("toy-agent", version);
    }

    private void wheel(String name, String version) throws IOException {
        String module = name.replace('-', '_');
        String info = module + "-" + version + ".dist-info/";
        Path file = folder.resolve(module + "-" + version + "-py3-none-any.whl");
        try (OutputStream out = Files.newOutputStream(file);
                var zip = new ZipOutputStream(out)) {
            entry(zip, module + ".py", "def main():\n    print('" + version + "')\n");
            entry(zip, info + "METADATA", "Metadata-Version: 2.1\nName: " + name + "\nVersion: " + version + "\n");
            entry(
                    zip,
                    info + "WHEEL",
                    "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n");
            entry(zip, info + "entry_points.txt", "[console_scripts]\n" + name + " = " + module + ":main\n");
            entry(zip, info + "RECORD", module + ".py,,\n");
        }
    }

    private static void entry(ZipOutputStream zip, String name, String text) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(text.getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
    }
}
