package dev.throughline.trace;

import dev.throughline.conversation.Dialect;
import java.util.List;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

import static dev.throughline.trace.TokenlessRun.says;
import static dev.throughline.trace.TokenlessRun.thinks;
import static org.assertj.core.api.Assertions.assertThat;

class KeptHistoryTest {
    private static final UUID HASH = new UUID(1, 2);

    private final TokenlessRun run = new TokenlessRun(Dialect.OPENAI_CHAT);

    @Test
    void namesTheTurnsThatHaveReasoning() {
        List<TracedExchange> answers = List.of(
                run.answer(0, 3, says("Three."), thinks("Hm.")),
                run.answer(1, 2, says("Two.")),
                run.answer(1, 1, thinks("So."), says("One.")));

        assertThat(KeptHistory.turnsOf(answers)).containsExactly(1, 3);
    }

    @Test
    void isContinuedByMoreAnswers() {
        UUID longer = new UUID(3, 4);
        List<TracedExchange> answers = List.of(run.answer(0, 2, thinks("Two."), says("Two.")));

        assertThat(new KeptHistory(HASH, List.of(1, 3)).with(longer, answers))
                .isEqualTo(new KeptHistory(longer, List.of(1, 2, 3)));
    }

    @Test
    void keepsOneTurnMoreThanAHeaderNames() {
        TreeSet<Integer> turns = IntStream.rangeClosed(1, 60).boxed().collect(Collectors.toCollection(TreeSet::new));

        assertThat(KeptHistory.of(HASH, turns).turns())
                .hasSize(51)
                .startsWith(1)
                .endsWith(51);
        assertThat(KeptHistory.of(HASH, turns).hash()).isEqualTo(HASH);
    }
}
