package dev.throughline.harness.probe;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class SseFrameReaderTest {

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r\n", "\r"})
    void framesAreReadWithEveryLineEnd(String end) {
        String stream = String.join(
                end,
                ": ping",
                "",
                "event: a",
                "data: one",
                "data:two",
                "id: 7",
                "",
                "data:  three",
                "",
                "data: unfinished");

        assertThat(SseFrameReader.of(stream)).containsExactly("one\ntwo", " three");
    }
}
