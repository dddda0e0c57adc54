package dev.throughline.cli.check;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.cli.CommandRunner;
import dev.throughline.cli.output.ExitCode;
import dev.throughline.testing.Expensive;
import dev.throughline.text.Json;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// A real mlx-lm, new and old, with the scripted model: installed, started, checked, and recorded.
@Expensive(60)
@QuarkusTest
class CheckServerIT {
    @TestHTTPResource("/")
    URI service;

    @Test
    void templateDecidesWhetherReasoningReachesThePrompt() throws IOException, InterruptedException {
        CommandRunner.Outcome kept = check("mlx-lm@0.32.2");
        CommandRunner.Outcome lost = check("mlx-lm@0.32.2 --template chatml");

        assertThat(kept.text()).contains("VERDICT: PASS", "called the tool", "recorded for mlx@0.32.2");
        assertThat(kept.code()).isEqualTo(ExitCode.YES);
        assertThat(lost.text()).contains("VERDICT: FAIL", "HISTORY_DROPPED", "the chat template drops it");
        assertThat(lost.code()).isEqualTo(ExitCode.NO);
        // With its template each is a result of its own, and the page of the first matrix has both.
        JsonNode row = first("MLX 0.21.0");
        assertThat(row.path("versions").findValuesAsText("command"))
                .contains(
                        "throughline check backend mlx-lm@0.32.2",
                        "throughline check backend mlx-lm@0.32.2 --template chatml");
        assertThat(row.path("versions").findValuesAsText("status")).contains("PRESERVED", "BROKEN");
    }

    @Test
    void oldServerDiesOfToolCallsInTheHistory() {
        CommandRunner.Outcome old = check("mlx-lm@0.21.0");

        assertThat(old.text())
                .contains("VERDICT: FAIL", "CALL_HISTORY_REFUSED (a history with a tool call is not answered");
        assertThat(old.code()).isEqualTo(ExitCode.NO);
    }

    @Test
    void wrongNamesAndTemplatesAreNamedBeforeAnythingStarts() {
        assertThat(check("mlx-ml@0.32.2").text()).contains("There is no recipe for mlx-ml", "mlx-lm");
        assertThat(check("mlx-lm@0.32.2 --template none").text())
                .contains("--template: expected glm-4.7, chatml or a file, found none");
        assertThat(check("mlx-lm@0.32.2 --url http://127.0.0.1:1").code()).isEqualTo(ExitCode.USAGE);
    }

    private CommandRunner.Outcome check(String arguments) {
        return CommandRunner.run("check backend --server " + service + " " + arguments);
    }

    private JsonNode first(String name) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(service.resolve("/matrix/first"))
                .header("Accept", "application/json")
                .build();
        String page;
        try (HttpClient http = HttpClient.newHttpClient()) {
            page = http.send(request, BodyHandlers.ofString()).body();
        }
        return Json.TREES
                .readTree(page)
                .path("rows")
                .valueStream()
                .filter(row -> row.path("name").asText().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
