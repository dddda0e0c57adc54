package dev.throughline.access;

import dev.throughline.testing.KeysProfile;
import dev.throughline.testing.TestHttpClient;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// Each limit of a key: 429 in the error form of the endpoint, `Retry-After`, and a header that names the
/// owner of the limit.
@QuarkusTest
@TestProfile(KeysProfile.class)
class LimitsIT {
    private static final String CHAT = "/v1/chat/completions";
    private static final String HELD = "{\"scenario\":\"long\",\"tokens\":100000,\"pace\":20}";

    @Test
    void requestsPerMinuteInADialect() {
        KeyedHttpClient keyedHttpClient = KeyedHttpClient.with(Scope.RUN, Limit.REQUESTS_PER_MINUTE, 2);
        keyedHttpClient.post(CHAT, KeyedHttpClient.CHAT);
        keyedHttpClient.post(CHAT, KeyedHttpClient.CHAT);

        TestHttpClient.Answer third = keyedHttpClient.post("/v1/messages", KeyedHttpClient.CHAT);

        limited(third, Limit.REQUESTS_PER_MINUTE);
        assertThat(Integer.parseInt(third.header("retry-after"))).isBetween(1, 30);
        assertThat(third.json().path("type").asText()).isEqualTo("error");
        assertThat(third.json().at("/error/type").asText()).isEqualTo("rate_limit_error");
    }

    @Test
    void requestsPerMinuteOfTheApi() {
        KeyedHttpClient keyedHttpClient = KeyedHttpClient.with(Scope.RUN, Limit.REQUESTS_PER_MINUTE, 1);
        keyedHttpClient.get("/api/v1/runs");

        TestHttpClient.Answer second = keyedHttpClient.get("/api/v1/runs");

        limited(second, Limit.REQUESTS_PER_MINUTE);
        assertThat(second.header("content-type")).isEqualTo("application/problem+json");
        assertThat(second.json().path("type").asText()).isEqualTo("urn:throughline:problem:limit-reached");
    }

    @Test
    void whoUsesARunByItsIdUsesUpTheLimitsOfItsKey() {
        KeyedHttpClient keyedHttpClient = KeyedHttpClient.with(Scope.RUN, Limit.REQUESTS_PER_MINUTE, 2);
        String run = keyedHttpClient.run("{}");
        assertThat(KeyedHttpClient.NOBODY
                        .post("/r/" + run + CHAT, KeyedHttpClient.CHAT)
                        .status())
                .isEqualTo(200);

        limited(KeyedHttpClient.NOBODY.post("/r/" + run + CHAT, KeyedHttpClient.CHAT), Limit.REQUESTS_PER_MINUTE);
    }

    @Test
    void streamsAtOnceAndAgainWhenOneIsGivenUp() throws IOException {
        KeyedHttpClient keyedHttpClient = KeyedHttpClient.with(Scope.RUN, Limit.STREAMS, 1);
        String run = keyedHttpClient.run(HELD);
        String held = "/r/" + run + CHAT;
        try (InputStream stream = TestHttpClient.send(
                        keyedHttpClient.request("POST", held, KeyedHttpClient.CHAT.replace("false", "true")),
                        BodyHandlers.ofInputStream())
                .body()) {
            assertThat(stream.read()).isNotNegative();

            limited(keyedHttpClient.post(held, KeyedHttpClient.CHAT), Limit.STREAMS);
        }
        KeysModeIT.awaitStatus(200, () -> keyedHttpClient.post(CHAT, KeyedHttpClient.CHAT));
    }

    @Test
    void liveEventsAreStreamsToo() throws IOException {
        KeyedHttpClient keyedHttpClient = KeyedHttpClient.with(Scope.RUN, Limit.STREAMS, 1);
        String events = "/api/v1/runs/" + keyedHttpClient.run("{}") + "/events";
        try (InputStream stream = TestHttpClient.send(
                        keyedHttpClient.request("GET", events, ""), BodyHandlers.ofInputStream())
                .body()) {
            assertThat(stream.read()).isNotNegative();

            limited(keyedHttpClient.get(events), Limit.STREAMS);
        }
        KeysModeIT.awaitStatus(200, () -> keyedHttpClient.post(CHAT, KeyedHttpClient.CHAT));
    }

    @Test
    void liveEventsThatBreakAreNoStreamsAnyMore() throws IOException {
        KeyedHttpClient keyedHttpClient = KeyedHttpClient.with(Scope.RUN, Limit.STREAMS, 1);
        String events = "/api/v1/runs/" + keyedHttpClient.run("{}") + "/events";

        for (int i = 0; i < 100; i++) {
            TestHttpClient.send(keyedHttpClient.request("GET", events, ""), BodyHandlers.ofInputStream())
                    .body()
                    .close();
            KeysModeIT.awaitStatus(400, () -> keyedHttpClient.post(CHAT, "{"));
        }
    }

    @Test
    void answersThatEndedAreNoStreamsAnyMore() {
        KeyedHttpClient keyedHttpClient = KeyedHttpClient.with(Scope.RUN, Limit.STREAMS, 1);

        for (int i = 0; i < 5; i++) {
            assertThat(keyedHttpClient
                            .post(CHAT, KeyedHttpClient.CHAT.replace("false", "true"))
                            .status())
                    .isEqualTo(200);
            assertThat(keyedHttpClient.post(CHAT, "{").status()).isEqualTo(400);
        }
    }

    @Test
    void bodyBytesOfEveryDoor() {
        KeyedHttpClient keyedHttpClient = KeyedHttpClient.with(Scope.RUN, Limit.BODY_BYTES, 1_000);
        String run = keyedHttpClient.run("{}");
        String large = KeyedHttpClient.CHAT.replace("Hello", "x".repeat(1_000));

        TestHttpClient.Answer own = keyedHttpClient.post(CHAT, large);
        TestHttpClient.Answer byId = KeyedHttpClient.NOBODY.post("/r/" + run + CHAT, large);
        TestHttpClient.Answer api = keyedHttpClient.post("/api/v1/runs", "{\"label\":\"" + "x".repeat(1_000) + "\"}");

        assertThat(own.status()).isEqualTo(413);
        assertThat(own.json().at("/error/message").asText()).contains("1000 bytes");
        assertThat(byId.status()).isEqualTo(413);
        assertThat(api.status()).isEqualTo(413);
        assertThat(api.header("content-type")).isEqualTo("application/problem+json");
        for (TestHttpClient.Answer answer : java.util.List.of(own, byId, api)) {
            assertThat(answer.header(Limit.HEADER)).isEqualTo("body-bytes");
        }
    }

    @Test
    void runsPerDayOverTheApiAndByReset() {
        KeyedHttpClient keyedHttpClient = KeyedHttpClient.with(Scope.RUN, Limit.RUNS_PER_DAY, 2);
        keyedHttpClient.run("{}");
        String last = keyedHttpClient.run("{}");

        TestHttpClient.Answer third = keyedHttpClient.post("/api/v1/runs", "{}");
        TestHttpClient.Answer reset = keyedHttpClient.post("/r/" + last + "/v1/reset", "");

        limited(third, Limit.RUNS_PER_DAY);
        assertThat(third.header("content-type")).isEqualTo("application/problem+json");
        assertThat(Integer.parseInt(third.header("retry-after"))).isBetween(86_000, 86_400);
        limited(reset, Limit.RUNS_PER_DAY);
        assertThat(keyedHttpClient
                        .get("/api/v1/runs/" + last)
                        .json()
                        .path("state")
                        .asText())
                .isEqualTo("CREATED");
    }

    private static void limited(TestHttpClient.Answer answer, Limit limit) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(429);
        assertThat(answer.header(Limit.HEADER)).isEqualTo(limit.label());
        assertThat(answer.header("retry-after")).matches("[1-9][0-9]*");
        assertThat(answer.body()).contains("Throughline's own");
    }
}
