package dev.throughline.gateway;

import dev.throughline.testing.CuttablePostgres;
import dev.throughline.testing.ScarceProfile;
import dev.throughline.testing.TestHttpClient;
import dev.throughline.testing.TestRun;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// The database keeps its connections open without responding, as behind a network that loses every packet:
/// requests are refused in time instead of waiting.
@QuarkusTest
@TestProfile(ScarceProfile.class)
@Timeout(60)
class SilentDatabaseIT {
    private static final String QUESTION =
            "{\"model\":\"glm-4.7\",\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"Hello.\"}]}";

    @TestHTTPResource("/")
    URI service;

    CuttablePostgres database;

    @AfterEach
    void mend() {
        database.mend();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aRequestIsRefusedInTime(boolean isRunKnown) throws Exception {
        TestRun run = TestRun.open(service, Map.of("scenario", "chat"));
        if (isRunKnown) {
            ask(run);
        }
        database.silence();

        HttpResponse<String> refused = ask(run);

        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.body()).contains("The database is unavailable").doesNotContain("[DONE]");
    }

    @Test
    void requestsAreAnsweredAgainWhenItSpeaksAgain() throws Exception {
        TestRun run = TestRun.open(service, Map.of("scenario", "chat"));
        database.silence();
        ask(run);
        database.mend();

        HttpResponse<String> answer = ask(run);
        for (int tries = 0; answer.statusCode() != 200 && tries < 10; tries++) {
            answer = ask(run);
        }
        assertThat(answer.body()).endsWith("data: [DONE]\n\n");
    }

    private static HttpResponse<String> ask(TestRun run) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(run.openaiBase() + "/chat/completions"))
                .header("content-type", "application/json")
                .timeout(Duration.ofSeconds(20))
                .POST(BodyPublishers.ofString(QUESTION))
                .build();
        return TestHttpClient.send(request, BodyHandlers.ofString());
    }
}
