package dev.throughline.verdict;

import java.util.Arrays;
import java.util.Comparator;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SeverityTest {
    @Test
    void ordersAllOutcomesFromHarmlessToGrave() {
        assertThat(Arrays.stream(Outcome.values()).sorted(Comparator.comparingInt(Outcome::severity)))
                .containsExactly(
                        Outcome.NOT_DUE,
                        Outcome.EXACT,
                        Outcome.REFERENCED,
                        Outcome.TURN_ABSENT,
                        Outcome.DUPLICATED,
                        Outcome.REORDERED,
                        Outcome.SIGNATURE_ALTERED,
                        Outcome.SIGNATURE_LOST,
                        Outcome.RENAMED,
                        Outcome.SHADOWED,
                        Outcome.TRIMMED,
                        Outcome.MODIFIED,
                        Outcome.TRUNCATED,
                        Outcome.MOVED,
                        Outcome.PARTIAL,
                        Outcome.MISSING,
                        Outcome.LEAKED,
                        Outcome.REFUSED,
                        Outcome.SILENTLY_DROPPED);
    }

    @Test
    void givesNoTwoOutcomesTheSameSeverity() {
        assertThat(Arrays.stream(Outcome.values()).map(Outcome::severity)).doesNotHaveDuplicates();
    }
}
