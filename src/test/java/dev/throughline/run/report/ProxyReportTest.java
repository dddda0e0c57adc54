package dev.throughline.run.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import dev.throughline.run.AnswerOutcome;
import dev.throughline.run.ExchangeEnd;
import dev.throughline.run.ExchangeEnd.ExchangeTiming;
import dev.throughline.run.RecordedAnomaly;
import dev.throughline.run.RecordedExchange;
import dev.throughline.run.Run;
import dev.throughline.run.RunId;
import dev.throughline.run.RunMode;
import dev.throughline.run.RunSettings;
import dev.throughline.run.RunState;
import dev.throughline.run.ScoredExchanges;
import dev.throughline.run.report.ProxyTally.RequestPreservation;
import dev.throughline.stream.StreamEvent.Usage;
import dev.throughline.stub.StubSettings;
import dev.throughline.trace.Category;
import dev.throughline.trace.ConversationLink;
import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.trace.Observation;
import dev.throughline.trace.Observation.Due;
import dev.throughline.trace.Observation.Scope;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.RequestKind;
import dev.throughline.trace.Sighting;
import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.trace.TracedExchange;
import dev.throughline.trace.repair.Repair;
import dev.throughline.verdict.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// The report of a client in front of a real backend: it keeps reasoning once, then drops it, and has it put back.
class ProxyReportTest {
    private static final ObjectMapper MAPPER = new ObjectMapper()
            .registerModule(new JavaTimeModule())
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS);
    private static final String REASONING = "the user wants a secret";
    private static final List<RecordedExchange> EXCHANGES = List.of(
            exchange(1, List.of(), List.of(), "duplicate-closer", "stray-opener", "duplicate-closer"),
            exchange(2, List.of(seen(true, 0), seen(true, 1)), List.of()),
            exchange(
                    3,
                    List.of(seen(false, 0), seen(true, 1)),
                    List.of(new Repair("/messages/1", 1, Repair.By.CALL_ID, 2)),
                    "duplicate-closer"));

    @Test
    void countsAnomaliesByKind() {
        assertThat(report().proxy().anomalies()).isEqualTo(Map.of("duplicate-closer", 3L, "stray-opener", 1L));
    }

    @Test
    void countsRepairsByTheirClue() {
        assertThat(report().proxy().repairs()).isEqualTo(new ProxyTally.RepairTally(1, 2, Map.of("call-id", 1L)));
    }

    @Test
    void namesTheBackendAndNoScenario() {
        assertThat(report().proxy().backend()).isEqualTo("zai");
        assertThat(report().mode()).isEqualTo("proxy");
        assertThat(report().scenario()).isNull();
    }

    @Test
    void tellsWhatEachRequestPreserved() {
        assertThat(report().proxy().preservation())
                .containsExactly(
                        new RequestPreservation(2, "exact", List.of(1)),
                        new RequestPreservation(3, "missing", List.of(1)));
    }

    @Test
    void judgesWhatTheClientSentThoughItWasRepaired() {
        assertThat(report().verdict()).isEqualTo(Verdict.FAIL);
        assertThat(report().total()).isEqualTo(2);
        assertThat(report().missingCount()).isEqualTo(1);
    }

    @Test
    void saysInItsSentenceThatReasoningWasRestored() {
        assertThat(report().assessment())
                .startsWith("FAIL: ")
                .endsWith("; reasoning was restored into 1 message on the way to the backend.");
        assertThat(report(List.of(exchange(1, List.of(), List.of()))).assessment())
                .doesNotContain("restored");
    }

    @Test
    void namesItemsByPlaceOrCallIdAndNeverShowsTheirText() throws JsonProcessingException {
        RunReport report = report();

        assertThat(report.missing()).containsExactly("#1.0");
        assertThat(report.byCategory().get(Category.TOOL_ID).tokens()).containsExactly("call_1");
        assertThat(MAPPER.writeValueAsString(report)).doesNotContain("secret");
        assertThat(ComplianceReportWriter.of(report, false)).doesNotContain("secret");
    }

    @Test
    void saysItInText() {
        assertThat(ComplianceReportWriter.of(report(), false))
                .contains("Setting    proxy, backend zai, policy preserved\n", """

                Proxy
                  Requests   exact 1, missing 1
                    request 3: reasoning missing, turn 1
                  Repairs    2 blocks in 1 message (call-id 1)
                  Anomalies  duplicate-closer 3, stray-opener 1

                """);
    }

    @Test
    void saysSoWhenTheProxyHadNothingToDo() {
        assertThat(ComplianceReportWriter.of(report(List.of(exchange(1, List.of(), List.of()))), false))
                .contains("""
                        Proxy
                          Requests   none had to carry reasoning
                          Repairs    none
                          Anomalies  none
                        """);
    }

    @Test
    void isReadBackFromItsJson() throws JsonProcessingException {
        JsonNode json = MAPPER.valueToTree(report());

        assertThat(MAPPER.treeToValue(json, RunReport.class)).isEqualTo(report());
        assertThat(json.path("proxy").toString())
                .isEqualTo("{\"backend\":\"zai\",\"anomalies\":{\"duplicate-closer\":3,\"stray-opener\":1},"
                        + "\"repairs\":{\"count\":1,\"blocks\":2,\"by\":{\"call-id\":1}},"
                        + "\"preservation\":[{\"exchange\":2,\"state\":\"exact\",\"turns\":[1]},"
                        + "{\"exchange\":3,\"state\":\"missing\",\"turns\":[1]}]}");
    }

    private static RunReport report() {
        return report(EXCHANGES);
    }

    private static RunReport report(List<RecordedExchange> exchanges) {
        ScoredExchanges.Result scored = ReportSamples.scored(exchanges, RunMode.PROXY);
        return RunReport.of(run(), scored.tally(), scored.score(), List.of());
    }

    private static Run run() {
        var settings = new RunSettings(
                "",
                RunMode.PROXY,
                Optional.of("zai"),
                Optional.empty(),
                ThinkingPolicy.PRESERVED,
                StubSettings.defaults(),
                100,
                Duration.ofMinutes(5));
        return new Run(
                new RunId("run-1"),
                RunState.RUNNING,
                settings,
                3,
                Instant.EPOCH,
                Optional.empty(),
                new byte[32],
                Optional.empty(),
                false,
                false,
                Optional.empty(),
                true);
    }

    private static RecordedExchange exchange(
            int number, List<Observation> seen, List<Repair> repairs, String... anomalies) {
        List<PlantedItem> items = List.of(
                new PlantedItem(
                        0, Category.THINK, "", REASONING, 0, "reasoning_content", Optional.empty(), Optional.empty()),
                new PlantedItem(
                        1,
                        Category.TOOL_ID,
                        "",
                        "call_" + number,
                        1,
                        "",
                        Optional.of("call_" + number),
                        Optional.empty()));
        var conversationLink =
                new ConversationLink(1, number == 1 ? OptionalInt.empty() : OptionalInt.of(number - 1), 1, number);
        var trace = new TracedExchange(
                number,
                "k",
                conversationLink,
                ReportSamples.exchange(number, RequestKind.MAIN, Map.of()).facts(),
                items,
                seen,
                Optional.of("hash"),
                ExchangeOutcome.COMPLETED,
                Optional.empty());
        return new RecordedExchange(
                new RunId("run-1"),
                Instant.EPOCH,
                "POST",
                "/v1",
                "client",
                true,
                false,
                false,
                trace,
                repairs,
                List.of(),
                Optional.empty(),
                ended(anomalies));
    }

    private static Optional<ExchangeEnd> ended(String... anomalies) {
        List<RecordedAnomaly> odd = List.of(anomalies).stream()
                .map(kind -> new RecordedAnomaly(kind, 1, ""))
                .toList();
        return Optional.of(new ExchangeEnd(
                ExchangeOutcome.COMPLETED,
                200,
                1,
                new Usage(0, 0, 0, 0),
                ExchangeTiming.unanswered(Duration.ZERO),
                new AnswerOutcome(List.of(), "", odd),
                Optional.empty()));
    }

    /// What a request did with one item of the first answer.
    private static Observation seen(boolean isThere, int ordinal) {
        return new Observation(
                1,
                ordinal,
                Due.MUST,
                Scope.WITHIN_TURN,
                new Sighting(
                        true,
                        isThere ? Sighting.Place.OWN : Sighting.Place.NOWHERE,
                        isThere ? Sighting.TextMatch.EXACT : Sighting.TextMatch.NONE,
                        Sighting.SignatureMatch.NOT_ISSUED,
                        true,
                        1,
                        "/messages/1",
                        "reasoning_content",
                        Optional.empty()));
    }
}
