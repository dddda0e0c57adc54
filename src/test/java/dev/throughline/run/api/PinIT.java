package dev.throughline.run.api;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.testing.TestHttpClient;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.inject.Inject;
import java.time.Duration;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@QuarkusTest
class PinIT {
    @Inject
    Pool pool;

    @Test
    void aRunIsPinnedAndUnpinned() {
        ChatSession chatSession = ChatSession.open("");
        assertThat(chatSession.run().path("pinned").asBoolean(true)).isFalse();
        assertThat(chatSession.run().path("removed").isEmpty()).isTrue();

        assertThat(TestHttpClient.underTest()
                        .post(chatSession.path() + "/pin", "")
                        .json()
                        .path("pinned")
                        .asBoolean())
                .isTrue();
        assertThat(TestHttpClient.underTest()
                        .get(chatSession.path())
                        .json()
                        .path("pinned")
                        .asBoolean())
                .isTrue();
        assertThat(TestHttpClient.underTest()
                        .post(chatSession.path() + "/unpin", "")
                        .json()
                        .path("pinned")
                        .asBoolean(true))
                .isFalse();
        assertThat(TestHttpClient.underTest()
                        .post("/api/v1/runs/nobody/pin", "")
                        .status())
                .isEqualTo(404);
        assertThat(TestHttpClient.underTest().get(chatSession.path() + "/pin").header("allow"))
                .isEqualTo("POST");
    }

    @Test
    void aRunWithoutItsContentsIsStillReported() {
        ChatSession chatSession = ChatSession.open("");
        chatSession.say("hello", true);
        chatSession.say("go on", true);
        TestHttpClient.underTest().post(chatSession.path() + "/seal", "");
        JsonNode before =
                TestHttpClient.underTest().get(chatSession.path() + "/report").json();

        removeContents(chatSession);
        TestHttpClient.Answer body = TestHttpClient.underTest().get(chatSession.path() + "/exchanges/1/request");

        JsonNode after =
                TestHttpClient.underTest().get(chatSession.path() + "/report").json();
        assertThat(body.status()).isEqualTo(404);
        assertThat(body.body()).contains("throughline.retention.contents");
        assertThat(before.path("verdict").asText()).isNotEqualTo("INCONCLUSIVE");
        for (String field : new String[] {"verdict", "assessment", "total", "returned", "exchanges"}) {
            assertThat(after.path(field)).as(field).isEqualTo(before.path(field));
        }
        assertThat(TestHttpClient.underTest()
                        .get(chatSession.path())
                        .json()
                        .path("removed")
                        .toString())
                .isEqualTo("[\"contents\"]");
    }

    private void removeContents(ChatSession chatSession) {
        for (String sql : new String[] {
            "DELETE FROM exchange_body WHERE run_id = '%s'",
            "DELETE FROM token_slice WHERE run_id = '%s'",
            "UPDATE run SET has_contents = false WHERE run_id = '%s'"
        }) {
            pool.query(sql.formatted(chatSession.id())).execute().await().atMost(Duration.ofSeconds(20));
        }
    }
}
