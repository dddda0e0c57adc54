package dev.throughline.harness.bisect;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.harness.HarnessException;
import dev.throughline.text.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PlatformProgramsTest {
    private static final PlatformPrograms.Platform LINUX =
            new PlatformPrograms.Platform(Set.of("linux"), Set.of("x64", "amd64"));

    private final List<String> asked = new ArrayList<>();

    @Test
    void namesTheVersionsWhoseProgramTheRegistryLacks() {
        String manifests = """
                [{"name": "toy", "version": "1.0.0"},
                 {"name": "toy", "version": "1.1.0",
                  "optionalDependencies": {"toy-linux-x64-baseline": "1.1.0", "toy-linux-x64": "1.1.0",
                                           "toy-darwin-arm64": "1.1.0"}},
                 {"name": "toy", "version": "1.2.0",
                  "optionalDependencies": {"toy-linux-x64-baseline": "1.2.0", "toy-linux-x64": "1.2.0"}},
                 {"name": "toy", "version": "1.3.0", "optionalDependencies": {"toy-linux-x64": "1.3.0"}}]""";

        assertThat(missing(
                        manifests,
                        Map.of("toy-linux-x64", "[\"1.3.0\"]", "toy-linux-x64-baseline", "[\"1.2.0\", \"1.3.0\"]")))
                .containsExactly(
                        Map.entry("1.1.0", "the registry has no toy-linux-x64@1.1.0, its program for this platform"));
        assertThat(asked).containsExactlyInAnyOrder("toy-linux-x64", "toy-linux-x64-baseline");
    }

    @Test
    void knowsAProgramThatIsAVersionOfThePackageItself() {
        String manifest = """
                {"name": "toy", "version": "1.1.0",
                 "optionalDependencies": {"@o/toy-linux-x64": "npm:@o/toy@1.1.0-linux-x64"}}""";

        assertThat(missing(manifest, Map.of("@o/toy", "[\"1.1.0\", \"1.1.0-linux-x64\"]")))
                .isEmpty();
        assertThat(missing(manifest, Map.of("@o/toy", "[\"1.1.0\"]"))).containsOnlyKeys("1.1.0");
    }

    @Test
    void aCompiledLibraryIsNotTheProgram() {
        String manifest = """
                {"name": "toy", "version": "1.1.0", "optionalDependencies": {"@img/sharp-linux-x64": "^0.33.5"}}""";

        assertThat(missing(manifest, Map.of())).isEmpty();
        assertThat(asked).isEmpty();
    }

    @Test
    void anotherPlatformIsNotLookedUp() {
        String manifest = """
                {"name": "toy", "version": "1.1.0", "optionalDependencies": {"toy-darwin-x64": "1.1.0"}}""";

        assertThat(missing(manifest, Map.of())).isEmpty();
    }

    @Test
    void whatTheRegistryDoesNotSayIsTried() {
        String manifest = """
                {"name": "toy", "version": "1.1.0", "optionalDependencies": {"toy-linux-x64": "1.1.0"}}""";
        var silent = new PlatformPrograms(
                (_, _, _) -> {
                    throw new HarnessException("unreachable");
                },
                this::silent,
                LINUX);

        assertThat(missing(manifest, Map.of())).isEmpty();
        assertThat(asked).containsExactly("toy-linux-x64");
        assertThat(silent.missing("toy", List.of("1.0.0", "1.1.0"))).isEmpty();
    }

    @Test
    void thisMachineIsOneOfThoseThatPackagesName() {
        PlatformPrograms.Platform current = PlatformPrograms.Platform.current();

        assertThat(current.systems()).containsAnyOf("linux", "darwin", "win32");
        assertThat(current.processors()).containsAnyOf("x64", "arm64");
    }

    private Map<String, String> missing(String manifests, Map<String, String> registry) {
        var programs = new PlatformPrograms(
                (_, from, to) -> {
                    assertThat(from + " " + to).isEqualTo("1.0.0 1.3.0");
                    return json(manifests);
                },
                name -> {
                    asked.add(name);
                    return registry.containsKey(name)
                            ? json("{\"versions\": " + registry.get(name) + "}")
                            : silent(name);
                },
                LINUX);
        return programs.missing("toy", List.of("1.0.0", "1.1.0", "1.2.0", "1.3.0"));
    }

    private JsonNode silent(String name) {
        throw new HarnessException("the npm registry has no " + name);
    }

    private static JsonNode json(String text) {
        try {
            return Json.TREES.readTree(text);
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }
}
