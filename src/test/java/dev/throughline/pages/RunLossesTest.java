package dev.throughline.pages;

import dev.throughline.trace.Category;
import dev.throughline.trace.Observation.Due;
import dev.throughline.trace.Observation.Scope;
import dev.throughline.verdict.ItemVerdict;
import dev.throughline.verdict.Outcome;
import dev.throughline.verdict.OutcomeSpan;
import dev.throughline.verdict.RunVerdict;
import dev.throughline.verdict.Scores;
import dev.throughline.verdict.Verdict;
import dev.throughline.verdict.VerdictSummary;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

class RunLossesTest {
    @Test
    void namesEachRequestThatLostAnItemWhichHadComeBackBefore() {
        assertThat(lines(
                        item(1, 4, exact(2), missing(4, 4), exact(5), missing(7, 8)),
                        item(2, 4, exact(3), missing(4, 4), exact(5), missing(7, 8)),
                        item(3, 7, exact(4), missing(7, 8)),
                        item(7, 8)))
                .containsExactly(
                        tuple(4, "reasoning of answers 1, 2: missing"),
                        tuple(7, "reasoning of answers 1 to 3: missing"),
                        tuple(8, "reasoning of answer 7: missing"));
    }

    @Test
    void namesAnAnswerOnceThatWasLostWithinItsTurnAndAfterIt() {
        assertThat(lines(item(1, 3), item(1, 3), item(5, 3)))
                .containsExactly(tuple(3, "reasoning of answers 1, 5: missing"));
    }

    private static List<Tuple> lines(ItemVerdict... items) {
        var verdict = new RunVerdict(Verdict.FAIL, "FAIL: for a test.", Map.of(), List.of(items), List.of());
        return new RunLosses(VerdictSummary.of(Scores.of(verdict)))
                .lines().stream()
                        .map(line -> tuple(line.request(), line.text()))
                        .toList();
    }

    private static OutcomeSpan exact(int request) {
        return new OutcomeSpan(Outcome.EXACT, request, request, Optional.empty());
    }

    private static OutcomeSpan missing(int from, int to) {
        return new OutcomeSpan(Outcome.MISSING, from, to, Optional.empty());
    }

    private static ItemVerdict item(int answer, int observedIn, OutcomeSpan... changes) {
        return new ItemVerdict(
                Category.THINK,
                "",
                1,
                answer,
                0,
                Scope.ACROSS_TURNS,
                Due.MUST,
                Outcome.MISSING,
                observedIn,
                OptionalInt.empty(),
                "",
                "reasoning_content",
                Optional.empty(),
                List.of(changes));
    }
}
