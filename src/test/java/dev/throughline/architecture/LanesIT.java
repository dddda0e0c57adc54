package dev.throughline.architecture;

import dev.throughline.testing.KeysProfile;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.commons.support.AnnotationSupport;

import static org.assertj.core.api.Assertions.assertThat;

/// The lists of `.ci/lanes`, of these sources, by the real script. Which classes one commit runs, and which four in a
/// row.
class LanesIT {
    private static final Path TESTS = Path.of("src/test/java");
    private static final Path SCRIPT = Path.of(".ci/lanes");
    private static final Pattern EXPENSIVE = Pattern.compile("^@Expensive\\b", Pattern.MULTILINE);

    @TempDir
    private static Path repository;

    /// By lane, of all classes.
    private static Map<String, List<String>> all;

    /// By lane, of each of four commits in a row.
    private static final List<Map<String, List<String>>> COMMITS = new ArrayList<>();

    @BeforeAll
    static void listTheClassesOfFourCommits() throws Exception {
        Files.createDirectory(repository.resolve(".ci"));
        Files.copy(SCRIPT, repository.resolve(SCRIPT));
        Files.createSymbolicLink(repository.resolve("src"), Path.of("src").toAbsolutePath());
        run(List.of("git", "init", "-q"));
        all = lanes("all");
        for (int commit = 0; commit < 4; commit++) {
            run(List.of(
                    "git",
                    "-c",
                    "user.name=tests",
                    "-c",
                    "user.email=tests@example.org",
                    "commit",
                    "-q",
                    "--allow-empty",
                    "--no-gpg-sign",
                    "-m",
                    "commit " + commit));
            COMMITS.add(lanes());
        }
    }

    @Test
    void everyClassOfIntegrationTestsIsInExactlyOneLane() throws IOException {
        try (Stream<Path> files = Files.walk(TESTS)) {
            List<String> named = files.map(file -> TESTS.relativize(file).toString())
                    .filter(file -> file.endsWith("IT.java") || file.endsWith("/OpenApiDocumentTest.java"))
                    .toList();

            assertThat(listed(all)).containsExactlyInAnyOrderElementsOf(named);
        }
    }

    @Test
    void whatIsOfNeitherNameIsNoTest() throws IOException {
        Pattern test =
                Pattern.compile("^    @(?:Test|ParameterizedTest|RepeatedTest|TestFactory)\\b", Pattern.MULTILINE);
        try (Stream<Path> files = Files.walk(TESTS)) {
            assertThat(files.filter(file -> file.toString().endsWith(".java"))
                            .filter(file -> !file.toString().matches(".*(?:Test|IT)\\.java"))
                            .filter(file -> test.matcher(read(file)).find()))
                    .as("tests that no lane runs; the last is run by the build")
                    .extracting(file -> file.getFileName().toString())
                    .containsExactly("BillOfMaterialsCheck.java");
        }
    }

    @Test
    void fourCommitsInARowRunAllOfThemAndTheExpensiveOnesOnce() {
        Map<String, Integer> times = new TreeMap<>();
        COMMITS.forEach(lanes -> listed(lanes).forEach(name -> times.merge(name, 1, Integer::sum)));

        assertThat(times.keySet()).containsExactlyInAnyOrderElementsOf(listed(all));
        assertThat(times).allSatisfy((name, count) -> assertThat(count).as(name).isEqualTo(isExpensive(name) ? 1 : 4));
        assertThat(times).containsValue(1);
    }

    @Test
    void aLaneOfOneCommitHasNoClassThatIsElsewhereAmongAllOfThem() {
        assertThat(COMMITS)
                .allSatisfy(lanes -> lanes.forEach(
                        (lane, classes) -> assertThat(all.get(lane)).as(lane).containsAll(classes)));
    }

    @Test
    void theRestHasOtherSettingsThanKeysAndWhatIsExpensiveWithoutAServiceAndTheLaneOfTheServiceHasNeither() {
        assertThat(all.get("service")).isNotEmpty().noneMatch(LanesIT::isOfTheRest);
        assertThat(all.get("rest")).isNotEmpty().allMatch(LanesIT::isOfTheRest);
        assertThat(all.get("containers")).isNotEmpty().allMatch(name -> name.contains("/containers/"));
    }

    /// They hold what must not break for a single commit: nothing is lost, no secret is kept, nothing waits.
    @Test
    void whatNobodyMayBreakIsRunForEveryCommit() {
        assertThat(COMMITS)
                .allSatisfy(lanes -> assertThat(listed(lanes))
                        .extracting(
                                name -> Path.of(name).getFileName().toString().replace(".java", ""))
                        .contains(
                                "LossIT",
                                "OutageIT",
                                "ConversationCostIT",
                                "BodySecretsStayOutIT",
                                "SecretsStayOutIT",
                                "SdkReadersIT",
                                "EventLoopsIT"));
    }

    @Test
    void anUnknownQuarterIsRefused() throws Exception {
        Process process = start(List.of(SCRIPT.toString(), "4"));

        assertThat(process.waitFor()).isEqualTo(64);
        assertThat(process.errorReader().readAllAsString()).startsWith("usage: .ci/lanes ");
    }

    private static boolean isExpensive(String name) {
        return EXPENSIVE.matcher(read(TESTS.resolve(name))).find();
    }

    private static boolean isOfTheRest(String name) {
        try {
            Class<?> tests =
                    Class.forName(name.replace(".java", "").replace('/', '.'), false, LanesIT.class.getClassLoader());
            return AnnotationSupport.findAnnotation(tests, TestProfile.class)
                    .map(profile -> profile.value() != KeysProfile.class)
                    .orElseGet(() -> isExpensive(name) && !AnnotationSupport.isAnnotated(tests, QuarkusTest.class));
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<String> listed(Map<String, List<String>> lanes) {
        return lanes.values().stream().flatMap(List::stream).toList();
    }

    private static Map<String, List<String>> lanes(String... quarter) throws Exception {
        List<String> command = new ArrayList<>(List.of(SCRIPT.toString()));
        command.addAll(List.of(quarter));
        run(command);
        Map<String, List<String>> lanes = new TreeMap<>();
        try (Stream<Path> lists = Files.list(repository.resolve("target/lanes"))) {
            for (Path list : new TreeSet<>(lists.toList())) {
                lanes.put(list.getFileName().toString().replace(".txt", ""), Files.readAllLines(list));
            }
        }
        assertThat(lanes).containsOnlyKeys("service", "rest", "containers");
        return lanes;
    }

    private static void run(List<String> command) throws Exception {
        Process process = start(command);
        process.getInputStream().readAllBytes();
        assertThat(process.waitFor())
                .as("%s: %s", command, process.errorReader().readAllAsString())
                .isZero();
    }

    private static Process start(List<String> command) throws IOException {
        return new ProcessBuilder(command).directory(repository.toFile()).start();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
