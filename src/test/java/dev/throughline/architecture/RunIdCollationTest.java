package dev.throughline.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// The run's id has collation "C" in `run` and `evidence`, and the default one in all tables that are written often.
/// Where both meet in a condition, "C" counts, and no index of a table of the second kind can be used: each run then
/// costs a scan of the table of all runs.
class RunIdCollationTest {
    private static final Pattern JOIN = Pattern.compile(
            "\\b(?:exchange|e|v|o|i|s|b)?\\.?run_id = (?:r|run)\\.run_id\\b(?! COLLATE)|JOIN exchange \\w+ USING");

    /// `evidence` has "C" as well.
    private static final String ALIKE = "EvidenceStore.java";

    @Test
    void noConditionHidesAnIndex() throws IOException {
        try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
            List<String> found = sources.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !file.endsWith(ALIKE))
                    .flatMap(RunIdCollationTest::joins)
                    .toList();

            assertThat(found)
                    .as("conditions that need COLLATE \"default\" on the side of run")
                    .isEmpty();
        }
    }

    private static Stream<String> joins(Path file) {
        try {
            String name = file.getFileName().toString();
            return JOIN.matcher(Files.readString(file)).results().map(hit -> name + ": " + hit.group());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
