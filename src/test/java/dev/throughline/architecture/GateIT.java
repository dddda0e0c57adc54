package dev.throughline.architecture;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// The real `.ci/run`, whose parts are replaced by programs that only report: what it counts, and when it fails.
class GateIT {
    /// Reports of one class with three tests, of which one is skipped. `PART` is "tests failures exit-code".
    private static final String MAVEN = """
            #!/bin/sh
            case "$*" in
              *spotless:check*) exit "${FORMAT:-0}" ;;
              *-Dlane=*) part=$(echo "$*" | sed 's/.*-Dlane=\\([a-z]*\\).*/\\1/') folder=target/reports/$part ;;
              *@thorough*) part=thorough folder=target/reports/thorough ;;
              *) part=unit folder=target/surefire-reports ;;
            esac
            eval "set -- \\${$part:-3 0 0}"
            mkdir -p $folder
            skipped='<testcase><skipped message="no chromium"/></testcase>'
            [ "$1" = 0 ] || printf '<testsuite name="a" time="1" tests="%s" errors="0" skipped="1" failures="%s">\\n' \\
              "$1" "$2" >$folder/TEST-a.xml
            [ "$1" = 0 ] || printf '%s\\n' "$skipped" '</testsuite>' >>$folder/TEST-a.xml
            echo "all that Maven said of $part"
            exit "$3"
            """;

    private static final List<String> SCRIPTS =
            List.of("clients", "faults", "kubernetes", "llama", "openapi", "typescript");

    @TempDir
    private Path repository;

    @BeforeEach
    void replaceTheParts() throws IOException {
        for (String script : List.of(".ci/run", ".ci/lanes")) {
            program(script, Files.readString(Path.of(script)));
        }
        Files.createSymbolicLink(repository.resolve("src"), Path.of("src").toAbsolutePath());
        program("mvnw", MAVEN);
        program("throughline", "#!/bin/sh\n[ \"$1\" != --jdk ] || echo \"$JAVA_HOME\"\n");
        for (String script : SCRIPTS) {
            program(
                    ".ci/" + script,
                    "#!/bin/sh\necho \"${" + script + "-4 passed, 0 failed, 0 skipped}\"\nexit ${" + script
                            + "_code:-0}\n");
        }
        program(".ci/docker", "#!/bin/sh\necho 'docker: no engine answers' >&2\nexit ${docker:-69}\n");
        for (String installed :
                List.of("chromium", "kubectl", "faketime", "pgbouncer", "haproxy", "node", "npm", "docker")) {
            program("bin/" + installed, "#!/bin/sh\n");
        }
    }

    private record Ran(int code, List<String> lines) {
        String text() {
            return String.join("\n", lines);
        }
    }

    @Test
    void theGateCountsEachPartAndAllOfThemInItsLastLine() throws Exception {
        Ran ran = run(Map.of());

        assertThat(ran.code()).as(ran.text()).isZero();
        assertThat(ran.text())
                .containsPattern("quarter [0-3] of the expensive classes")
                .contains("1 SKIPPED: no chromium")
                .containsPattern("format +2 passed, 0 failed, 0 skipped in 0:\\d\\d min")
                .containsPattern("unit +2 passed, 0 failed, 1 skipped in ")
                .containsPattern("service +2 passed, 0 failed, 1 skipped in ")
                .containsPattern("rest +2 passed, 0 failed, 1 skipped in ")
                .containsPattern("clients +4 passed, 0 failed, 0 skipped in ")
                .containsPattern("faults +4 passed, 0 failed, 0 skipped in ")
                .doesNotContain("all that Maven said");
        assertThat(ran.lines()).last().isEqualTo("total: 16 passed, 0 failed, 3 skipped");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "unit       | 3 1 1                         | unit +1 passed, 1 failed, 1 skipped",
                "unit       | 0 0 0                         | unit +0 passed, 1 failed, 0 skipped .*; no test ran",
                "service    | 3 2 1                         | service +0 passed, 2 failed, 1 skipped",
                "rest       | 0 0 0                         | rest +0 passed, 1 failed, 0 skipped .*; no test ran",
                "rest       | 3 0 1                         | rest +2 passed, 1 failed, 1 skipped .*; exit code 1",
                "FORMAT     | 1                             | format +0 passed, 1 failed, 0 skipped .*; exit code 1",
                "clients    | 3 passed, 1 failed, 0 skipped | clients +3 passed, 1 failed",
                "clients    | nothing to count              | clients +0 passed, 1 failed, 0 skipped .*; no test ran",
                "faults_code| 70                            | faults +4 passed, 1 failed, 0 skipped .*; exit code 70"
            })
    void aPartThatFailsOrRunsNoTestFailsTheGate(String part, String does, String counted) throws Exception {
        Ran ran = run(Map.of(part, does));

        assertThat(ran.code()).as(ran.text()).isEqualTo(1);
        assertThat(ran.text()).containsPattern(counted);
        assertThat(ran.lines()).last().asString().containsPattern("total: \\d+ passed, [12] failed, \\d+ skipped");
    }

    @Test
    void whatMavenSaidIsPrintedWhereItFails() throws Exception {
        assertThat(run(Map.of("rest", "3 1 1")).text())
                .contains("all that Maven said of rest")
                .doesNotContain("all that Maven said of service");
    }

    @Test
    void nothingStandsOnABuildThatFailed() throws Exception {
        assertThat(run(Map.of("unit", "3 1 1")).text())
                .contains("nothing else is run")
                .doesNotContainPattern("(?:service|rest|clients|faults): \\d+ passed");
    }

    @Test
    void everythingRunsAllLanesAndSkipsWhatNeedsAnEngineWithTheReason() throws Exception {
        Ran ran = run(Map.of(), "--all");

        assertThat(ran.code()).as(ran.text()).isZero();
        assertThat(ran.text())
                .containsPattern("all \\d+ expensive classes")
                .contains("SKIPPED: docker: no engine answers")
                .containsPattern("containers +0 passed, 0 failed, 1 skipped");
        assertThat(ran.text().lines().filter(line -> line.matches("[a-z]+ +\\d+ passed.* in .*")))
                .hasSize(12)
                .extracting(line -> line.split(" ")[0])
                .containsExactlyInAnyOrder(
                        "format",
                        "unit",
                        "service",
                        "rest",
                        "thorough",
                        "llama",
                        "openapi",
                        "typescript",
                        "containers",
                        "kubernetes",
                        "clients",
                        "faults");
    }

    @Test
    void anEngineWhoseImagesDoNotBuildIsAFailure() throws Exception {
        Ran ran = run(Map.of("docker", "1"), "--all");

        assertThat(ran.code()).as(ran.text()).isEqualTo(1);
        assertThat(ran.text()).containsPattern("containers +0 passed, 1 failed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"all", "tests everything"})
    void anUnknownWordIsRefused(String words) throws Exception {
        Ran ran = run(Map.of(), words.split(" "));

        assertThat(ran.code()).isEqualTo(64);
        assertThat(ran.text()).startsWith("usage: .ci/run ");
    }

    private void program(String name, String text) throws IOException {
        Path file = repository.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private Ran run(Map<String, String> parts, String... words) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(".ci/run").directory(repository.toFile());
        builder.command().addAll(List.of(words));
        builder.environment().putAll(parts);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment()
                .merge(
                        "PATH",
                        "",
                        (path, _) -> repository.resolve("bin") + System.getProperty("path.separator") + path);
        Process process = builder.redirectErrorStream(true).start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ran(process.waitFor(), said.lines().toList());
    }
}
