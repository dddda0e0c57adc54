package dev.throughline.wire.sse;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class FrameBufferTest {
    private static final JsonMapper JSON = new JsonMapper();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "plain",
                "\"quoted\" \\ back",
                "\n\r\t\b\f\u0000\u001f",
                "é 北京 🌧",
                "</think>\u2028\u2029\u007f"
            })
    void writesEveryTextAsJsonThatReadsBackTheSame(String text) throws Exception {
        byte[] json = new FrameBuffer().json(text).take();

        assertThat(JSON.readTree(json).textValue()).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(ints = {0xD800, 0xDBFF, 0xDC00, 0xDFFF})
    void escapesLoneSurrogates(int unit) {
        String text = "a" + (char) unit + "b";

        String json = new String(new FrameBuffer().json(text).take(), StandardCharsets.UTF_8);

        assertThat(json).isEqualTo("\"a\\u%04xb\"".formatted(unit));
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void agreesWithJacksonOnRandomTexts(long seed) throws Exception {
        var random = new SplittableRandom(seed);
        for (int i = 0; i < 500; i++) {
            String text = random.ints(random.nextInt(40), 0, 0x2_FFFF)
                    .filter(point -> point < 0xD800 || point > 0xDFFF)
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString();

            assertThat(JSON.readTree(new FrameBuffer().json(text).take()).textValue())
                    .isEqualTo(text);
        }
    }

    @Test
    void growsAndIsEmptyAfterTake() {
        var buffer = new FrameBuffer();
        String long16 = "0123456789abcdef".repeat(1000);

        byte[] first = buffer.raw(long16).json("北".repeat(5000)).take();

        assertThat(first).hasSize(16_000 + 15_002);
        assertThat(buffer.length()).isZero();
        assertThat(buffer.raw("x").number(-42).take()).asString().isEqualTo("x-42");
    }
}
