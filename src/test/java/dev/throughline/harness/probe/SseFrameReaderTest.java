package dev.throughline.harness.probe;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class SseFrameReaderTest {
    @Test
    void theEndMarkOfTheChatDialectIsNoFault() {
        assertThat(DialectClient.of(ServerDialect.MESSAGES)
                        .streamed(List.of("{\"type\":\"message_stop\"}", "[DONE]"))
                        .failure())
                .isEmpty();
        assertThat(DialectClient.of(ServerDialect.MESSAGES)
                        .streamed(List.of("{\"type\":\"message_stop\"}", "[GONE]"))
                        .failure())
                .contains("a frame of the stream is not JSON");
    }

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
