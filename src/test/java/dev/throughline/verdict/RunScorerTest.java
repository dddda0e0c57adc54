package dev.throughline.verdict;

import dev.throughline.conversation.Dialect;
import dev.throughline.trace.Category;
import dev.throughline.trace.Observation.Due;
import dev.throughline.trace.Observation.Scope;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.PrefixPart;
import dev.throughline.trace.Sighting.Place;
import dev.throughline.trace.Sighting.SignatureMatch;
import dev.throughline.trace.Sighting.TextMatch;
import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.trace.TracedExchange;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

import static dev.throughline.verdict.EvidenceBuilder.absentTurn;
import static dev.throughline.verdict.EvidenceBuilder.at;
import static dev.throughline.verdict.EvidenceBuilder.exact;
import static dev.throughline.verdict.EvidenceBuilder.exchange;
import static dev.throughline.verdict.EvidenceBuilder.item;
import static dev.throughline.verdict.EvidenceBuilder.own;
import static dev.throughline.verdict.EvidenceBuilder.signedThought;
import static org.assertj.core.api.Assertions.assertThat;

/// A whole run, from its evidence to its verdict.
class RunScorerTest {
    private static final TracedExchange ANSWER =
            exchange(1).planting(Category.THINK, Category.CONTENT).build();
    private static final TracedExchange KEEPING = exchange(2)
            .continues(1, 1, 2)
            .observing(1, 0, exact())
            .observing(1, 1, exact())
            .build();
    private static final TracedExchange LOSING = exchange(2)
            .continues(1, 1, 2)
            .observing(1, 0, at(Place.NOWHERE))
            .observing(1, 1, exact())
            .build();

    @Test
    void aRunThatKeepsItsReasoningPasses() {
        RunVerdict verdict = score(ANSWER, KEEPING);

        assertThat(verdict.verdict()).isEqualTo(Verdict.PASS);
        assertThat(verdict.assessment())
                .isEqualTo("PASS: reasoning came back complete, unmodified and in order, within turns.");
        assertThat(verdict.items()).hasSize(2);
        assertThat(verdict.notes()).isEmpty();
    }

    @Test
    void aRunThatLosesItsReasoningFails() {
        RunVerdict verdict = score(ANSWER, LOSING);

        assertThat(verdict.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(verdict.assessment()).isEqualTo("FAIL: THINK broken within turns; preserved: CONTENT, ORDER.");
    }

    @Test
    void namesAMemoryWithoutAnswersThatCallTools() {
        TracedExchange calling =
                exchange(1).planting(Category.THINK, Category.TOOL_ID).build();
        TracedExchange text = exchange(2)
                .continues(1, 1, 2)
                .planting(Category.CONTENT)
                .observing(1, 0, exact())
                .observing(1, 1, exact())
                .build();
        TracedExchange next = exchange(3)
                .continues(2, 2, 1)
                .userTurns(2)
                .observing(1, 0, Due.MUST, Scope.ACROSS_TURNS, absentTurn())
                .observing(1, 1, Due.MUST, Scope.ACROSS_TURNS, absentTurn())
                .observing(2, 0, Due.MUST, Scope.ACROSS_TURNS, exact())
                .build();

        RunVerdict verdict = score(calling, text, next);

        assertThat(verdict.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(verdict.notes())
                .containsExactly("The client's memory leaves out answers with tool calls: answer 1.");
    }

    @Test
    void trimmedReasoningFailsUnlessItIsTolerated() {
        assertThat(trimmed(Dialect.OPENAI_CHAT, item(0, Category.THINK), Optional.empty()))
                .isEqualTo(Verdict.FAIL);
        assertThat(trimmed(Dialect.OPENAI_CHAT, item(0, Category.THINK), Optional.of(Tolerance.TRIMMED)))
                .isEqualTo(Verdict.PASS);
    }

    @Test
    void trimmedReasoningFailsWhereBytesAreDemanded() {
        Optional<Tolerance> tolerance = Optional.of(Tolerance.TRIMMED);

        assertThat(trimmed(Dialect.OPENAI_CHAT, signedThought(0), tolerance)).isEqualTo(Verdict.FAIL);
        assertThat(trimmed(Dialect.ANTHROPIC, item(0, Category.THINK), tolerance))
                .isEqualTo(Verdict.FAIL);
        assertThat(trimmed(Dialect.RESPONSES, item(0, Category.THINK), tolerance))
                .isEqualTo(Verdict.FAIL);
    }

    private static Verdict trimmed(Dialect dialect, PlantedItem thought, Optional<Tolerance> tolerance) {
        TracedExchange answer = exchange(1).dialect(dialect).planting(thought).build();
        TracedExchange request = exchange(2)
                .dialect(dialect)
                .continues(1, 1, 2)
                .observing(1, 0, own(TextMatch.TRIMMED, SignatureMatch.SAME))
                .build();
        var evidence = new RunEvidence("paper", ThinkingPolicy.PRESERVED, List.of(answer, request));
        return RunScorer.score(evidence, tolerance).verdict();
    }

    @Test
    void aRunOfOneRequestIsInconclusive() {
        RunVerdict verdict = score(ANSWER);

        assertThat(verdict.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        // Nobody was asked whether it takes the requests.
        assertThat(verdict.capabilities().keySet())
                .containsExactlyInAnyOrderElementsOf(EnumSet.complementOf(EnumSet.of(Capability.ACCEPTED)));
    }

    @Test
    void aTokenOfAnotherRunIsShownAndNeverCounted() {
        TracedExchange leaking = exchange(3)
                .continues(2, 2, 1)
                .holding("[TOOL_IN-ANT-T4-0000000a]", "/messages/0")
                .build();

        RunVerdict verdict = score(ANSWER, KEEPING, leaking);

        assertThat(verdict.verdict()).isEqualTo(Verdict.PASS);
        assertThat(verdict.capabilities().get(Capability.TOOL_IN).due()).isZero();
        assertThat(verdict.notes()).singleElement().asString().startsWith("LEAKED: request 3");
        assertThat(verdict.items().getLast())
                .isEqualTo(new ItemVerdict(
                        Category.TOOL_IN,
                        "[TOOL_IN-ANT-T4-0000000a]",
                        2,
                        3,
                        0,
                        Scope.ACROSS_TURNS,
                        Due.NOT,
                        Outcome.LEAKED,
                        3,
                        OptionalInt.empty(),
                        "/messages/0",
                        "",
                        Optional.of("belongs to another run"),
                        List.of()));
    }

    @Test
    void aRewrittenPrefixIsNotedAfterTheRest() {
        TracedExchange other = exchange(3)
                .continues(2, 2, 1)
                .model("n")
                .rewriting(PrefixPart.TOOLS)
                .build();

        RunVerdict verdict = score(ANSWER, KEEPING, other);

        assertThat(verdict.verdict()).isEqualTo(Verdict.PASS);
        assertThat(verdict.capabilities().get(Capability.CACHE).status()).isEqualTo(Status.BROKEN);
        assertThat(verdict.notes()).hasSize(2);
        assertThat(verdict.notes().getLast()).startsWith("The tools changed");
    }

    @Test
    void aPassOfARunThatEndedEarlyProvesNothing() {
        RunVerdict verdict = score(ANSWER, KEEPING).endedEarly("the client crashed");

        assertThat(verdict.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(verdict.assessment())
                .isEqualTo("INCONCLUSIVE: the run ended early; everything due until then was returned.");
        assertThat(verdict.capabilities().get(Capability.THINK).status()).isEqualTo(Status.INCONCLUSIVE);
        assertThat(verdict.items()).hasSize(2);
        assertThat(verdict.notes())
                .containsExactly("The run ended early and is judged by what was recorded before: the client crashed");
    }

    @Test
    void aLossInARunThatEndedEarlyIsALoss() {
        RunVerdict whole = score(ANSWER, LOSING);
        RunVerdict early = whole.endedEarly("the client crashed");

        assertThat(early.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(early.assessment()).isEqualTo(whole.assessment());
        assertThat(early.capabilities().get(Capability.THINK))
                .isEqualTo(whole.capabilities().get(Capability.THINK));
    }

    @Test
    void noStatusOfARunThatEndedEarlyIsPreserved() {
        TracedExchange later = exchange(3)
                .continues(2, 2, 1)
                .observing(1, 0, Due.MUST, Scope.ACROSS_TURNS, exact())
                .observing(1, 1, Due.MUST, Scope.ACROSS_TURNS, exact())
                .build();
        RunVerdict whole = score(ANSWER, KEEPING, later);
        RunVerdict early = whole.endedEarly("the client crashed");

        assertThat(whole.capabilities().get(Capability.THINK).status()).isEqualTo(Status.PRESERVED);
        assertThat(early.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(early.capabilities().get(Capability.THINK))
                .isEqualTo(
                        new CapabilityVerdict(Status.INCONCLUSIVE, Status.PRESERVED, Status.PRESERVED, 2, 2, Map.of()));
    }

    @Test
    void nothingIsPreservedAcrossTurnsWhereAnAnswerNeverCameBack() {
        TracedExchange text = exchange(2)
                .continues(1, 1, 2)
                .planting(Category.THINK, Category.CONTENT)
                .observing(1, 0, exact())
                .observing(1, 1, exact())
                .build();
        TracedExchange next = exchange(3)
                .continues(1, 2, 1)
                .userTurns(2)
                .observing(1, 0, Due.MUST, Scope.ACROSS_TURNS, exact())
                .observing(1, 1, Due.MUST, Scope.ACROSS_TURNS, exact())
                .build();

        RunVerdict verdict = score(ANSWER, text, next);

        assertThat(verdict.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(verdict.assessment()).isEqualTo("INCONCLUSIVE: answer 2 never came back.");
        assertThat(verdict.capabilities().get(Capability.THINK))
                .isEqualTo(new CapabilityVerdict(
                        Status.INCONCLUSIVE, Status.PRESERVED, Status.INCONCLUSIVE, 2, 2, Map.of()));
        assertThat(verdict.capabilities().get(Capability.TOOL_ID).status()).isEqualTo(Status.NOT_EXERCISED);
    }

    @Test
    void nothingIsPreservedAcrossTurnsWhereTheHistoryWasNotResumed() {
        RunVerdict verdict = score(ANSWER, KEEPING, exchange(3).build());

        assertThat(verdict.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(verdict.capabilities().get(Capability.THINK))
                .isEqualTo(new CapabilityVerdict(
                        Status.INCONCLUSIVE, Status.PRESERVED, Status.NOT_EXERCISED, 1, 1, Map.of()));
    }

    @Test
    void comparesRunsByTheMajorVersionOfThePartThatJudged() {
        assertThat(SuiteVersion.major(Capability.THINK, 7)).isEqualTo(7);
        assertThat(SuiteVersion.major(Capability.CACHE, 7)).isEqualTo(1);
    }

    private static RunVerdict score(TracedExchange... exchanges) {
        return RunScorer.score(new RunEvidence("r", ThinkingPolicy.PRESERVED, List.of(exchanges)));
    }
}
