package dev.throughline.harness.bisect;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.throughline.harness.HarnessException;
import dev.throughline.harness.recipe.Ecosystem;
import dev.throughline.harness.recipe.ProgramSource;
import dev.throughline.text.Json;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class PublishedPackageTest {
    private final PublishedPackage toy = read("""
            {"versions": ["1.0.0", "1.1.0-beta.1", "1.1.0", "1.2.0"],
             "time": {"created": "2026-01-01T00:00:00Z", "1.1.0": "2026-02-01T12:00:00.000+00:00", "1.2.0": "soon"},
             "repository": {"type": "git", "url": "git+https://github.com/someone/toy.git"}}
            """);

    @Test
    void listsTheReleasesBetweenTwoVersions() {
        assertThat(toy.between("1.0.0", "1.2.0")).containsExactly("1.0.0", "1.1.0", "1.2.0");
        assertThat(toy.between("1.1.0-beta.1", "1.2.0")).containsExactly("1.1.0-beta.1", "1.1.0", "1.2.0");
    }

    @Test
    void refusesVersionsThatItDoesNotHaveAndAWrongOrder() {
        assertThatThrownBy(() -> toy.between("1.0.0", "1.3.0"))
                .isInstanceOf(HarnessException.class)
                .hasMessage("the registry has no npm:toy@1.3.0; it has 4 versions, 1.0.0 to 1.2.0");
        assertThatThrownBy(() -> toy.between("1.2.0", "1.0.0")).hasMessageContaining("1.2.0 is not older than 1.0.0");
    }

    @Test
    void aChangeIsOpenWhereAReleaseLiesBetween() {
        assertThat(toy.isOpen("1.0.0", "1.2.0")).isTrue();
        assertThat(toy.isOpen("1.0.0", "1.1.0")).isFalse();
        assertThat(toy.isOpen("0.9.0", "1.2.0")).isFalse();
        assertThat(toy.isOpen("1.2.0", "1.0.0")).isFalse();
    }

    @Test
    void readsWhenAVersionWasPublished() {
        assertThat(toy.published("1.1.0")).isEqualTo(Instant.parse("2026-02-01T12:00:00Z"));
        assertThat(toy.published("1.2.0")).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "git+https://github.com/o/n.git,o/n",
        "https://github.com/o/n,o/n",
        "git@github.com:o/n.git,o/n",
        "https://github.com/o/n.js#readme,o/n.js",
        "github.com/o/n/tree/main/packages/x,o/n",
        "https://gitlab.com/o/n,",
        "https://github.com/o,",
    })
    void linksToAComparisonOnGithub(String url, String path) {
        PublishedPackage read = read("{\"versions\": [], \"repository\": {\"url\": \"" + url + "\"}}");

        assertThat(read.comparison("1.0.0", "1.1.0").orElse(null))
                .isEqualTo(path == null ? null : "https://github.com/" + path + "/compare/v1.0.0...v1.1.0");
    }

    @Test
    void tagsOfASharedRepositoryNameThePackage() {
        PublishedPackage read = read("""
                {"versions": [], "repository": {"url": "https://github.com/o/n", "directory": "packages/toy"}}""");

        assertThat(read.comparison("1.0.0", "1.1.0"))
                .contains("https://github.com/o/n/compare/toy%401.0.0...toy%401.1.0");
    }

    private static PublishedPackage read(String json) {
        try {
            return PublishedPackage.read(new ProgramSource.Package(Ecosystem.NPM, "toy"), Json.TREES.readTree(json));
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }
}
