package dev.throughline.wire.sse;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
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

    @ParameterizedTest(name = "{0} units before")
    @ValueSource(ints = {0, 1, 8_190, 8_191, 8_192, 8_193})
    void aLongTextIsTheSameWhereverItIsSliced(int before) throws Exception {
        String text = "a".repeat(before) + "🌧".repeat(9_000) + "\ud83c";

        byte[] json = new FrameBuffer().json(new StringBuilder(text)).take();

        assertThat(new String(json, StandardCharsets.UTF_8))
                .isEqualTo("\"" + text.substring(0, text.length() - 1) + "\\ud83c\"");
        assertThat(new FrameBuffer().json(text).take()).isEqualTo(json);
    }

    @Test
    void muchIsTakenInPiecesOrAsAWhole() {
        var buffer = new FrameBuffer();
        var expected = new StringBuilder();
        for (int i = 0; i < 40_000; i++) {
            buffer.raw("frame ").number(i);
            expected.append("frame ").append(i);
        }

        assertThat(buffer.length()).isEqualTo(expected.length());
        List<byte[]> pieces = buffer.takePieces();

        assertThat(pieces)
                .hasSizeGreaterThan(3)
                .allSatisfy(piece -> assertThat(piece.length).isLessThan(200_000));
        var joined = new ByteArrayOutputStream();
        pieces.forEach(joined::writeBytes);
        assertThat(joined.toString(StandardCharsets.UTF_8)).isEqualTo(expected.toString());
        assertThat(buffer.length()).isZero();
        assertThat(buffer.raw(expected.toString()).raw("").take()).hasSize(expected.length());
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
