package dev.throughline.k8s;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.throughline.testing.Expensive;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/// What the chart makes of every file of values breaks no policy of Checkov but those that are declined here.
@Expensive(20)
class PoliciesIT {
    private static final String CHECKOV = "3.3.30";
    private static final Map<String, String> DECLINED = Map.of(
            "CKV_K8S_11", "a limit of CPU would throttle every stream",
            "CKV_K8S_15", "images are named by version: a pod starts while their registry is away",
            "CKV_K8S_21", "the namespace is that of the release",
            "CKV_K8S_35", "the service and PostgreSQL read credentials from variables",
            "CKV_K8S_40", "999 is the user of PostgreSQL's image",
            "CKV_K8S_43", "the digest of our image is known after its release; image.digest takes it");

    @TempDir
    Path folder;

    private record Broken(String policy, String what) {
        static Broken of(JsonNode check) {
            return new Broken(
                    check.path("check_id").asText(),
                    check.path("file_path").asText() + " "
                            + check.path("resource").asText() + ": "
                            + check.path("check_name").asText());
        }
    }

    @Test
    void onlyWhatIsDeclinedIsBroken() throws IOException, InterruptedException {
        Path checkov = installed();
        for (RenderedChart rendered : RenderedChart.all().toList()) {
            Files.writeString(
                    folder.resolve(rendered.values() + ".yaml"),
                    rendered.trees().stream().map(JsonNode::toString).collect(Collectors.joining("\n---\n")));
        }

        JsonNode report = new JsonMapper()
                .readTree(run(
                                checkov,
                                "-d",
                                folder,
                                "--framework",
                                "kubernetes",
                                "--skip-download",
                                "--soft-fail",
                                "-o",
                                "json")
                        .orElseThrow());
        List<Broken> broken = report.at("/results/failed_checks")
                .valueStream()
                .map(Broken::of)
                .toList();

        assertThat(report.at("/summary/parsing_errors").asInt(-1)).isZero();
        assertThat(report.at("/summary/passed").asInt()).isGreaterThan(500);
        assertThat(broken)
                .filteredOn(found -> !DECLINED.containsKey(found.policy()))
                .isEmpty();
        assertThat(broken)
                .as("a policy that holds is declined no more")
                .extracting(Broken::policy)
                .containsAll(DECLINED.keySet());
    }

    /// Checkov, in an environment of the cache, which uv fills in seconds.
    private static Path installed() throws IOException, InterruptedException {
        Path cache = Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
                .map(Path::of)
                .orElse(Path.of(System.getProperty("user.home"), ".cache"));
        Path bin = cache.resolve("throughline/checkov-" + CHECKOV + "/bin");
        if (!Files.exists(bin.resolve("checkov"))) {
            boolean isInstalled = run("python3", "-m", "venv", bin.getParent()).isPresent()
                    && run(bin.resolve("pip"), "install", "-q", "uv").isPresent()
                    && run(
                                    bin.resolve("uv"),
                                    "pip",
                                    "install",
                                    "-q",
                                    "--python",
                                    bin.resolve("python"),
                                    "checkov==" + CHECKOV)
                            .isPresent();
            assumeTrue(isInstalled, "Checkov could not be installed by python3");
        }
        return bin.resolve("checkov");
    }

    /// What a program prints; empty where there is none or it fails in itself.
    private static Optional<String> run(Object... command) throws IOException, InterruptedException {
        Path printed = Files.createTempFile("throughline-policies", ".out");
        try {
            Process process = new ProcessBuilder(
                            Stream.of(command).map(Object::toString).toList())
                    .redirectOutput(printed.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            boolean isOver = process.waitFor(20, TimeUnit.MINUTES);
            process.destroyForcibly();
            return isOver && process.exitValue() == 0 ? Optional.of(Files.readString(printed)) : Optional.empty();
        } catch (IOException _) {
            return Optional.empty();
        } finally {
            Files.delete(printed);
        }
    }
}
