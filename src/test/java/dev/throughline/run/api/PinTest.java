package dev.throughline.run.api;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.inject.Inject;
import java.time.Duration;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@QuarkusTest
class PinTest {
    @Inject
    Pool pool;

    @Test
    void aRunIsPinnedAndUnpinned() {
        Session session = Session.open("");
        assertThat(session.run().path("pinned").asBoolean(true)).isFalse();
        assertThat(session.run().path("removed").isEmpty()).isTrue();

        assertThat(Http.post(session.path() + "/pin", "").json().path("pinned").asBoolean())
                .isTrue();
        assertThat(Http.get(session.path()).json().path("pinned").asBoolean()).isTrue();
        assertThat(Http.post(session.path() + "/unpin", "")
                        .json()
                        .path("pinned")
                        .asBoolean(true))
                .isFalse();
        assertThat(Http.post("/api/v1/runs/nobody/pin", "").status()).isEqualTo(404);
        assertThat(Http.get(session.path() + "/pin").header("allow")).isEqualTo("POST");
    }

    @Test
    void aRunWithoutItsExchangesStillTellsItsVerdict() {
        Session session = Session.open("");
        session.say("hello", true);
        session.say("go on", true);
        Http.post(session.path() + "/seal", "");
        JsonNode before = Http.get(session.path() + "/report").json();

        remove("exchange_body", session, 1);
        Http.Answer body = Http.get(session.path() + "/exchanges/1/request");
        remove("token_slice", session, 2);
        remove("exchange", session, 3);

        JsonNode after = Http.get(session.path() + "/report").json();
        assertThat(body.status()).isEqualTo(404);
        assertThat(body.body()).contains("throughline.retention.bodies");
        assertThat(before.path("verdict").asText()).isNotEqualTo("INCONCLUSIVE");
        for (String field : new String[] {"verdict", "assessment", "total", "returned", "exchanges"}) {
            assertThat(after.path(field)).as(field).isEqualTo(before.path(field));
        }
        assertThat(Http.get(session.path()).json().path("removed").toString())
                .isEqualTo("[\"bodies\",\"tokens\",\"exchanges\"]");
    }

    private void remove(String table, Session session, int gone) {
        pool.query("DELETE FROM " + table + " WHERE run_id = '" + session.id() + "'")
                .execute()
                .chain(() -> pool.query("UPDATE run SET gone = " + gone + " WHERE run_id = '" + session.id() + "'")
                        .execute())
                .await()
                .atMost(Duration.ofSeconds(20));
    }
}
