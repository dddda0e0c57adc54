package dev.throughline.run.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import dev.throughline.conversation.Dialect;
import dev.throughline.run.RecordedExchange;
import dev.throughline.run.RunMode;
import dev.throughline.run.report.RunReport.CategoryTally;
import dev.throughline.run.report.RunReport.DueItems;
import dev.throughline.trace.Category;
import dev.throughline.trace.Observation.Due;
import dev.throughline.trace.Observation.Scope;
import dev.throughline.trace.RequestKind;
import dev.throughline.trace.TokenlessRun;
import dev.throughline.trace.TracedExchange;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.CapabilityVerdict;
import dev.throughline.verdict.ItemTally;
import dev.throughline.verdict.ItemVerdict;
import dev.throughline.verdict.Outcome;
import dev.throughline.verdict.OutcomeSpan;
import dev.throughline.verdict.RunScore;
import dev.throughline.verdict.RunVerdict;
import dev.throughline.verdict.Scores;
import dev.throughline.verdict.Status;
import dev.throughline.verdict.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static dev.throughline.trace.Observation.Scope.ACROSS_TURNS;
import static dev.throughline.trace.Observation.Scope.WITHIN_TURN;
import static org.assertj.core.api.Assertions.assertThat;

class RunReportTest {
    private static final ObjectMapper MAPPER = new ObjectMapper()
            .registerModule(new JavaTimeModule())
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS);

    @Test
    void countsAnItemThatIsLostInOneScopeOnceAndAsMissing() {
        RunReport report = RunReport.of(
                ReportSamples.run(ReportSamples.opencode()),
                ReportSamples.NO_EXCHANGES,
                Scores.of(ReportSamples.failed()),
                List.of());

        assertThat(report.total()).isEqualTo(3);
        assertThat(report.returned()).isEqualTo(2);
        assertThat(report.missing()).containsExactly(ReportSamples.THINK);
        assertThat(report.missingCount()).isEqualTo(1);
        assertThat(report.byCategory())
                .containsExactly(
                        Map.entry(
                                Category.THINK,
                                new CategoryTally(List.of(ReportSamples.THINK), List.of(ReportSamples.THINK))),
                        Map.entry(Category.CONTENT, new CategoryTally(List.of(ReportSamples.CONTENT), List.of())),
                        Map.entry(Category.TOOL_ID, new CategoryTally(List.of(ReportSamples.CALL), List.of())));
    }

    @Test
    void listsButNeverCountsAbsentTurnsForeignTokensAndWhatMayBeAbsent() {
        var verdict = new RunVerdict(
                Verdict.INCONCLUSIVE,
                "INCONCLUSIVE: nothing was due.",
                Map.of(),
                List.of(
                        ReportSamples.item(Category.THINK, "a", ACROSS_TURNS, Due.MUST, Outcome.TURN_ABSENT),
                        ReportSamples.item(Category.THINK, "b", ACROSS_TURNS, Due.MUST, Outcome.LEAKED),
                        ReportSamples.item(Category.THINK, "c", ACROSS_TURNS, Due.MAY, Outcome.MISSING),
                        ReportSamples.item(Category.THINK, "d", WITHIN_TURN, Due.NOT, Outcome.NOT_DUE)),
                List.of());

        RunReport report = RunReport.of(
                ReportSamples.run(Optional.empty()), ReportSamples.NO_EXCHANGES, Scores.of(verdict), List.of());

        assertThat(report.total()).isZero();
        assertThat(report.missing()).isEmpty();
        assertThat(report.items()).hasSize(4);
    }

    @Test
    void countsTheParametersOfMainRequestsOnly() {
        RunReport.RequestTally tally = tally(
                ReportSamples.exchange(1, RequestKind.MAIN, Map.of("/chat_template_kwargs/clear_thinking", false)),
                ReportSamples.exchange(2, RequestKind.MAIN, Map.of("/chat_template_kwargs/clear_thinking", true)),
                ReportSamples.exchange(3, RequestKind.MAIN, Map.of("/enable_thinking", true)),
                ReportSamples.exchange(4, RequestKind.TITLE, Map.of("/enable_thinking", true)));

        assertThat(tally.total()).isEqualTo(4);
        assertThat(tally.main()).isEqualTo(3);
        assertThat(tally.chatTemplateKwargs()).isEqualTo(2);
        assertThat(tally.params())
                .extracting(use -> use.pointer() + "=" + use.value() + " x" + use.count())
                .containsExactly(
                        "/chat_template_kwargs/clear_thinking=false x1",
                        "/chat_template_kwargs/clear_thinking=true x1",
                        "/enable_thinking=true x1");
    }

    @Test
    void writesTheFieldsThatValidationReportHasAlwaysHad() {
        JsonNode json = MAPPER.valueToTree(RunReport.of(
                ReportSamples.run(ReportSamples.opencode()),
                ReportSamples.NO_EXCHANGES,
                Scores.of(ReportSamples.failed()),
                List.of()));

        assertThat(json.path("total").asInt()).isEqualTo(3);
        assertThat(json.path("missing_count").asInt()).isEqualTo(1);
        assertThat(json.path("by_category").path("THINK").toString())
                .isEqualTo("{\"tokens\":[\"%1$s\"],\"missing\":[\"%1$s\"]}".formatted(ReportSamples.THINK));
        assertThat(json.path("assessment").asText()).startsWith("FAIL:");
        assertThat(json.path("verdict").asText()).isEqualTo("FAIL");
        assertThat(json.path("created").asText()).isEqualTo("2026-11-21T04:00:00Z");
        assertThat(json.path("requests").has("chat_template_kwargs")).isTrue();
        assertThat(json.path("capabilities").path("THINK").toString())
                .isEqualTo("{\"status\":\"PARTIAL\",\"withinTurn\":\"PRESERVED\",\"acrossTurns\":\"BROKEN\","
                        + "\"due\":2,\"exact\":1,\"outcomes\":{\"MISSING\":1}}");
        assertThat(json.path("items").get(1).toString())
                .isEqualTo(
                        "{\"category\":\"THINK\",\"token\":\"" + ReportSamples.THINK + "\",\"turn\":1,\"exchange\":1,"
                                + "\"ordinal\":0,\"scope\":\"ACROSS_TURNS\",\"due\":\"MUST\",\"outcome\":\"MISSING\","
                                + "\"observedIn\":3,\"lastSeenIn\":2,\"path\":\"/messages/1\","
                                + "\"reason\":\"reasoning_content is not there\"}");
    }

    @ParameterizedTest
    @EnumSource(names = {"REORDERED", "DUPLICATED"})
    void countsAnItemInAnotherOrderOrTwiceAsReturned(Outcome outcome) {
        ItemVerdict item = ReportSamples.item(Category.CONTENT, "[CONTENT-X]", Scope.WITHIN_TURN, Due.MUST, outcome);

        DueItems due = DueItems.of(List.of(item));

        assertThat(due.missing()).isEmpty();
        assertThat(due.returned()).isEqualTo(due.total()).isEqualTo(1);
    }

    @Test
    void showsEveryOutcomeOfAnItem() {
        var item = new ItemVerdict(
                Category.THINK,
                ReportSamples.THINK,
                1,
                1,
                0,
                Scope.WITHIN_TURN,
                Due.MUST,
                Outcome.MISSING,
                5,
                OptionalInt.of(8),
                "",
                "reasoning_content",
                Optional.empty(),
                List.of(
                        new OutcomeSpan(Outcome.MISSING, 5, 6, Optional.empty()),
                        new OutcomeSpan(Outcome.TRUNCATED, 7, 7, Optional.empty()),
                        new OutcomeSpan(Outcome.EXACT, 8, 8, Optional.empty())));

        assertThat(ReportWording.reason(ReportedItem.of(item)))
                .isEqualTo("request 5 (MISSING in requests 5 to 6, TRUNCATED in request 7, EXACT in request 8)");
    }

    @Test
    void saysWhyACapabilityWasNotExercised() {
        var nothing =
                new CapabilityVerdict(Status.NOT_EXERCISED, Status.NOT_EXERCISED, Status.NOT_EXERCISED, 0, 0, Map.of());
        var verdict = new RunVerdict(
                Verdict.INCONCLUSIVE,
                "INCONCLUSIVE: nothing.",
                Map.of(Capability.TOOL_IN, nothing),
                List.of(),
                List.of());
        TracedExchange exchange = new TokenlessRun(Dialect.OPENAI_CHAT).answer(0, 1, TokenlessRun.says("hello"));

        var tally = ReportSamples.scored(List.of(ReportSamples.recorded(exchange)), RunMode.STUB)
                .tally();
        var score = Scores.of(verdict);
        assertThat(CapabilityTally.all(score, tally).get(Capability.TOOL_IN).why())
                .isEqualTo("no answer contained a tool call");
        assertThat(CapabilityTally.all(score, ReportSamples.NO_EXCHANGES)
                        .get(Capability.TOOL_IN)
                        .why())
                .isNull();
    }

    /// Of a large run the items are counted and not listed.
    @Test
    void takesItsNumbersFromTheCountsWhereItemsAreLeftOut() {
        var counts = new ItemTally(
                Map.of(Category.THINK, 1_000_000, Category.CONTENT, 500_000),
                Map.of(Category.THINK, 900_000, Category.CONTENT, 500_000),
                Set.of(Category.THINK, Category.CONTENT),
                0,
                100_000,
                List.of(),
                1_400_000);

        RunReport report = RunReport.of(
                ReportSamples.run(ReportSamples.opencode()),
                ReportSamples.NO_EXCHANGES,
                new RunScore(ReportSamples.failed(), counts),
                List.of());

        assertThat(report.total()).isEqualTo(1_500_000);
        assertThat(report.returned()).isEqualTo(1_400_000);
        assertThat(report.missingCount()).isEqualTo(100_000);
        assertThat(report.omitted()).isEqualTo(1_400_000);
    }

    private static RunReport.RequestTally tally(TracedExchange... exchanges) {
        List<RecordedExchange> recorded =
                Stream.of(exchanges).map(ReportSamples::recorded).toList();
        return RunReport.RequestTally.of(
                ReportSamples.scored(recorded, RunMode.STUB).tally());
    }

    @Test
    void isReadBackFromItsJson() throws JsonProcessingException {
        RunReport report = RunReport.of(
                ReportSamples.run(ReportSamples.opencode()),
                ReportSamples.NO_EXCHANGES,
                Scores.of(ReportSamples.failed()),
                List.of());

        assertThat(MAPPER.readValue(MAPPER.writeValueAsString(report), RunReport.class))
                .isEqualTo(report);
    }
}
