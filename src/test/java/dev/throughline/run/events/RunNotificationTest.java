package dev.throughline.run.events;

import dev.throughline.run.RunId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class RunNotificationTest {
    private static final int POSTGRES_LIMIT = 8_000;

    @Test
    void putsManyRunsIntoFewNoticesThatPostgresTakes() {
        List<RunId> runs = IntStream.range(0, 1_001)
                .mapToObj(i -> new RunId("%064d".formatted(i)))
                .toList();

        List<String> texts = RunNotification.texts(runs);

        assertThat(texts)
                .hasSize(11)
                .allSatisfy(text ->
                        assertThat(text.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(POSTGRES_LIMIT));
        List<RunId> read = new ArrayList<>();
        for (String text : texts) {
            read.addAll(((RunNotification.Changed) RunNotification.read(text)).runs());
        }
        assertThat(read).isEqualTo(runs);
    }

    @Test
    void tellsNothingWhenNothingChanged() {
        assertThat(RunNotification.texts(List.of())).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "*", " ", "a-run v2:b", "A-RUN", "../etc"})
    void takesWhatNamesNoRunForAChangeOfAny(String text) {
        assertThat(RunNotification.read(text)).isEqualTo(new RunNotification.AnyChanged());
    }
}
