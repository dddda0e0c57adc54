package dev.throughline.access;

import dev.throughline.testing.KeysProfile;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// Each limit of a key: 429 in the shape of who is answered, `Retry-After`, and a header that says whose limit it is.
@QuarkusTest
@TestProfile(KeysProfile.class)
class LimitsTest {
    private static final String CHAT = "/v1/chat/completions";
    private static final String HELD = "{\"scenario\":\"long\",\"tokens\":100000,\"pace\":20}";

    @Test
    void requestsPerMinuteInADialect() {
        Visit visit = Visit.with(Scope.RUN, Limit.REQUESTS_PER_MINUTE, 2);
        visit.post(CHAT, Visit.CHAT);
        visit.post(CHAT, Visit.CHAT);

        Visit.Answer third = visit.post("/v1/messages", Visit.CHAT);

        limited(third, Limit.REQUESTS_PER_MINUTE);
        assertThat(Integer.parseInt(third.header("retry-after"))).isBetween(1, 30);
        assertThat(third.json().path("type").asText()).isEqualTo("error");
        assertThat(third.json().at("/error/type").asText()).isEqualTo("rate_limit_error");
    }

    @Test
    void requestsPerMinuteOfTheApi() {
        Visit visit = Visit.with(Scope.RUN, Limit.REQUESTS_PER_MINUTE, 1);
        visit.get("/api/v1/runs");

        Visit.Answer second = visit.get("/api/v1/runs");

        limited(second, Limit.REQUESTS_PER_MINUTE);
        assertThat(second.header("content-type")).isEqualTo("application/problem+json");
        assertThat(second.json().path("type").asText()).isEqualTo("urn:throughline:problem:limit-reached");
    }

    @Test
    void whoUsesARunByItsIdUsesUpTheLimitsOfItsKey() {
        Visit visit = Visit.with(Scope.RUN, Limit.REQUESTS_PER_MINUTE, 2);
        String run = visit.run("{}");
        assertThat(Visit.NOBODY.post("/r/" + run + CHAT, Visit.CHAT).status()).isEqualTo(200);

        limited(Visit.NOBODY.post("/r/" + run + CHAT, Visit.CHAT), Limit.REQUESTS_PER_MINUTE);
    }

    @Test
    void streamsAtOnceAndAgainWhenOneIsGivenUp() throws IOException {
        Visit visit = Visit.with(Scope.RUN, Limit.STREAMS, 1);
        String run = visit.run(HELD);
        String held = "/r/" + run + CHAT;
        try (InputStream stream = Visit.exchange(
                        visit.request("POST", held, Visit.CHAT.replace("false", "true")), BodyHandlers.ofInputStream())
                .body()) {
            assertThat(stream.read()).isNotNegative();

            limited(visit.post(held, Visit.CHAT), Limit.STREAMS);
        }
        KeysModeTest.awaitStatus(200, () -> visit.post(CHAT, Visit.CHAT));
    }

    @Test
    void liveEventsAreStreamsToo() throws IOException {
        Visit visit = Visit.with(Scope.RUN, Limit.STREAMS, 1);
        String events = "/api/v1/runs/" + visit.run("{}") + "/events";
        try (InputStream stream = Visit.exchange(visit.request("GET", events, ""), BodyHandlers.ofInputStream())
                .body()) {
            assertThat(stream.read()).isNotNegative();

            limited(visit.get(events), Limit.STREAMS);
        }
        KeysModeTest.awaitStatus(200, () -> visit.post(CHAT, Visit.CHAT));
    }

    @Test
    void answersThatEndedAreNoStreamsAnyMore() {
        Visit visit = Visit.with(Scope.RUN, Limit.STREAMS, 1);

        for (int i = 0; i < 5; i++) {
            assertThat(visit.post(CHAT, Visit.CHAT.replace("false", "true")).status())
                    .isEqualTo(200);
            assertThat(visit.post(CHAT, "{").status()).isEqualTo(400);
        }
    }

    @Test
    void bodyBytesOfEveryDoor() {
        Visit visit = Visit.with(Scope.RUN, Limit.BODY_BYTES, 1_000);
        String run = visit.run("{}");
        String large = Visit.CHAT.replace("Hello", "x".repeat(1_000));

        Visit.Answer own = visit.post(CHAT, large);
        Visit.Answer byId = Visit.NOBODY.post("/r/" + run + CHAT, large);
        Visit.Answer api = visit.post("/api/v1/runs", "{\"label\":\"" + "x".repeat(1_000) + "\"}");

        assertThat(own.status()).isEqualTo(413);
        assertThat(own.json().at("/error/message").asText()).contains("1000 bytes");
        assertThat(byId.status()).isEqualTo(413);
        assertThat(api.status()).isEqualTo(413);
        assertThat(api.header("content-type")).isEqualTo("application/problem+json");
        for (Visit.Answer answer : java.util.List.of(own, byId, api)) {
            assertThat(answer.header(Limit.HEADER)).isEqualTo("body-bytes");
        }
    }

    @Test
    void runsPerDayOverTheApiAndByReset() {
        Visit visit = Visit.with(Scope.RUN, Limit.RUNS_PER_DAY, 2);
        visit.run("{}");
        String last = visit.run("{}");

        Visit.Answer third = visit.post("/api/v1/runs", "{}");
        Visit.Answer reset = visit.post("/r/" + last + "/v1/reset", "");

        limited(third, Limit.RUNS_PER_DAY);
        assertThat(third.header("content-type")).isEqualTo("application/problem+json");
        assertThat(Integer.parseInt(third.header("retry-after"))).isBetween(86_000, 86_400);
        limited(reset, Limit.RUNS_PER_DAY);
        assertThat(visit.get("/api/v1/runs/" + last).json().path("state").asText())
                .isEqualTo("CREATED");
    }

    private static void limited(Visit.Answer answer, Limit limit) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(429);
        assertThat(answer.header(Limit.HEADER)).isEqualTo(limit.label());
        assertThat(answer.header("retry-after")).matches("[1-9][0-9]*");
        assertThat(answer.body()).contains("Throughline's own");
    }
}
