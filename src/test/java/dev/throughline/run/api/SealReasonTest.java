package dev.throughline.run.api;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// A run whose opener says that its client was not done.
@QuarkusTest
class SealReasonTest {
    private static final String REASON = "?reason=it+ended+with+exit+code+3+in+turn+2";

    @Test
    void whatCameBeforeIsJudgedAndIsNoPass() {
        Session session = twoTurns(true);

        Http.post(session.path() + "/seal" + REASON, "");

        JsonNode report = Http.get(session.path() + "/report").json();
        assertThat(report.path("verdict").asText()).isEqualTo("INCONCLUSIVE");
        assertThat(report.path("assessment").asText())
                .startsWith("INCONCLUSIVE:")
                .contains("ended early");
        assertThat(report.path("notes").toString()).contains("exit code 3 in turn 2");
        assertThat(report.path("total").asInt())
                .isPositive()
                .isEqualTo(report.path("returned").asInt());
        assertThat(report.at("/capabilities/THINK/acrossTurns").asText()).isEqualTo("PRESERVED");
        assertThat(Http.get(session.path()).json().path("sealReason").asText()).contains("exit code 3 in turn 2");
        assertThat(Http.get(session.path() + "/report?format=text").body()).contains("exit code 3 in turn 2");
    }

    @Test
    void whatWasLostBeforeIsLost() {
        Session session = twoTurns(false);

        Http.post(session.path() + "/seal" + REASON, "");

        JsonNode report = Http.get(session.path() + "/report").json();
        assertThat(report.path("verdict").asText()).isEqualTo("FAIL");
        assertThat(report.path("notes").toString()).contains("exit code 3 in turn 2");
    }

    @Test
    void aRunThatWasSealedInGoodOrderHasNoReasonAndKeepsNone() {
        Session session = twoTurns(true);

        Http.post(session.path() + "/seal", "");
        JsonNode again = Http.post(session.path() + "/seal" + REASON, "").json();

        assertThat(again.has("sealReason")).isFalse();
        assertThat(Http.get(session.path() + "/report").json().path("verdict").asText())
                .isEqualTo("PASS");
    }

    @Test
    void aReasonIsOneLine() {
        Session session = Session.open("{}");

        assertThat(Http.post(session.path() + "/seal?reason=a%0Ab", "").status())
                .isEqualTo(400);
        assertThat(Http.post(session.path() + "/seal?reason=" + "a".repeat(501), "")
                        .status())
                .isEqualTo(400);
        assertThat(Http.get(session.path()).json().path("state").asText()).isEqualTo("CREATED");
    }

    private static Session twoTurns(boolean keepsReasoning) {
        Session session = Session.open("{\"scenario\":\"chat\"}");
        session.say("hello", keepsReasoning);
        session.say("go on", keepsReasoning);
        return session;
    }
}
