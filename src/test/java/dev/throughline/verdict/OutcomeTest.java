package dev.throughline.verdict;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class OutcomeTest {
    @Test
    void losesAnItemThatCameBackChangedOrNotAtAll() {
        assertThat(Arrays.stream(Outcome.values()).filter(outcome -> !outcome.isLoss()))
                .containsExactlyInAnyOrder(
                        Outcome.EXACT, Outcome.REFERENCED, Outcome.TURN_ABSENT, Outcome.LEAKED, Outcome.NOT_DUE);
    }

    @Test
    void losesNothingThatAScopeKeeps() {
        assertThat(Arrays.stream(Outcome.values()).filter(ScopeStatus::isKept)).noneMatch(Outcome::isLoss);
    }
}
