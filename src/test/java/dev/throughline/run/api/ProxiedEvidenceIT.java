package dev.throughline.run.api;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.conversation.Dialect;
import dev.throughline.run.AnswerIdentity;
import dev.throughline.run.AnswerOutcome;
import dev.throughline.run.ExchangeEnd;
import dev.throughline.run.ExchangeEnd.ExchangeTiming;
import dev.throughline.run.ExchangeStart;
import dev.throughline.run.RecordedAnomaly;
import dev.throughline.run.RunId;
import dev.throughline.run.SelectedBackend;
import dev.throughline.run.exchange.ExchangeStore;
import dev.throughline.run.journal.Beginning;
import dev.throughline.stream.StreamEvent.Usage;
import dev.throughline.testing.TestHttpClient;
import dev.throughline.text.BodyDigest;
import dev.throughline.trace.ConversationLink;
import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.trace.TraceResult;
import dev.throughline.trace.TracedExchange;
import dev.throughline.trace.repair.Repair;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// What the API shows of an exchange whose answer was put right and whose request was repaired.
@QuarkusTest
class ProxiedEvidenceIT {
    @Inject
    ExchangeStore exchangeStore;

    @Test
    void anExchangeShowsItsAnomaliesRepairsAndUsage() {
        JsonNode exchange = TestHttpClient.underTest()
                .get(repaired().path() + "/exchanges/2")
                .json();

        assertShown(exchange);
        assertThat(exchange.has("evidence")).isTrue();
    }

    @Test
    void aListShowsThemAsWell() {
        assertShown(TestHttpClient.underTest()
                .get(repaired().path() + "/exchanges")
                .json()
                .at("/exchanges/1"));
    }

    @Test
    void theDescriptionNamesTheirFields() {
        JsonNode schemas = TestHttpClient.underTest()
                .get("/openapi?format=json")
                .json()
                .path("components")
                .path("schemas");

        assertThat(fields(schemas, "Anomaly")).containsExactly("at", "detail", "kind");
        assertThat(fields(schemas, "Repair")).containsExactly("blocks", "by", "exchange", "message");
        assertThat(fields(schemas, "Usage"))
                .containsExactly("cachedTokens", "inputTokens", "outputTokens", "reasoningTokens");
        assertThat(schemas.at("/Exchange/properties/anomalies/items/$ref").asText())
                .endsWith("/Anomaly");
        assertThat(schemas.at("/Exchange/properties/repairs/items/$ref").asText())
                .endsWith("/Repair");
    }

    private static void assertShown(JsonNode exchange) {
        assertThat(exchange.path("anomalies").toString())
                .isEqualTo("[{\"kind\":\"duplicate-closer\",\"at\":41,\"detail\":\"</think>\"}]");
        assertThat(exchange.path("repairs").toString())
                .isEqualTo("[{\"message\":\"/messages/1\",\"exchange\":1,\"by\":\"call-id\",\"blocks\":2}]");
        assertThat(exchange.path("dropped").toString()).isEqualTo("[\"/stop\"]");
        assertThat(exchange.path("usage").toString())
                .isEqualTo("{\"inputTokens\":10,\"outputTokens\":20,\"cachedTokens\":3,\"reasoningTokens\":4}");
    }

    private static List<String> fields(JsonNode schemas, String schema) {
        return schemas.path(schema)
                .path("properties")
                .propertyStream()
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    /// A session whose second request was repaired and whose second answer was put right.
    private ChatSession repaired() {
        ChatSession chatSession = ChatSession.open("{\"scenario\":\"chat\"}");
        chatSession.say("Hello", true);
        RunId run = new RunId(chatSession.id());
        TracedExchange first = await(exchangeStore.find(run, 1)).orElseThrow().trace();
        await(exchangeStore.begin(2, start(run, first), new Beginning()));
        await(exchangeStore.end(new AnswerIdentity(run, 2, "key"), end()));
        return chatSession;
    }

    private static ExchangeStart start(RunId run, TracedExchange like) {
        return new ExchangeStart(
                run,
                Instant.now(),
                Dialect.OPENAI_CHAT,
                "POST",
                "/v1/chat/completions",
                "client",
                true,
                "key",
                new byte[0],
                new TraceResult(ConversationLink.start(), like.facts(), List.of()),
                List.of(),
                "",
                List.of(new Repair("/messages/1", 1, Repair.By.CALL_ID, 2)),
                List.of("/stop"),
                Optional.of(new SelectedBackend("mine", "glm-4.7", "prefilled")),
                false,
                BodyDigest.NONE);
    }

    private static ExchangeEnd end() {
        var anomaly = new RecordedAnomaly("duplicate-closer", 41, "</think>");
        return new ExchangeEnd(
                ExchangeOutcome.COMPLETED,
                200,
                0,
                new Usage(10, 20, 3, 4),
                ExchangeTiming.unanswered(Duration.ofMillis(1)),
                new AnswerOutcome(List.of(), "", List.of(anomaly)),
                Optional.empty());
    }

    private static <T> T await(Uni<T> uni) {
        return uni.await().atMost(Duration.ofSeconds(20));
    }
}
