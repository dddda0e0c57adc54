package dev.throughline.run.events;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class EventPositionTest {

    @Test
    void isParsedFromItsText() {
        List<Integer> most =
                IntStream.rangeClosed(1, EventPosition.MOST_UNFINISHED).boxed().toList();
        for (EventPosition position : List.of(
                new EventPosition(0, List.of(), List.of()),
                new EventPosition(120, List.of(117, 118), List.of(119)),
                new EventPosition(999_999_999, most, most))) {
            assertThat(EventPosition.parse(position.text())).contains(position);
        }
        assertThat(new EventPosition(120, List.of(118), List.of(119)).text()).isEqualTo("120-118~119");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "-", "a", "-1", "1-", "1~", "1~2-3", "1--2", "1 ", "1234567890", "1-1234567890", "\u0661"})
    void anythingElseIsNone(String text) {
        assertThat(EventPosition.parse(text)).isEmpty();
    }

    @Test
    void aTextOfAnyLengthIsReadInItsLength() {
        assertThat(EventPosition.parse("1" + "-2".repeat(1_000_000))).isEmpty();
    }
}
