package dev.throughline.access;

import dev.throughline.testing.KeysProfile;
import dev.throughline.testing.ScriptedBackend;
import dev.throughline.testing.TestHttpClient;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Access control where keys are required.
@QuarkusTest
@TestProfile(KeysProfile.class)
class KeysModeIT {
    private static final String CHAT = "/v1/chat/completions";

    ScriptedBackend backend;

    @ParameterizedTest
    @ValueSource(strings = {"/v1/chat/completions", "/stub/v1/responses", "/proxy/plain/v1/messages"})
    void withoutAKeyADialectEndpointAnswers401InItsOwnShape(String path) {
        TestHttpClient.Answer answer = KeyedHttpClient.NOBODY.post(path, KeyedHttpClient.CHAT);

        assertThat(answer.status()).as(answer.body()).isEqualTo(401);
        assertThat(answer.header("www-authenticate")).startsWith("Bearer");
        assertThat(answer.json().at("/error/type").asText()).isEqualTo("authentication_error");
        assertThat(answer.json().at("/error/message").asText()).contains("throughline keys create");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1/runs",
                "/api/v1/claims",
                "/api/v1/nothing",
                "/q/anything",
                "/nothing",
                "/docs/../api/v1/runs"
            })
    void withoutAKeyEverythingElseAnswers401AsAProblem(String path) {
        TestHttpClient.Answer answer = KeyedHttpClient.NOBODY.get(path);

        assertThat(answer.status()).as(answer.body()).isEqualTo(401);
        assertThat(answer.header("content-type")).isEqualTo("application/problem+json");
        assertThat(answer.json().path("type").asText()).isEqualTo("urn:throughline:problem:key-needed");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/health", "/q/health", "/q/health/ready", "/openapi", "/docs/", "/", "/badge/opencode/THINK.svg"
            })
    void healthDescriptionAndBadgesArePublic(String path) {
        assertThat(KeyedHttpClient.NOBODY.get(path).status()).isEqualTo(200);
    }

    @Test
    void healthDoesNotTellStrangersTheNamesOfBackends() {
        assertThat(KeyedHttpClient.NOBODY.get("/health").json().path("backends"))
                .isEmpty();
        assertThat(KeyedHttpClient.NOBODY.get("/q/health/ready").body())
                .contains("unreachable")
                .doesNotContain("anthropic-keyed");
    }

    @Test
    void whatAKeyReadsIsKeptByNoCache() {
        assertThat(KeyedHttpClient.with(Scope.READ).get("/api/v1/runs").header("cache-control"))
                .isEqualTo("no-store");
    }

    @Test
    void aKeyIsTakenFromEveryHeaderInWhichClientsSendTheirs() {
        String key =
                KeyedHttpClient.keys().create("", Scope.RUN, KeyLimits.NONE).reveal();

        assertThat(KeyedHttpClient.sending("authorization", "Bearer " + key)
                        .post(CHAT, KeyedHttpClient.CHAT)
                        .status())
                .isEqualTo(200);
        assertThat(KeyedHttpClient.sending("x-api-key", key)
                        .post(CHAT, KeyedHttpClient.CHAT)
                        .status())
                .isEqualTo(200);
        assertThat(KeyedHttpClient.sending("x-throughline-key", key)
                        .post(CHAT, KeyedHttpClient.CHAT)
                        .status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sk-of-somebody-else", "tlk_0000000000_short", ""})
    void whatIsNoKeyOfOursLetsNobodyIn(String text) {
        assertThat(KeyedHttpClient.sending("x-api-key", text)
                        .post(CHAT, KeyedHttpClient.CHAT)
                        .status())
                .isEqualTo(401);
    }

    @Test
    void aKeyWithTheRightIdAndAnotherSecretLetsNobodyIn() {
        String key =
                KeyedHttpClient.keys().create("", Scope.ADMIN, KeyLimits.NONE).reveal();
        String forged = key.substring(0, key.length() - 1) + (key.endsWith("0") ? "1" : "0");

        assertThat(KeyedHttpClient.sending("x-api-key", forged)
                        .get("/api/v1/runs")
                        .status())
                .isEqualTo(401);
    }

    @Test
    void aReadKeyReadsAndDoesNothingElse() {
        KeyedHttpClient reader = KeyedHttpClient.with(Scope.READ);

        assertThat(reader.get("/api/v1/runs").status()).isEqualTo(200);
        TestHttpClient.Answer opening = reader.post("/api/v1/runs", "{}");
        assertThat(opening.status()).isEqualTo(403);
        assertThat(opening.json().path("detail").asText()).contains("read", "run");
        assertThat(reader.get("/api/v1/can-i-use?client=opencode@0.3.0").status())
                .isEqualTo(200);
        assertThat(reader.post("/api/v1/backend-checks", "{}").status()).isEqualTo(403);
        TestHttpClient.Answer asking = reader.post(CHAT, KeyedHttpClient.CHAT);
        assertThat(asking.status()).isEqualTo(403);
        assertThat(asking.json().at("/error/type").asText()).isEqualTo("permission_error");
    }

    @Test
    void aRevokedKeyIsRefusedSoonAndSoIsItsRun() {
        KeyText key = KeyedHttpClient.keys().create("", Scope.RUN, KeyLimits.NONE);
        KeyedHttpClient keyedHttpClient = KeyedHttpClient.with(key);
        String run = keyedHttpClient.run("{}");
        assertThat(keyedHttpClient.post(CHAT, KeyedHttpClient.CHAT).status()).isEqualTo(200);

        KeyedHttpClient.keys().revoke(key.id());

        awaitStatus(401, () -> keyedHttpClient.post(CHAT, KeyedHttpClient.CHAT));
        TestHttpClient.Answer byId = KeyedHttpClient.NOBODY.post("/r/" + run + CHAT, KeyedHttpClient.CHAT);
        assertThat(byId.status()).isEqualTo(401);
        assertThat(byId.json().at("/error/message").asText()).contains("revoked");
    }

    @Test
    void everyKeyHasItsOwnDefaultRun() {
        String first =
                KeyedHttpClient.with(Scope.RUN).post(CHAT, KeyedHttpClient.CHAT).header("x-throughline-run");
        String second =
                KeyedHttpClient.with(Scope.RUN).post(CHAT, KeyedHttpClient.CHAT).header("x-throughline-run");

        assertThat(first).isNotEmpty().isNotEqualTo(second);
    }

    @Test
    void aKeyOfOursGoesToNoBackend() throws Exception {
        String model =
                backend.model((_, socket) -> socket.json("{\"id\":\"1\",\"model\":\"m\",\"choices\":[{\"index\":0,"
                        + "\"finish_reason\":\"stop\",\"message\":{\"role\":\"assistant\",\"content\":\"Hi\"}}]}"));
        String key =
                KeyedHttpClient.keys().create("", Scope.RUN, KeyLimits.NONE).reveal();

        KeyedHttpClient.sending("authorization", "Bearer " + key, "x-api-key", key)
                .post("/proxy/plain" + CHAT, KeyedHttpClient.CHAT.replace("\"m\"", "\"" + model + "\""));
        var alone = backend.take(model);
        KeyedHttpClient.sending("authorization", "Bearer sk-theirs", "x-throughline-key", key)
                .post("/proxy/plain" + CHAT, KeyedHttpClient.CHAT.replace("\"m\"", "\"" + model + "\""));
        var beside = backend.take(model);

        assertThat(alone.headers().toString()).doesNotContain("tlk_");
        assertThat(alone.header("authorization")).isEmpty();
        assertThat(beside.headers().toString()).doesNotContain("tlk_");
        assertThat(beside.header("authorization")).containsExactly("Bearer sk-theirs");
    }

    static void awaitStatus(int status, java.util.function.Supplier<TestHttpClient.Answer> request) {
        long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        int found = request.get().status();
        while (found != status && System.nanoTime() < end) {
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
            found = request.get().status();
        }
        assertThat(found).isEqualTo(status);
    }
}
