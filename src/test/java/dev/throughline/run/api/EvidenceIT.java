package dev.throughline.run.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.throughline.testing.TestHttpClient;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.util.List;
import org.junit.jupiter.api.Test;

import static dev.throughline.run.StoreSamples.await;
import static org.assertj.core.api.Assertions.assertThat;

/// The evidence of a session, read through the API.
@QuarkusTest
class EvidenceIT {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String CHAT =
            "{\"scenario\":\"chat\",\"label\":\"e\",\"client\":{\"name\":\"probe\",\"version\":\"1\"}}";

    @Inject
    Pool pool;

    @Test
    void reportIsTheSameAsValidationReport() {
        ChatSession chatSession = talked(false);

        TestHttpClient.Answer report = TestHttpClient.underTest().get(chatSession.path() + "/report");

        assertThat(report.type()).startsWith("application/json");
        assertThat(report.json())
                .isEqualTo(TestHttpClient.underTest()
                        .get("/r/" + chatSession.id() + "/v1/validation_report")
                        .json());
    }

    @Test
    void reportCountsTheReasoningThatWasDropped() {
        JsonNode report =
                TestHttpClient.underTest().get(talked(false).path() + "/report").json();

        assertThat(report.path("verdict").asText()).isEqualTo("FAIL");
        assertThat(report.path("assessment").asText()).startsWith("FAIL:");
        assertThat(report.path("total").asInt()).isEqualTo(2);
        assertThat(report.path("missing_count").asInt()).isEqualTo(1);
        assertThat(report.path("missing").get(0).asText()).startsWith("[THINK-OAI-T1-");
        assertThat(report.path("requests").path("chat_template_kwargs").asInt()).isEqualTo(2);
        assertThat(report.path("capabilities").path("CONTENT").path("status").asText())
                .isEqualTo("PRESERVED");
    }

    @Test
    void reportPassesAClientThatKeepsEverything() {
        JsonNode report =
                TestHttpClient.underTest().get(talked(true).path() + "/report").json();

        assertThat(report.path("verdict").asText()).as(report.toPrettyString()).isEqualTo("PASS");
        assertThat(report.path("returned").asInt()).isEqualTo(2);
        assertThat(report.path("missing").size()).isZero();
    }

    @Test
    void reportIsTextByFormatOrAccept() {
        ChatSession chatSession = talked(false);

        TestHttpClient.Answer byFormat = TestHttpClient.underTest()
                .get(chatSession.path() + "/report?format=text", "accept", "application/json");
        TestHttpClient.Answer byAccept =
                TestHttpClient.underTest().get(chatSession.path() + "/report", "accept", "text/plain");

        assertThat(byFormat.type()).isEqualTo("text/plain;charset=UTF-8");
        assertThat(byFormat.body())
                .startsWith("Compliance report\nClient     probe 1\n")
                .contains("\nVERDICT: FAIL - ")
                .doesNotContain("\u001b");
        assertThat(byAccept.body()).isEqualTo(byFormat.body());
        assertThat(TestHttpClient.underTest()
                        .get(chatSession.path() + "/report?format=text&color=true")
                        .body())
                .contains("\u001b[31mFAIL");
    }

    @Test
    void browserGetsTheReportAsAPage() {
        TestHttpClient.Answer answer = TestHttpClient.underTest()
                .get(talked(true).path() + "/report", "accept", "text/html,application/xhtml+xml,*/*;q=0.8");

        assertThat(answer.type()).startsWith("text/html");
    }

    @Test
    void exchangesAreListedByNumberPageByPage() {
        ChatSession chatSession = talked(true);

        JsonNode first = TestHttpClient.underTest()
                .get(chatSession.path() + "/exchanges?limit=1")
                .json();
        JsonNode second = TestHttpClient.underTest()
                .get(chatSession.path() + "/exchanges?limit=1&after="
                        + first.path("next").asInt())
                .json();

        assertThat(first.path("exchanges").get(0).path("number").asInt()).isEqualTo(1);
        assertThat(second.path("exchanges").get(0).path("number").asInt()).isEqualTo(2);
        assertThat(second.path("exchanges").get(0).has("evidence")).isFalse();
        assertThat(second.has("next")).isFalse();
    }

    @Test
    void anExchangeShowsItsItemsObservationsTimesAndUsage() {
        JsonNode exchange = TestHttpClient.underTest()
                .get(talked(true).path() + "/exchanges/2")
                .json();

        assertThat(exchange.path("dialect").asText()).isEqualTo("openai-chat");
        assertThat(exchange.path("outcome").asText()).isEqualTo("COMPLETED");
        assertThat(exchange.path("kind").asText()).isEqualTo("main");
        assertThat(exchange.path("parent").asInt()).isEqualTo(1);
        assertThat(exchange.path("status").asInt()).isEqualTo(200);
        assertThat(exchange.path("usage").path("outputTokens").asInt()).isPositive();
        assertThat(exchange.path("timings").path("totalMicros").asLong()).isPositive();
        assertThat(exchange.path("anomalies").isArray()).isTrue();
        assertThat(exchange.path("repairs").isArray()).isTrue();
        JsonNode evidence = exchange.path("evidence");
        assertThat(evidence.at("/items/0/category").asText()).isEqualTo("THINK");
        assertThat(evidence.at("/observations/0/place").asText()).isEqualTo("OWN");
        assertThat(evidence.at("/facts/params").toString()).contains("clear_thinking");
    }

    @Test
    void requestBodyIsShownAsItCame() throws JsonProcessingException {
        ChatSession chatSession = ChatSession.open(CHAT);
        String body = "{ \"model\":\"m\",  \"messages\":[{\"role\":\"user\",\"content\":\"Grüße\"}],\"x\":1.50 }";
        TestHttpClient.underTest().post("/r/" + chatSession.id() + "/v1/chat/completions", body);

        TestHttpClient.Answer shown = TestHttpClient.underTest().get(chatSession.path() + "/exchanges/1/request");

        assertThat(shown.type()).startsWith("application/json");
        assertThat(shown.body()).isEqualTo(body);
    }

    @Test
    void tokensAreStreamedOneObjectALine() throws JsonProcessingException {
        ChatSession chatSession = talked(true);

        TestHttpClient.Answer answer = TestHttpClient.underTest().get(chatSession.path() + "/exchanges/1/tokens");

        assertThat(answer.type()).startsWith("application/x-ndjson");
        List<String> lines = answer.body().lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            JsonNode token = MAPPER.readTree(lines.get(i));
            assertThat(token.path("seq").asInt()).isEqualTo(i);
            assertThat(token.has("micros")).isTrue();
        }
        assertThat(lines.getFirst()).contains("\"kind\":\"start\"");
        assertThat(lines.getLast()).contains("\"kind\":\"finish\"");
        assertThat(lines)
                .hasSize(TestHttpClient.underTest()
                        .get(chatSession.path() + "/exchanges/1")
                        .json()
                        .path("tokens")
                        .asInt());
    }

    @Test
    void anAnswerWhoseTokensAreNotAllRecordedSaysSo() {
        ChatSession chatSession = talked(false);
        long counted = exchange(chatSession).path("tokens").asLong();
        assertThat(exchange(chatSession).path("anomalies")).isEmpty();

        await(pool.preparedQuery("DELETE FROM token_slice WHERE run_id = $1 AND exchange = 1")
                .execute(Tuple.of(chatSession.id())));

        assertThat(exchange(chatSession).at("/anomalies/0/kind").asText()).isEqualTo("token-count");
        assertThat(exchange(chatSession).at("/anomalies/0/detail").asText()).isEqualTo("0 recorded of " + counted);
        assertThat(TestHttpClient.underTest()
                        .get(chatSession.path() + "/exchanges")
                        .json()
                        .findValuesAsText("kind"))
                .containsOnlyOnce("token-count");
        await(pool.preparedQuery("UPDATE run SET has_contents = false WHERE run_id = $1")
                .execute(Tuple.of(chatSession.id())));
        assertThat(exchange(chatSession).path("anomalies"))
                .as("of a run whose contents retention removed")
                .isEmpty();
    }

    private static JsonNode exchange(ChatSession chatSession) {
        return TestHttpClient.underTest()
                .get(chatSession.path() + "/exchanges/1")
                .json();
    }

    @Test
    void unknownExchangeIsNamed() {
        ChatSession chatSession = ChatSession.open("{}");

        for (String number : List.of("1", "0", "x", "99999999999")) {
            for (String below : List.of("", "/request", "/tokens")) {
                JsonNode problem = ProblemsIT.isProblem(
                        TestHttpClient.underTest().get(chatSession.path() + "/exchanges/" + number + below),
                        404,
                        "unknown-exchange");
                assertThat(problem.path("run").asText()).isEqualTo(chatSession.id());
            }
        }
    }

    private static ChatSession talked(boolean keepsReasoning) {
        ChatSession chatSession = ChatSession.open(CHAT);
        chatSession.say("Hello", keepsReasoning);
        chatSession.say("And now?", keepsReasoning);
        return chatSession;
    }
}
