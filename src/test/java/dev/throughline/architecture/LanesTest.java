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

/// A class named `…Test` starts no server and no process, so that all of them answer within a minute; one that does is
/// named `…IT`.
class LanesTest {
    private static final Path TESTS = Path.of("src/test/java");
    private static final Pattern STARTS = Pattern.compile(
            "^@QuarkusTest|^@Tag\\(\"containers\"\\)"
                    + "|^import (?:dev\\.throughline\\.testing\\.(?:PostgresResource|NodeScripts)"
                    + "|com\\.sun\\.net\\.httpserver\\.HttpServer|java\\.net\\.ServerSocket"
                    + "|java\\.sql\\.DriverManager);"
                    + "|new ProcessBuilder\\(",
            Pattern.MULTILINE);

    /// Stores the API's description, too: named by tools as it is.
    private static final String STORED_API = "OpenApiDocumentTest.java";

    @Test
    void whatStartsAServerOrAProcessIsAnIntegrationTest() throws IOException {
        List<String> wrong;
        try (Stream<Path> files = Files.walk(TESTS)) {
            wrong = files.filter(file -> file.toString().endsWith("Test.java"))
                    .filter(file -> !file.endsWith("LanesTest.java") && !file.endsWith(STORED_API))
                    .filter(file -> STARTS.matcher(read(file)).find())
                    .map(file -> TESTS.relativize(file).toString())
                    .toList();
        }

        assertThat(wrong).as("named *Test, to be named *IT").isEmpty();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
