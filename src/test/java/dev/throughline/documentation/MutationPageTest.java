package dev.throughline.documentation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// The scores of mutation runs, as `.ci/mutants --table` writes them, and what is said of the faults that no test
/// noticed.
class MutationPageTest {
    private static final Path SCRIPT = Path.of(".ci/mutants");
    private static final Path PAGE = Path.of("src/site/markdown/operations/mutation.md");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z]+)` \\| (?:- \\| - \\| - \\| not run yet"
            + "|(\\d+) \\| (\\d+) \\| (\\d+) % \\| \\d{4}-\\d\\d-\\d\\d) \\|$");
    private static final Pattern PACKAGES = Pattern.compile("packages=\\(([a-z ]+)\\)");
    private static final Pattern LEAST = Pattern.compile("(?m)^least=(\\d+)$");

    @Test
    void everyPackageOfTheScriptHasARow() throws IOException {
        String[] packages = first(PACKAGES).group(1).split(" ");

        assertThat(rows()).extracting(row -> row.group(1)).containsExactly(packages);
    }

    @Test
    void theScoresAreThoseOfTheCountsAndAboveTheBar() throws IOException {
        int least = Integer.parseInt(first(LEAST).group(1));

        assertThat(tried())
                .isNotEmpty()
                .allSatisfy(row -> assertThat(number(row, 4))
                        .as(row.group())
                        .isEqualTo(100 * number(row, 3) / number(row, 2))
                        .isGreaterThanOrEqualTo(least));
    }

    @Test
    void whatSurvivesIsExplained() throws IOException {
        String page = Files.readString(PAGE);

        assertThat(tried())
                .filteredOn(row -> number(row, 3) < number(row, 2))
                .allSatisfy(row -> assertThat(page).contains("### " + row.group(1) + "\n"));
    }

    private static List<MatchResult> tried() throws IOException {
        return rows().stream().filter(row -> row.group(2) != null).toList();
    }

    private static int number(MatchResult row, int group) {
        return Integer.parseInt(row.group(group));
    }

    private static List<MatchResult> rows() throws IOException {
        return ROW.matcher(Files.readString(PAGE)).results().toList();
    }

    private static MatchResult first(Pattern pattern) throws IOException {
        return pattern.matcher(Files.readString(SCRIPT)).results().findFirst().orElseThrow();
    }
}
