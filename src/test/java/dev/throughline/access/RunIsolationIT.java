package dev.throughline.access;

import dev.throughline.testing.KeysProfile;
import dev.throughline.testing.TestHttpClient;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// What one key sees of another key's runs.
@QuarkusTest
@TestProfile(KeysProfile.class)
class RunIsolationIT {
    private static final String CHAT = "/v1/chat/completions";

    private final KeyedHttpClient owner = KeyedHttpClient.with(Scope.RUN);
    private final KeyedHttpClient other = KeyedHttpClient.with(Scope.RUN);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/report",
                "/report?format=text",
                "/events",
                "/exchanges",
                "/exchanges/1",
                "/exchanges/1/request",
                "/exchanges/1/tokens"
            })
    void aRunIsNotThereForAnotherKey(String path) {
        String run = used();

        TestHttpClient.Answer found = other.get("/api/v1/runs/" + run + path);
        TestHttpClient.Answer absent = other.get("/api/v1/runs/" + run.replace(run.charAt(20), 'z') + path);

        assertThat(found.status()).as(found.body()).isEqualTo(404);
        assertThat(found.json().path("type")).isEqualTo(absent.json().path("type"));
    }

    @Test
    void aStoredAnswerIsFoundFromAllRunsOfItsKeyOnly() {
        String question = "{\"model\":\"m\",\"input\":\"Hello\"}";
        String id = owner.post("/r/" + owner.run("{}") + "/v1/responses", question)
                .json()
                .path("id")
                .asText();
        String next = owner.run("{}");
        String path = "/v1/responses/" + id;

        assertThat(owner.get("/r/" + next + path).status()).isEqualTo(200);
        assertThat(other.get("/r/" + other.run("{}") + path).status()).isEqualTo(404);
        assertThat(other.send("DELETE", "/r/" + other.run("{}") + path, "").status())
                .isEqualTo(404);
        assertThat(owner.get(path).status()).isEqualTo(200);
    }

    @Test
    void anotherKeyChangesNothing() {
        String run = used();
        other.post("/api/v1/runs/" + run + "/seal", "");
        other.post("/api/v1/runs/" + run + "/publish", "");
        other.send("DELETE", "/api/v1/runs/" + run, "");

        TestHttpClient.Answer shown = owner.get("/api/v1/runs/" + run);

        assertThat(shown.status()).isEqualTo(200);
        assertThat(shown.json().path("state").asText()).isEqualTo("RUNNING");
        assertThat(shown.json().path("published").asBoolean()).isFalse();
    }

    @Test
    void listsShowOnlyWhatIsOnesOwnOrPublished() {
        String hidden = used();
        String published = used();
        owner.post("/api/v1/runs/" + published + "/publish", "");
        String own = other.run("{}");

        assertThat(listed(other)).contains(own, published).doesNotContain(hidden);
        assertThat(listed(owner)).contains(hidden, published).doesNotContain(own);
        assertThat(listed(KeyedHttpClient.with(Scope.ADMIN))).contains(own, hidden, published);
    }

    @Test
    void aPublishedRunIsReadByAllAndChangedByItsOwner() {
        String run = used();
        KeyedHttpClient reader = KeyedHttpClient.with(Scope.READ);
        assertThat(owner.post("/api/v1/runs/" + run + "/publish", "")
                        .json()
                        .path("published")
                        .asBoolean())
                .isTrue();

        assertThat(reader.get("/api/v1/runs/" + run + "/report").status()).isEqualTo(200);
        assertThat(reader.get("/api/v1/runs/" + run + "/exchanges/1/tokens").status())
                .isEqualTo(200);
        TestHttpClient.Answer sealing = other.post("/api/v1/runs/" + run + "/seal", "");
        assertThat(sealing.status()).isEqualTo(403);
        assertThat(sealing.header("content-type")).isEqualTo("application/problem+json");

        owner.post("/api/v1/runs/" + run + "/unpublish", "");
        assertThat(reader.get("/api/v1/runs/" + run + "/report").status()).isEqualTo(404);
    }

    @Test
    void anAdminSeesAndSealsEverything() {
        String run = used();
        KeyedHttpClient admin = KeyedHttpClient.with(Scope.ADMIN);

        assertThat(admin.get("/api/v1/runs/" + run + "/report").status()).isEqualTo(200);
        assertThat(admin.post("/api/v1/runs/" + run + "/seal", "").status()).isEqualTo(200);
    }

    @Test
    void aRunsIdIsEnoughForItsDialectEndpointsUntilItIsPublished() {
        String run = used();
        assertThat(KeyedHttpClient.NOBODY
                        .post("/r/" + run + CHAT, KeyedHttpClient.CHAT)
                        .status())
                .isEqualTo(200);
        assertThat(KeyedHttpClient.sending("x-api-key", "whatever-the-client-has")
                        .get("/r/" + run + "/v1/validation_report")
                        .status())
                .isEqualTo(200);

        owner.post("/api/v1/runs/" + run + "/publish", "");

        KeysModeIT.awaitStatus(401, () -> KeyedHttpClient.NOBODY.post("/r/" + run + CHAT, KeyedHttpClient.CHAT));
        assertThat(other.post("/r/" + run + CHAT, KeyedHttpClient.CHAT).status())
                .isEqualTo(403);
        assertThat(KeyedHttpClient.NOBODY.post("/r/" + run + "/v1/reset", "").status())
                .isEqualTo(401);
        assertThat(owner.post("/r/" + run + CHAT, KeyedHttpClient.CHAT).status())
                .isEqualTo(200);
    }

    @Test
    void aTokenOfAnotherKeysRunIsReportedWithoutNamingThatRun() {
        String run = owner.run("{\"scenario\":\"chat\"}");
        String theirs = other.run("{\"scenario\":\"chat\"}");
        String answer = owner.post("/r/" + run + CHAT, KeyedHttpClient.CHAT).body();
        String token = answer.replaceAll("(?s).*(\\[CONTENT-[^\\]]+\\]).*", "$1");

        other.post("/r/" + theirs + CHAT, """
                {"model":"m","messages":[{"role":"user","content":"a"},{"role":"assistant","content":"%s"},
                {"role":"user","content":"b"}]}""".formatted(token));

        String shown = Stream.of("/report", "/report?format=text", "/exchanges/1")
                .map(path -> other.get("/api/v1/runs/" + theirs + path).body())
                .reduce("", String::concat);
        assertThat(shown).contains(token, "LEAKED").doesNotContain(run);
    }

    @Test
    void idsHold80RandomBitsBehindTheirTime() {
        String first = owner.run("{}");
        String second = owner.run("{}");

        assertThat(first).matches("[0-9a-v]{25}");
        assertThat(second.substring(9)).isNotEqualTo(first.substring(9));
    }

    private String used() {
        String run = owner.run("{\"scenario\":\"chat\"}");
        assertThat(owner.post("/r/" + run + CHAT, KeyedHttpClient.CHAT).status())
                .isEqualTo(200);
        return run;
    }

    private static String listed(KeyedHttpClient keyedHttpClient) {
        return keyedHttpClient
                .get("/api/v1/runs?limit=500")
                .json()
                .findValuesAsText("id")
                .toString();
    }
}
