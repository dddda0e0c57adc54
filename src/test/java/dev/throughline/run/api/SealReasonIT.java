package dev.throughline.run.api;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.testing.TestHttpClient;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// A run that its opener seals because its client has not finished.
@QuarkusTest
class SealReasonIT {
    private static final String REASON = "?reason=it+ended+with+exit+code+3+in+turn+2";

    @Test
    void whatCameBeforeIsJudgedAndIsNoPass() {
        ChatSession chatSession = twoTurns(true);

        TestHttpClient.underTest().post(chatSession.path() + "/seal" + REASON, "");

        JsonNode report =
                TestHttpClient.underTest().get(chatSession.path() + "/report").json();
        assertThat(report.path("verdict").asText()).isEqualTo("INCONCLUSIVE");
        assertThat(report.path("assessment").asText())
                .startsWith("INCONCLUSIVE:")
                .contains("ended early");
        assertThat(report.path("notes").toString()).contains("exit code 3 in turn 2");
        assertThat(report.path("total").asInt())
                .isPositive()
                .isEqualTo(report.path("returned").asInt());
        assertThat(report.at("/capabilities/THINK/acrossTurns").asText()).isEqualTo("PRESERVED");
        assertThat(TestHttpClient.underTest()
                        .get(chatSession.path())
                        .json()
                        .path("sealReason")
                        .asText())
                .contains("exit code 3 in turn 2");
        assertThat(TestHttpClient.underTest()
                        .get(chatSession.path() + "/report?format=text")
                        .body())
                .contains("exit code 3 in turn 2");
    }

    @Test
    void whatWasLostBeforeIsLost() {
        ChatSession chatSession = twoTurns(false);

        TestHttpClient.underTest().post(chatSession.path() + "/seal" + REASON, "");

        JsonNode report =
                TestHttpClient.underTest().get(chatSession.path() + "/report").json();
        assertThat(report.path("verdict").asText()).isEqualTo("FAIL");
        assertThat(report.path("notes").toString()).contains("exit code 3 in turn 2");
    }

    @Test
    void aRunThatWasSealedInGoodOrderHasNoReasonAndKeepsNone() {
        ChatSession chatSession = twoTurns(true);

        TestHttpClient.underTest().post(chatSession.path() + "/seal", "");
        JsonNode again = TestHttpClient.underTest()
                .post(chatSession.path() + "/seal" + REASON, "")
                .json();

        assertThat(again.has("sealReason")).isFalse();
        assertThat(TestHttpClient.underTest()
                        .get(chatSession.path() + "/report")
                        .json()
                        .path("verdict")
                        .asText())
                .isEqualTo("PASS");
    }

    @Test
    void aReasonIsOneLine() {
        ChatSession chatSession = ChatSession.open("{}");

        assertThat(TestHttpClient.underTest()
                        .post(chatSession.path() + "/seal?reason=a%0Ab", "")
                        .status())
                .isEqualTo(400);
        assertThat(TestHttpClient.underTest()
                        .post(chatSession.path() + "/seal?reason=" + "a".repeat(501), "")
                        .status())
                .isEqualTo(400);
        assertThat(TestHttpClient.underTest()
                        .get(chatSession.path())
                        .json()
                        .path("state")
                        .asText())
                .isEqualTo("CREATED");
    }

    private static ChatSession twoTurns(boolean keepsReasoning) {
        ChatSession chatSession = ChatSession.open("{\"scenario\":\"chat\"}");
        chatSession.say("hello", keepsReasoning);
        chatSession.say("go on", keepsReasoning);
        return chatSession;
    }
}
