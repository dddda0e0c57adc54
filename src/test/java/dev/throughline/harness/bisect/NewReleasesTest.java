package dev.throughline.harness.bisect;

import dev.throughline.harness.HarnessException;
import dev.throughline.harness.recipe.Ecosystem;
import dev.throughline.harness.recipe.ProgramSource;
import dev.throughline.text.Json;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class NewReleasesTest {
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
    private static final Instant YESTERDAY = NOW.minusSeconds(86_400);
    private static final PublishedPackage PUBLISHED = new PublishedPackage(
            new ProgramSource.Package(Ecosystem.NPM, "toy"),
            List.of("1.0.0", "1.1.0", "1.2.0", "2.0.0", "2.1.0", "2.2.0-beta.1", "2.2.0", "2.3.0"),
            Map.of(
                    "1.0.0", NOW.minusSeconds(9_000_000),
                    "1.1.0", NOW.minusSeconds(8_000_000),
                    "1.2.0", NOW.minusSeconds(60),
                    "2.0.0", NOW.minusSeconds(7_000_000),
                    "2.1.0", NOW.minusSeconds(6_000_000),
                    "2.2.0-beta.1", NOW.minusSeconds(50),
                    "2.2.0", NOW.minusSeconds(40)),
            Optional.empty());

    @Test
    void areThoseOfTheLastDaysWhateverTheirNumbers() {
        assertThat(releases(Optional.empty()).versions()).containsExactly("1.2.0", "2.2.0");
    }

    @Test
    void areTheNewestOneWhereTheRegistryTellsNoDates() {
        var undated = new PublishedPackage(
                new ProgramSource.Package(Ecosystem.MAVEN, "toy:toy"),
                List.of("1.0.0", "1.1.0"),
                Map.of(),
                Optional.empty());

        assertThat(NewReleases.of("toy", undated, programs(Map.of()), YESTERDAY, Optional.empty())
                        .versions())
                .containsExactly("1.1.0");
    }

    @Test
    void haveNoOthersWhereNothingWasPublished() {
        NewReleases none = NewReleases.of("toy", PUBLISHED, programs(Map.of()), NOW.plusSeconds(1), Optional.empty());

        assertThat(none.versions()).isEmpty();
    }

    @Test
    void fillTheGapsOfTheirLinesFromTheFirstMeasuredVersionOn() {
        assertThat(releases(Optional.of(Set.of("1.1.0", "2.1.0"))).versions())
                .containsExactly("1.1.0", "1.2.0", "2.1.0", "2.2.0", "2.3.0");
        assertThat(releases(Optional.of(Set.of())).versions()).containsExactly("1.2.0", "2.2.0");
    }

    @Test
    void nameThoseThatCannotRunHere() {
        NewReleases found = NewReleases.of(
                "toy", PUBLISHED, programs(Map.of("2.2.0", "toy-linux-x64")), YESTERDAY, Optional.empty());

        assertThat(found.versions()).containsExactly("1.2.0");
        assertThat(found.absent()).containsOnlyKeys("2.2.0");
    }

    private static NewReleases releases(Optional<Set<String>> measured) {
        return NewReleases.of("toy", PUBLISHED, programs(Map.of()), YESTERDAY, measured);
    }

    /// @param wanted the program that a version wants, of which the registry has another version only
    private static PlatformPrograms programs(Map<String, String> wanted) {
        return new PlatformPrograms(
                (name, from, to) -> {
                    var manifests = Json.TREES.createArrayNode();
                    wanted.forEach((version, program) -> manifests
                            .addObject()
                            .put("name", name)
                            .put("version", version)
                            .putObject("optionalDependencies")
                            .put(program, version));
                    return manifests;
                },
                name -> {
                    if (name.equals("toy")) {
                        throw new HarnessException("not asked for");
                    }
                    var known = Json.TREES.createObjectNode();
                    known.putArray("versions").add("0.0.1");
                    return known;
                },
                new PlatformPrograms.Platform(Set.of("linux"), Set.of("x64")));
    }
}
