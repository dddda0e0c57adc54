package dev.throughline.verdict;

import dev.throughline.trace.Category;
import dev.throughline.trace.Observation.Due;
import dev.throughline.trace.Observation.Scope;
import dev.throughline.verdict.VerdictSummary.RequestRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

class VerdictSummaryTest {
    @Test
    void keepsWhatWasLostInTheOrderOfTheRequests() {
        VerdictSummary summary = VerdictSummary.of(score(List.of(
                item(4, Due.MUST, Outcome.TRUNCATED, 9),
                item(1, Due.MUST, Outcome.EXACT, 2),
                item(2, Due.NOT, Outcome.MISSING, 3),
                item(3, Due.MUST, Outcome.TURN_ABSENT, 5),
                item(2, Due.MUST, Outcome.MISSING, 3))));

        assertThat(summary.verdict().items())
                .extracting(ItemVerdict::observedIn, ItemVerdict::outcome)
                .containsExactly(tuple(3, Outcome.MISSING), tuple(9, Outcome.TRUNCATED));
        assertThat(summary.requests()).containsExactly(new RequestRange(3, 3), new RequestRange(9, 9));
        assertThat(summary.more()).isZero();
        assertThat(summary.verdict().assessment()).isEqualTo("FAIL: for a test.");
    }

    @Test
    void knowsEachRequestThatLostAnItem() {
        ItemVerdict changing = new ItemVerdict(
                Category.THINK,
                "",
                1,
                1,
                0,
                Scope.WITHIN_TURN,
                Due.MUST,
                Outcome.MISSING,
                3,
                OptionalInt.of(2),
                "",
                "reasoning_content",
                Optional.empty(),
                List.of(
                        new OutcomeSpan(Outcome.EXACT, 2, 2, Optional.empty()),
                        new OutcomeSpan(Outcome.MISSING, 3, 5, Optional.empty()),
                        new OutcomeSpan(Outcome.EXACT, 6, 7, Optional.empty()),
                        new OutcomeSpan(Outcome.TRUNCATED, 8, 8, Optional.empty())));

        VerdictSummary summary = VerdictSummary.of(score(List.of(changing)));

        assertThat(summary.requests()).containsExactly(new RequestRange(3, 5), new RequestRange(8, 8));
    }

    @Test
    void isSmallHoweverMuchWasLost() {
        List<ItemVerdict> lost = new ArrayList<>();
        IntStream.rangeClosed(1, 10_000)
                .forEach(number -> lost.add(item(number, Due.MUST, Outcome.MISSING, number + 1)));

        VerdictSummary summary = VerdictSummary.of(score(lost));

        assertThat(summary.verdict().items()).hasSize(300);
        assertThat(summary.more()).isEqualTo(9_700);
        assertThat(summary.requests()).containsExactly(new RequestRange(2, 10_001));
    }

    private static RunScore score(List<ItemVerdict> items) {
        return Scores.of(new RunVerdict(Verdict.FAIL, "FAIL: for a test.", Map.of(), items, List.of("a note")));
    }

    private static ItemVerdict item(int exchange, Due due, Outcome outcome, int observedIn) {
        return new ItemVerdict(
                Category.THINK,
                "",
                1,
                exchange,
                0,
                Scope.WITHIN_TURN,
                due,
                outcome,
                observedIn,
                OptionalInt.empty(),
                "",
                "",
                Optional.empty(),
                List.of());
    }
}
