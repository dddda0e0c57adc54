package dev.throughline.run.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import dev.throughline.conversation.Dialect;
import dev.throughline.run.RecordedExchange;
import dev.throughline.run.Run;
import dev.throughline.run.RunId;
import dev.throughline.run.RunMode;
import dev.throughline.run.RunSettings;
import dev.throughline.run.RunState;
import dev.throughline.run.RunTally;
import dev.throughline.run.ScoredExchanges;
import dev.throughline.run.StoreSamples;
import dev.throughline.stub.StubSettings;
import dev.throughline.trace.Category;
import dev.throughline.trace.ConversationLink;
import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.trace.Observation.Due;
import dev.throughline.trace.Observation.Scope;
import dev.throughline.trace.RequestFacts;
import dev.throughline.trace.RequestKind;
import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.trace.TracedExchange;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.CapabilityVerdict;
import dev.throughline.verdict.IssuedAnswer;
import dev.throughline.verdict.ItemVerdict;
import dev.throughline.verdict.Outcome;
import dev.throughline.verdict.RunOutlines;
import dev.throughline.verdict.RunVerdict;
import dev.throughline.verdict.Status;
import dev.throughline.verdict.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

import static dev.throughline.trace.Observation.Scope.ACROSS_TURNS;
import static dev.throughline.trace.Observation.Scope.WITHIN_TURN;

/// A run of a client that keeps its tool loop and drops reasoning afterwards, with its verdict.
public final class ReportSamples {
    static final String THINK = "[THINK-OAI-T1-0a1b2c3d]";
    static final String CONTENT = "[CONTENT-OAI-T1-0a1b2c3e]";
    static final String CALL = "call_0a1b2c3f";

    /// The tally of a run without exchanges.
    static final RunTally NO_EXCHANGES =
            new RunTally(0, 0, 0, List.of(), Set.of(), false, Map.of(), 0, 0, Map.of(), List.of());

    private ReportSamples() {}

    static Run run(Optional<RunSettings.Client> client) {
        var settings = new RunSettings(
                "nightly",
                RunMode.STUB,
                Optional.empty(),
                client,
                ThinkingPolicy.PRESERVED,
                StubSettings.defaults(),
                100,
                Duration.ofMinutes(5));
        return new Run(
                new RunId("run-1"),
                RunState.SEALED,
                settings,
                3,
                Instant.parse("2026-11-21T04:00:00Z"),
                Optional.empty(),
                new byte[32],
                Optional.empty(),
                false,
                false,
                Optional.empty(),
                true);
    }

    static Optional<RunSettings.Client> opencode() {
        return Optional.of(new RunSettings.Client(
                "opencode", "1.1.34", Optional.of("interleaved"), Optional.empty(), Optional.empty()));
    }

    static TracedExchange exchange(int number, RequestKind kind, Map<String, Boolean> params) {
        Map<String, JsonNode> values = params.entrySet().stream()
                .collect(java.util.stream.Collectors.toMap(
                        Map.Entry::getKey, param -> BooleanNode.valueOf(param.getValue())));
        var facts = new RequestFacts(
                Dialect.OPENAI_CHAT,
                "m",
                kind,
                1,
                0,
                1,
                0,
                values,
                Optional.empty(),
                Optional.empty(),
                "hash",
                OptionalInt.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty());
        return new TracedExchange(
                number,
                "k",
                ConversationLink.start(),
                facts,
                List.of(),
                List.of(),
                Optional.empty(),
                ExchangeOutcome.COMPLETED,
                Optional.empty());
    }

    static ItemVerdict item(Category category, String token, Scope scope, Due due, Outcome outcome) {
        return new ItemVerdict(
                category,
                token,
                1,
                1,
                category.ordinal(),
                scope,
                due,
                outcome,
                3,
                OptionalInt.empty(),
                "",
                "",
                Optional.empty(),
                List.of());
    }

    static ItemVerdict lostReasoning() {
        return new ItemVerdict(
                Category.THINK,
                THINK,
                1,
                1,
                0,
                ACROSS_TURNS,
                Due.MUST,
                Outcome.MISSING,
                3,
                OptionalInt.of(2),
                "/messages/1",
                "",
                Optional.of("reasoning_content is not there"),
                List.of());
    }

    static RunVerdict failed() {
        return new RunVerdict(
                Verdict.FAIL,
                "FAIL: THINK is lost across turns.",
                Map.of(
                        Capability.CONTENT,
                        new CapabilityVerdict(Status.PRESERVED, Status.PRESERVED, Status.PRESERVED, 2, 2, Map.of()),
                        Capability.THINK,
                        new CapabilityVerdict(
                                Status.PARTIAL, Status.PRESERVED, Status.BROKEN, 2, 1, Map.of(Outcome.MISSING, 1))),
                List.of(
                        item(Category.THINK, THINK, WITHIN_TURN, Due.MUST, Outcome.EXACT),
                        lostReasoning(),
                        item(Category.CONTENT, CONTENT, ACROSS_TURNS, Due.MUST, Outcome.EXACT),
                        item(Category.TOOL_ID, CALL, WITHIN_TURN, Due.MUST, Outcome.REFERENCED)),
                List.of("chat_template_kwargs was never sent"));
    }

    /// A recorded exchange with nothing but a trace.
    static RecordedExchange recorded(TracedExchange trace) {
        return new RecordedExchange(
                new RunId("run-1"),
                Instant.EPOCH,
                "POST",
                "/v1/chat/completions",
                "",
                false,
                false,
                false,
                trace,
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.empty());
    }

    /// The result over exchanges that are all in memory.
    /// @param exchanges all of a run, by number
    public static ScoredExchanges.Result scored(List<RecordedExchange> exchanges, RunMode mode) {
        var traced = exchanges.stream().map(RecordedExchange::trace).toList();
        var scored = new ScoredExchanges(RunOutlines.of(traced), mode, Optional.empty(), StubSettings.defaults());
        Map<Integer, IssuedAnswer> issued = traced.stream()
                .map(IssuedAnswer::of)
                .collect(Collectors.toMap(IssuedAnswer::number, Function.identity()));
        exchanges.forEach(exchange -> scored.add(StoreSamples.scored(exchange), issued));
        return scored.result();
    }
}
