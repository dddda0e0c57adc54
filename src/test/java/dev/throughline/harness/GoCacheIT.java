package dev.throughline.harness;

import dev.throughline.harness.bisect.PublishedPackage;
import dev.throughline.harness.recipe.Ecosystem;
import dev.throughline.harness.recipe.ProgramSource;
import dev.throughline.testing.Expensive;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

/// The real Go with a module proxy that is a folder. Source: Go Modules Reference, GOPROXY protocol.
@Expensive(20)
class GoCacheIT {
    private static final String MODULE = "toy.example/greeting";
    private static final Map<String, String> SOURCES = Map.of("main.go", """
            package main

            import (
            	"fmt"

            	"toy.example/greeting"
            )

            func main() { fmt.Println(greeting.Text()) }
            """);

    @TempDir
    Path folder;

    @BeforeEach
    void publish() throws IOException {
        assumeThat(ProcessSession.onPath("go")).as("go is installed").isPresent();
        publish("v1.0.0", "2025-03-01T10:00:00Z", "1.20");
        publish("v1.1.0", "2025-04-01T10:00:00Z", "1.20");
        Files.writeString(versions().resolve("list"), "v1.0.0\nv1.1.0\n");
    }

    @Test
    void knowsVersionsAndWhenEachWasPublished() {
        PackageCache go = go();

        assertThat(go.resolve(MODULE, "latest")).isEqualTo("1.1.0");
        assertThat(go.resolve(MODULE, "v1.0.0")).isEqualTo("1.0.0");
        var published = PublishedPackage.read(new ProgramSource.Package(Ecosystem.GO, MODULE), go.published(MODULE));
        assertThat(published.versions()).containsExactly("1.0.0", "1.1.0");
        assertThat(published.published())
                .containsOnly(
                        Map.entry("1.0.0", Instant.parse("2025-03-01T10:00:00Z")),
                        Map.entry("1.1.0", Instant.parse("2025-04-01T10:00:00Z")));
    }

    @Test
    void buildsTheProgramOfARecipeWithAVersion() throws Exception {
        PackageCache.Installed built = go().install(wanted("1.0.0"));

        Process program = new ProcessBuilder(built.binary().orElseThrow()).start();
        assertThat(new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo("v1.0.0\n");
    }

    @Test
    void namesTheGoThatAModuleNeeds() throws IOException {
        publish("v1.9.0", "2026-01-01T10:00:00Z", "1.99.0");

        assertThatThrownBy(() -> go().install(wanted("1.9.0")))
                .isInstanceOfSatisfying(
                        HarnessException.class,
                        failure -> assertThat(failure.isToolMissing()).isTrue())
                .hasMessageStartingWith("a newer Go is needed: 1.99");
    }

    @Test
    void saysThatThereIsNoSuchModule() {
        assertThatThrownBy(() -> go().published("toy.example/absent"))
                .isInstanceOf(HarnessException.class)
                .hasMessageStartingWith("Go knows no ")
                .hasMessageContaining("toy.example/absent");
    }

    private static PackageCache.Wanted wanted(String version) {
        return new PackageCache.Wanted(MODULE, version, List.of(), List.of(), Optional.empty(), SOURCES);
    }

    private GoCache go() {
        Map<String, String> settings = new HashMap<>(System.getenv());
        settings.put("GOPROXY", folder.resolve("proxy").toUri().toString());
        settings.put("GOSUMDB", "off");
        settings.put("GOTOOLCHAIN", "local");
        settings.put("GOMODCACHE", folder.resolve("modules").toString());
        return new GoCache(new Installations(folder.resolve("cache"), CacheLimit.NONE, _ -> {}), settings);
    }

    private Path versions() {
        return folder.resolve("proxy").resolve(MODULE).resolve("@v");
    }

    private void publish(String version, String moment, String needed) throws IOException {
        Files.createDirectories(versions());
        String mod = "module " + MODULE + "\n\ngo " + needed + "\n";
        Files.writeString(versions().resolve(version + ".mod"), mod);
        Files.writeString(
                versions().resolve(version + ".info"), "{\"Version\":\"" + version + "\",\"Time\":\"" + moment + "\"}");
        try (OutputStream out = Files.newOutputStream(versions().resolve(version + ".zip"));
                var zip = new ZipOutputStream(out)) {
            entry(zip, version, "go.mod", mod);
            String text = "package greeting\n\nfunc Text() string { return \"" + version + "\" }\n";
            entry(zip, version, "greeting.go", text);
        }
    }

    private static void entry(ZipOutputStream zip, String version, String name, String text) throws IOException {
        zip.putNextEntry(new ZipEntry(MODULE + "@" + version + "/" + name));
        zip.write(text.getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
    }
}
