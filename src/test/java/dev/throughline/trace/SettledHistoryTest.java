package dev.throughline.trace;

import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SettledHistoryTest {
    @Test
    void holdsOneTurnMoreThanAHeaderNames() {
        List<Integer> turns = IntStream.rangeClosed(1, 60).boxed().toList();

        ReasoningTurns held =
                new SettledHistory(new UUID(1, 2), false, new ReasoningTurns(turns, turns, turns)).reasoning();

        assertThat(held.exact()).hasSize(51).startsWith(1).endsWith(51);
        assertThat(held.modified()).isEqualTo(held.exact());
        assertThat(held.missing()).isEqualTo(held.exact());
    }
}
