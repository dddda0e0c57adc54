package dev.throughline.cli;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.throughline.testing.TestHttpClient;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.net.URI;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// `watch` beside a conversation that loses a thought.
@QuarkusTest
class WatchCommandIT {
    private static final String QUESTION = "{\"role\":\"user\",\"content\":\"List the files\"}";

    @TestHTTPResource("/")
    URI service;

    @Test
    void showsEachRequestAsItComesUntilTheRunIsSealed() throws Exception {
        String run = open();
        var watching = new CommandBeside("watch " + run + " --color never --server " + url());
        watching.await("requests so far");

        ask(run, QUESTION);
        watching.await("○ request 1 completed: nothing was due");
        ask(run, QUESTION + ",{\"role\":\"assistant\",\"content\":\"Nothing.\"}," + QUESTION);
        watching.await("request 2 completed");
        client().post("/api/v1/runs/" + run + "/seal", "{}");

        assertThat(watching.code()).isZero();
        assertThat(watching.text()).endsWith("sealed\n").doesNotContain("\u001b");
    }

    @Test
    void printsEventsAsJson() throws Exception {
        String run = open();
        var watching = new CommandBeside("watch " + run + " --json --server " + url());
        watching.await("\"run\"");

        ask(run, QUESTION);
        watching.await("exchange-ended");
        client().post("/api/v1/runs/" + run + "/seal", "{}");

        assertThat(watching.code()).isZero();
        assertThat(watching.text().lines().map(WatchCommandIT::event))
                .containsExactly("run", "exchange-began", "exchange-ended", "sealed");
    }

    @Test
    void aRunThatIsUnknownIsAUsageError() {
        CommandRunner.Outcome outcome = CommandRunner.run("watch " + "0".repeat(25) + " --server " + url());

        assertThat(outcome.code()).isEqualTo(64);
        assertThat(outcome.text()).contains("0".repeat(25));
    }

    @Test
    void aServiceThatStaysAwayEndsTheCommand() {
        CommandRunner.Outcome outcome = CommandRunner.run("watch --patience 1 --server http://127.0.0.1:1");

        assertThat(outcome.code()).isEqualTo(70);
        assertThat(outcome.text()).contains("http://127.0.0.1:1");
    }

    private static String event(String line) {
        try {
            return new JsonMapper().readTree(line).path("event").asText();
        } catch (IOException e) {
            throw new AssertionError(line, e);
        }
    }

    private String open() {
        return client().post("/api/v1/runs", "{\"label\":\"watched\"}")
                .json()
                .path("id")
                .asText();
    }

    private void ask(String run, String messages) {
        client().post("/r/" + run + "/v1/chat/completions", "{\"model\":\"glm-4.7\",\"messages\":[" + messages + "]}");
    }

    private TestHttpClient client() {
        return TestHttpClient.of(service);
    }

    private String url() {
        return service.toString().replaceFirst("/$", "");
    }
}
