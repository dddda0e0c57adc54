package dev.throughline.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.throughline.matrix.store.StubChatClient;
import dev.throughline.testing.Expensive;
import dev.throughline.testing.TestHttpClient;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.net.URI;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;

/// `runs`, `diff` and colors against a service with runs of two versions, of which one loses reasoning.
@Expensive(8)
@QuarkusTest
class RunCommandsIT {
    @TestHTTPResource("/")
    URI service;

    @Test
    void listsTheRunsOfAClient() throws IOException, InterruptedException {
        String loses = run("1.0.0", "lister", false);
        String keeps = run("2.0.0", "lister", true);

        CommandRunner.Outcome all = command("runs --client lister");
        CommandRunner.Outcome failed = command("runs --client lister --verdict fail --json");

        assertThat(all.code()).isZero();
        assertThat(all.text().lines().skip(1).map(line -> line.split(" ")[0])).containsExactly(keeps, loses);
        assertThat(all.text()).contains("lister@2.0.0").contains("PASS").contains("FAIL");
        JsonNode runs = new JsonMapper().readTree(failed.text()).path("runs");
        assertThat(runs)
                .singleElement()
                .satisfies(run -> assertThat(run.path("id").asText()).isEqualTo(loses));
        var none = command("runs --client nobody-at-all");
        assertThat(none.code()).isEqualTo(2);
        assertThat(none.text()).isEqualToIgnoringNewLines("no run matches these options");
        assertThat(command("runs --verdict maybe").code()).isEqualTo(64);
    }

    @Test
    void explainsARequestOfARunByTheLawOfAVendor() throws Exception {
        String run = run("1.0.0", "explained", true);

        CommandRunner.Outcome accepted = command("explain " + run + "/2 --vendor deepseek:v4");
        CommandRunner.Outcome refused = command("explain " + run + "/2 --vendor mistral --json");

        assertThat(accepted.text()).startsWith("profile  deepseek:v4, openai-chat");
        JsonNode said = new JsonMapper().readTree(refused.text());
        assertThat(said.path("dialect").asText()).isEqualTo("openai-chat");
        assertThat(said.path("violations")
                        .valueStream()
                        .map(one -> one.path("pointer").asText()))
                .contains("/messages/1/reasoning_content");
        assertThat(command("explain " + run + "/99 --vendor mistral").code()).isEqualTo(64);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "report nosuchrun",
                "report nosuchrun --format sarif",
                "prefix nosuchrun",
                "render nosuchrun/1",
                "explain nosuchrun/1 --vendor mistral",
                "export-training nosuchrun --out -",
                "diff nosuchrun0123456789abcde nosuchrun0123456789abcde"
            })
    void namesARunThatTheServiceDoesNotKnow(String line) {
        CommandRunner.Outcome outcome = command(line);

        assertThat(outcome.code()).as(outcome.text()).isEqualTo(64);
        assertThat(outcome.text()).contains("nosuchrun").doesNotContain("internal error");
    }

    @Test
    void listsWhatIsOpenWithItsRequests() {
        String run = TestHttpClient.of(service)
                .post("/api/v1/runs", "{}")
                .json()
                .path("id")
                .asText();
        TestHttpClient.of(service)
                .post(
                        "/r/" + run + "/v1/chat/completions",
                        "{\"model\":\"glm-4.7\",\"messages\":[{\"role\":\"user\",\"content\":\"Hello\"}]}");

        assertThat(command("runs --state running").text().lines())
                .filteredOn(line -> line.startsWith(run + " "))
                .singleElement(as(InstanceOfAssertFactories.STRING))
                .contains("running")
                .endsWith(" 1");
    }

    @Test
    void comparesTwoRuns() throws IOException, InterruptedException {
        String loses = run("1.0.0", "differ", false);
        String keeps = run("2.0.0", "differ", true);

        CommandRunner.Outcome different = command("diff " + loses + " " + keeps);

        assertThat(different.code()).isEqualTo(1);
        assertThat(different.text().lines().filter(line -> line.contains("differs")))
                .anyMatch(line -> line.startsWith("verdict") && line.contains("FAIL") && line.contains("PASS"))
                .anyMatch(line -> line.startsWith("THINK") && line.contains("BROKEN"));
        assertThat(command("diff " + keeps + " " + keeps).code()).isZero();
        assertThat(command("diff " + keeps + " " + "0".repeat(25)).code()).isEqualTo(64);
    }

    @Test
    void comparesTwoVersions() throws IOException, InterruptedException {
        run("1.0.0", "changer", false);
        run("2.0.0", "changer", true);

        CommandRunner.Outcome better = command("diff changer@1.0.0 changer@2.0.0");

        assertThat(better.code()).isEqualTo(1);
        assertThat(better.text().lines())
                .anyMatch(line -> line.startsWith("BETTER") && line.contains("THINK") && line.contains("BROKEN"));
        assertThat(better.text()).contains("changer@1.0.0 to changer@2.0.0: ");
        assertThat(command("diff changer@2.0.0 changer@2.0.0").code()).isZero();
    }

    @Test
    void colorsOnlyWhenAsked() throws IOException, InterruptedException {
        String keeps = run("1.0.0", "painter", true);

        assertThat(command("report " + keeps + " --color always").text()).contains("\u001b[32mPASS\u001b[0m");
        assertThat(command("report " + keeps).text()).doesNotContain("\u001b");
        assertThat(command("report " + keeps + " --color always --json").text()).doesNotContain("\u001b");
    }

    private CommandRunner.Outcome command(String arguments) {
        return CommandRunner.run(arguments + " --server " + service.toString().replaceFirst("/$", ""));
    }

    private String run(String version, String client, boolean isFaithful) throws IOException, InterruptedException {
        return StubChatClient.sealed(service, StubChatClient.of(client, version), isFaithful);
    }
}
