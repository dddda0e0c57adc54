package dev.throughline.release;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// The workflows and what keeps dependencies current are read as GitHub reads them.
class WorkflowsTest {
    private static final Path FOLDER = Path.of(".github", "workflows");
    private static final Path CI = FOLDER.resolve("ci.yml");
    /// Where each kind of dependency is looked for: one of these files must be in the folder.
    private static final Map<String, List<String>> LOOKED_FOR = Map.of(
            "maven", List.of("pom.xml"),
            "github-actions", List.of(".github/workflows/ci.yml"),
            "docker", List.of("Dockerfile"),
            "docker-compose", List.of("docker-compose.yml"));

    static Stream<Path> workflows() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("workflows")
    void everyWorkflowIsWellFormed(Path file) throws IOException {
        assertThat(file.toString()).endsWith(".yml");
        assertThat(Workflows.problems(Workflows.read(Files.readString(file)))).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("workflows")
    void whatAWorkflowRunsIsThere(Path file) throws IOException {
        for (JsonNode job : Workflows.read(Files.readString(file)).path("jobs")) {
            for (String line : job.path("steps").findValuesAsText("run")) {
                Stream.of(line.split("[\\s;]+"))
                        .filter(word -> word.matches("\\.(/throughline|ci/[a-z]+)"))
                        .forEach(word -> assertThat(Path.of(word)).isExecutable());
            }
        }
    }

    @Test
    void everyChangePassesTheGateInACloneThatCountsItsCommits() throws IOException {
        JsonNode ci = Workflows.read(Files.readString(CI));

        assertThat(ci.path("on").has("pull_request")).isTrue();
        assertThat(ci.at("/jobs/gate/steps").findValuesAsText("run")).contains(".ci/run");
        assertThat(ci.at("/jobs/gate/steps/0/with/fetch-depth").asText()).isEqualTo("0");
    }

    @Test
    void everythingIsRunEachNight() throws IOException {
        JsonNode nightly = Workflows.read(Files.readString(FOLDER.resolve("nightly.yml")));

        assertThat(nightly.at("/on/schedule").findValuesAsText("cron")).hasSize(1);
        assertThat(nightly.at("/jobs/everything/steps").findValuesAsText("run")).contains(".ci/run --all");
    }

    @ParameterizedTest(name = "{2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "timeout-minutes: 60      | timeout-minuts: 60       | /jobs/gate/timeout-minuts is not known",
                "timeout-minutes: 60      | timeout-minutes: forever | /jobs/gate/timeout-minutes: 1 to 360",
                "contents: read           | contents: write          | /permissions: only read",
                "pull_request:            | pull_requests:           | /on/pull_requests is not known",
                "runs-on:                 | run-on:                  | /jobs/gate/run-on is not known",
                "- name: Run what every   | - nam: Run what every    | /jobs/gate/steps/4/nam is not known",
                "run: .ci/run             | uses: .ci/run            | /jobs/gate/steps/4/uses is not pinned",
                "java-version:            | java_version:            | /jobs/gate/steps/1/with/java_version is no"
            })
    void whatIsWrongInAWorkflowIsNamed(String right, String wrong, String problem) throws IOException {
        String damaged = Files.readString(CI).replace(right, wrong);

        assertThat(Workflows.problems(Workflows.read(damaged))).anyMatch(found -> found.startsWith(problem));
    }

    @ParameterizedTest(name = "{2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "pages: write          | actions: write    | /jobs/publish/permissions/actions is not known",
                "needs: newest-clients | needs: clients    | /jobs/publish/needs is no job",
                "- id: deployment      | - run: ./deploy   | /jobs/publish: a job that may write runs only"
            })
    void aJobThatPublishesMayDoNothingElse(String right, String wrong, String problem) throws IOException {
        String damaged = Files.readString(FOLDER.resolve("nightly.yml")).replace(right, wrong);

        assertThat(Workflows.problems(Workflows.read(damaged))).anyMatch(found -> found.startsWith(problem));
    }

    @Test
    void aReleaseIsTestedAndPublishesTheBillOfMaterialsOfThatTest() throws IOException {
        JsonNode jobs =
                Workflows.read(Files.readString(FOLDER.resolve("release.yml"))).path("jobs");

        assertThat(jobs.at("/everything/steps").findValuesAsText("run")).contains(".ci/run --all");
        assertThat(jobs.at("/image/needs").asText()).isEqualTo("everything");
        assertThat(jobs.at("/publish/needs").asText()).isEqualTo("image");
        assertThat(jobs.at("/image/strategy").findValuesAsText("platform")).containsExactly("amd64", "arm64");
        assertThat(jobs.at("/image/steps").findValue("file").asText()).matches(file -> Files.exists(Path.of(file)));
        assertThat(jobs.at("/image/steps").findValuesAsText("sbom")).containsExactly("true");
        assertThat(jobs.at("/publish/steps").findValuesAsText("run"))
                .filteredOn(line -> line.startsWith("cosign sign"))
                .hasSize(2);
    }

    @Test
    void aFileThatIsNoYamlOrHasAKeyTwiceIsRefused() {
        assertThatThrownBy(() -> Workflows.read("name: [ci")).isInstanceOf(JsonProcessingException.class);
        assertThatThrownBy(() -> Workflows.read("name: ci\nname: ci")).isInstanceOf(JsonProcessingException.class);
    }

    @Test
    void dependenciesAreKeptCurrentWhereTheyAre() throws IOException {
        JsonNode dependabot = Workflows.read(Files.readString(Path.of(".github", "dependabot.yml")));

        assertThat(dependabot.path("version").asInt()).isEqualTo(2);
        for (JsonNode update : dependabot.path("updates")) {
            String ecosystem = update.path("package-ecosystem").asText();
            assertThat(LOOKED_FOR).containsKey(ecosystem);
            assertThat(Set.of("daily", "weekly", "monthly"))
                    .contains(update.at("/schedule/interval").asText());
            Path folder = Path.of("." + update.path("directory").asText());
            assertThat(LOOKED_FOR.getOrDefault(ecosystem, List.of()))
                    .anyMatch(name -> Files.exists(folder.resolve(name)));
            update.fieldNames()
                    .forEachRemaining(key -> assertThat(key)
                            .isIn("package-ecosystem", "directory", "schedule", "open-pull-requests-limit", "groups"));
        }
    }
}
