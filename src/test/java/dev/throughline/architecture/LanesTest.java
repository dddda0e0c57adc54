package dev.throughline.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// A class named `…Test` starts no server and no process, so that all of them answer within a minute; one that does is
/// named `…IT`. `LanesIT` holds which of those are run when.
class LanesTest {
    private static final Path TESTS = Path.of("src/test/java");
    private static final Pattern STARTS = Pattern.compile(
            "^@QuarkusTest|^import org\\.testcontainers\\."
                    + "|^import (?:dev\\.throughline\\.testing\\.(?:PostgresResource|NodeScripts)"
                    + "|com\\.sun\\.net\\.httpserver\\.HttpServer|java\\.net\\.ServerSocket"
                    + "|java\\.sql\\.DriverManager);"
                    + "|new ProcessBuilder\\(",
            Pattern.MULTILINE);

    private static final Pattern CONTAINERS =
            Pattern.compile("^import (?:org\\.testcontainers|dev\\.throughline\\.containers)\\.", Pattern.MULTILINE);
    private static final Pattern COMMENT = Pattern.compile("//.*");

    /// Stores the API's description, too: named by tools as it is.
    private static final String STORED_API = "OpenApiDocumentTest.java";

    @Test
    void whatStartsAServerOrAProcessIsAnIntegrationTest() throws IOException {
        List<String> wrong = containing(
                STARTS,
                file -> file.toString().endsWith("Test.java")
                        && !file.endsWith("LanesTest.java")
                        && !file.endsWith(STORED_API));

        assertThat(wrong).as("named *Test, to be named *IT").isEmpty();
    }

    @Test
    void whatNeedsADockerEngineIsWhereTheLaneWithOneLooks() throws IOException {
        List<String> needing = containing(CONTAINERS, file -> file.toString().endsWith(".java"));

        assertThat(needing).hasSizeGreaterThan(4).allMatch(file -> file.matches(".*/containers/[^/]*\\.java"));
    }

    @Test
    void whatTriesMoreInAFullRunIsRunInFull() throws IOException {
        Map<String, String> sources = new HashMap<>();
        try (Stream<Path> files = Files.walk(TESTS)) {
            files.filter(file -> file.toString().endsWith(".java"))
                    .forEach(file ->
                            sources.put(name(file), COMMENT.matcher(read(file)).replaceAll("")));
        }
        Set<String> varied = new HashSet<>(Set.of("Thoroughness"));
        while (varied.addAll(sources.keySet().stream()
                .filter(name -> !isTest(name) && mentions(sources.get(name), varied))
                .toList())) {}

        List<String> trying = sources.keySet().stream()
                .filter(name -> name.endsWith("Test") && !name.equals("LanesTest"))
                .filter(name -> mentions(sources.get(name), varied))
                .toList();
        assertThat(trying).hasSizeGreaterThan(20);
        assertThat(trying)
                .as("tries more in a full run, to be @Thorough")
                .filteredOn(name -> !sources.get(name).contains("@Thorough\n"))
                .isEmpty();
    }

    /// The test sources among some files in which a pattern is found.
    private static List<String> containing(Pattern pattern, Predicate<Path> among) throws IOException {
        try (Stream<Path> files = Files.walk(TESTS)) {
            return files.filter(among)
                    .filter(file -> pattern.matcher(read(file)).find())
                    .map(file -> TESTS.relativize(file).toString())
                    .toList();
        }
    }

    private static boolean mentions(String source, Set<String> names) {
        return names.stream()
                .anyMatch(name ->
                        Pattern.compile("\\b" + name + "\\b").matcher(source).find());
    }

    private static boolean isTest(String name) {
        return name.endsWith("Test") || name.endsWith("IT");
    }

    private static String name(Path file) {
        return file.getFileName().toString().replace(".java", "");
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
