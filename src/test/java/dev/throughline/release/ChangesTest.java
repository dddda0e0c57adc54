package dev.throughline.release;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// The list of changes has the form that it says it has. Source: Keep a Changelog 1.1.0.
class ChangesTest {
    private static final String RELEASE = "## (Unreleased|[0-9]+\\.[0-9]+\\.[0-9]+ - [0-9]{4}-[0-9]{2}-[0-9]{2})";
    private static final String KIND = "### (Added|Changed|Deprecated|Removed|Fixed|Security)";

    @Test
    void headingsAreReleasesAndKindsOfChange() throws IOException {
        List<String> headings = Files.readAllLines(Path.of(".github", "CHANGELOG.md")).stream()
                .filter(line -> line.startsWith("#"))
                .toList();

        assertThat(headings.getFirst()).isEqualTo("# Changes");
        assertThat(headings.get(1)).isEqualTo("## Unreleased");
        assertThat(headings.subList(1, headings.size())).allMatch(line -> line.matches(RELEASE + "|" + KIND));
    }
}
