package dev.throughline.wire.sse;

import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Learned from a frame whose text is `hi`.
class FramePatternTest {
    private static final String BEFORE = "{\"delta\":\"";
    private static final String BEHIND = "\",\"index\":0}";

    private final FramePattern pattern = learned();

    private static FramePattern learned() {
        SseFrame frame = frame(BEFORE + "hi" + BEHIND);
        int from = frame.dataFrom() + BEFORE.length();
        return FramePattern.of(frame, from, from + 2);
    }

    @ParameterizedTest
    @MethodSource("texts")
    void readsAnotherText(String inside, String text) {
        SseFrame frame = frame(BEFORE + inside + BEHIND);

        assertThat(pattern.matches(frame)).isTrue();
        assertThat(pattern.text(frame)).isEqualTo(text);
    }

    static Stream<Arguments> texts() {
        return Stream.of(
                Arguments.of("hi", "hi"),
                Arguments.of("", ""),
                Arguments.of(" ", " "),
                Arguments.of("a\\nb\\tc\\rd\\be\\ff", "a\nb\tc\rd\be\ff"),
                Arguments.of("\\\"\\\\\\/", "\"\\/"),
                Arguments.of("\\u00e9\\u004A!", "éJ!"),
                Arguments.of("é€😀", "é€😀"),
                Arguments.of("x\\u0041", "xA"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a\"b",
                "a\u0001b",
                "a\u001fb",
                "\\",
                "a\\",
                "\\x",
                "\\u12",
                "\\u12G4",
                "\\uG123",
                "\\u123G",
                "\\u\",\"index\":0}"
            })
    void aTextThatIsNoJsonStringNeedsTheParser(String inside) {
        assertThat(pattern.matches(frame(BEFORE + inside + BEHIND))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"delta\":\"hi\",\"index\":1}",
                "{\"Delta\":\"hi\",\"index\":0}",
                "{\"delta\":\"hi\",\"index\":0} ",
                "{\"delta\":\"",
                "\",\"index\":0}",
                "{\"delta\":\",\"index\":0}"
            })
    void anotherFrameDoesNotMatch(String data) {
        assertThat(pattern.matches(frame(data))).isFalse();
    }

    @Test
    void writesAFrameOfItsFormWithAnotherText() {
        var out = new FrameBuffer();

        pattern.write("a\"b", out);

        assertThat(new String(out.take(), StandardCharsets.UTF_8))
                .isEqualTo("data: " + BEFORE + "a\\\"b" + BEHIND + "\n\n");
    }

    private static SseFrame frame(String data) {
        return SseFrame.of("", data.getBytes(StandardCharsets.UTF_8));
    }
}
