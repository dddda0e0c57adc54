package dev.throughline.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.testing.PostgresResource;
import dev.throughline.testing.ScarceProfile;
import dev.throughline.testing.TestHttpClient;
import dev.throughline.text.Json;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// Requests on a default URL: each client has its own run.
@QuarkusTest
@QuarkusTestResource(PostgresResource.class)
@TestProfile(ScarceProfile.class)
class LiveTrafficIT {
    private static final String OPENCODE = "opencode/1.18.33 ai-sdk/provider-utils/4.0.23 runtime/bun/1.3.14";
    private static final String CODEX = "codex_exec/0.169.0 (Debian 12.0.0; x86_64) dumb (codex_exec; 0.169.0)";

    @TestHTTPResource("/")
    URI service;

    @Test
    void givesEachClientItsOwnRun() throws Exception {
        String first = run(chat(OPENCODE));

        assertThat(run(chat(OPENCODE))).isEqualTo(first);
        assertThat(run(chat(CODEX))).isNotEqualTo(first);
        assertThat(run(chat(OPENCODE.replace("1.18.33", "1.18.34")))).isNotEqualTo(first);
    }

    @Test
    void reportsTheLatestRunAndListsTheOthersByClient() throws Exception {
        send("POST", "/stub/v1/reset", CODEX);
        String opencode = run(chat(OPENCODE));
        String codex = run(chat(CODEX));

        JsonNode report = json(send("GET", "/stub/v1/validation_report", "curl/8.5.0"));

        assertThat(report.path("run").asText()).isEqualTo(codex);
        assertThat(report.path("client").path("name").asText()).isEqualTo("codex");
        assertThat(report.path("others").findValuesAsText("run"))
                .contains(opencode)
                .doesNotContain(codex);
        JsonNode other = IntStream.range(0, report.path("others").size())
                .mapToObj(report.path("others")::get)
                .filter(entry -> entry.path("run").asText().equals(opencode))
                .findFirst()
                .orElseThrow();
        assertThat(other.path("client")).hasToString("{\"name\":\"opencode\",\"version\":\"1.18.33\"}");
        assertThat(json(send("GET", other.path("report").asText(), "curl/8.5.0"))
                        .path("run")
                        .asText())
                .isEqualTo(opencode);
    }

    @Test
    void refusesTheReportOfAClientThatSentNothing() throws Exception {
        chat(OPENCODE);

        HttpResponse<String> answer = send("GET", "/stub/v1/validation_report?client=nobody", "curl/8.5.0");

        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(json(answer).path("error").path("message").asText()).contains("opencode@1.18.33");
    }

    @Test
    void resetSealsTheRunsOfAllClients() throws Exception {
        List<String> before = List.of(run(chat(OPENCODE)), run(chat(CODEX)));

        JsonNode reset = json(send("POST", "/stub/v1/reset", "curl/8.5.0"));

        for (String run : before) {
            assertThat(json(send("GET", "/api/v1/runs/" + run, "curl/8.5.0"))
                            .path("state")
                            .asText())
                    .isEqualTo("SEALED");
        }
        assertThat(run(chat(CODEX))).isEqualTo(reset.path("run").asText());
        assertThat(run(chat(OPENCODE))).isNotIn(before);
    }

    @Test
    void goesOnInAnotherRunWhenOneIsFull() throws Exception {
        List<HttpResponse<String>> answers =
                List.of(chat("kilo/1"), chat("Kilo-Code/1"), chat("Kilo-Code/1"), chat("Kilo-Code/1"));
        String full = run(answers.get(1));

        assertThat(answers).allSatisfy(answer -> assertThat(answer.statusCode()).isEqualTo(200));
        for (int i = 0; i < 100 && run(chat("Kilo-Code/1")).equals(full); i++) {
            assertThat(i).as("requests that a full run still takes").isLessThan(99);
        }
    }

    private HttpResponse<String> chat(String agent) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(service.resolve("/stub/v1/chat/completions"))
                .header("user-agent", agent)
                .header("content-type", "application/json")
                .POST(BodyPublishers.ofString(
                        "{\"model\":\"glm-4.7\",\"messages\":[{\"role\":\"user\",\"content\":\"Hello\"}]}"))
                .build();
        return TestHttpClient.send(request, BodyHandlers.ofString());
    }

    private HttpResponse<String> send(String method, String path, String agent)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(service.resolve(path))
                .header("user-agent", agent)
                .method(method, BodyPublishers.noBody())
                .build();
        return TestHttpClient.send(request, BodyHandlers.ofString());
    }

    private static String run(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.headers().firstValue("x-throughline-run").orElseThrow();
    }

    private static JsonNode json(HttpResponse<String> answer) throws IOException {
        return Json.TREES.readTree(answer.body());
    }
}
