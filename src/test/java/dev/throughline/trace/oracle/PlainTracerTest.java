package dev.throughline.trace.oracle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PlainTracerTest {
    private static final Path SOURCES = Path.of("src/test/java/dev/throughline/trace/oracle");
    private static final List<String> COMPARED = List.of("match", "sighting", "request", "repair");

    /// What is compared must not be what it is compared with.
    @Test
    void usesNothingOfWhatItIsComparedWith() throws IOException {
        try (Stream<Path> files = Files.list(SOURCES)) {
            for (Path file : files.toList()) {
                assertThat(Files.readAllLines(file))
                        .as("%s", file)
                        .noneMatch(line -> COMPARED.stream()
                                .anyMatch(name -> line.startsWith("import dev.throughline.trace." + name + ".")));
            }
        }
    }
}
