package dev.throughline.trace;

import dev.throughline.conversation.Dialect;
import dev.throughline.trace.Observation.Due;
import dev.throughline.trace.Observation.Scope;
import dev.throughline.trace.Sighting.Place;
import dev.throughline.trace.Sighting.SignatureMatch;
import dev.throughline.trace.Sighting.TextMatch;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

import static dev.throughline.trace.TokenlessRun.says;
import static dev.throughline.trace.TokenlessRun.thinks;
import static org.assertj.core.api.Assertions.assertThat;

class ReasoningTurnsTest {
    private final TokenlessRun run = new TokenlessRun(Dialect.OPENAI_CHAT);

    @Test
    void aTurnIsAsItsWorstBlockThatCounts() {
        Map<Integer, TracedExchange> answers = Map.of(
                1, run.answer(0, 3, thinks("Three."), says("Three.")),
                2, run.answer(1, 3, thinks("More."), says("More.")),
                3, run.answer(2, 4, thinks("Four."), says("Four.")),
                4, run.answer(3, 5, says("Five.")));

        ReasoningTurns turns = ReasoningTurns.of(
                List.of(
                        seen(1, 0, Due.MUST, true),
                        seen(1, 1, Due.MUST, false),
                        seen(2, 0, Due.MUST, false),
                        seen(3, 0, Due.MAY, false),
                        seen(4, 0, Due.MUST, false),
                        seen(9, 0, Due.MUST, false)),
                answers);

        assertThat(turns).isEqualTo(new ReasoningTurns(List.of(), List.of(), List.of(3)));
    }

    @Test
    void ofATurnInBothTheWorseStays() {
        var some = new ReasoningTurns(List.of(1, 2, 3), List.of(4), List.of(5));
        var others = new ReasoningTurns(List.of(4, 5, 7), List.of(2), List.of(1));

        assertThat(some.with(others))
                .isEqualTo(others.with(some))
                .isEqualTo(new ReasoningTurns(List.of(3, 7), List.of(2, 4), List.of(1, 5)));
    }

    @Test
    void oneTurnMayBeLeftOut() {
        var turns = new ReasoningTurns(List.of(1, 2), List.of(3), List.of(4));

        assertThat(turns.without(4)).isEqualTo(new ReasoningTurns(List.of(1, 2), List.of(3), List.of()));
        assertThat(turns.without(1)).isEqualTo(new ReasoningTurns(List.of(2), List.of(3), List.of(4)));
        assertThat(turns.without(9)).isEqualTo(turns);
    }

    private static Observation seen(int exchange, int ordinal, Due due, boolean isThere) {
        return new Observation(
                exchange,
                ordinal,
                due,
                Scope.WITHIN_TURN,
                new Sighting(
                        true,
                        isThere ? Place.OWN : Place.NOWHERE,
                        isThere ? TextMatch.EXACT : TextMatch.NONE,
                        SignatureMatch.NOT_ISSUED,
                        true,
                        isThere ? 1 : 0,
                        "",
                        "",
                        Optional.empty()));
    }
}
