package dev.throughline.wire.sse;

import dev.throughline.testing.Cuts;
import dev.throughline.testing.Thorough;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

@Thorough
class JsonStringWriterTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "plain",
                "\"q\" \\ \n\r\t\u0000\u001f",
                "é漢🌧🌧x\uD83C",
                "\uDF27\uD83C\uD83C\uDF27\uDF27",
                "\uD83C",
                "a long text with 🌧 and \"quotes\" that is longer than what is cut in pairs, \uD83C and its end \uD83C"
            })
    void writesTheSameBytesWhereverTheTextIsCut(String text) {
        String whole = new String(new FrameBuffer().json(text).take(), StandardCharsets.UTF_8);
        byte[] units = new byte[text.length()];
        Cuts.each(
                units,
                (label, chunks) -> assertThat(written(text, chunks)).as(label).isEqualTo(whole));
    }

    private static String written(String text, List<byte[]> chunks) {
        var out = new FrameBuffer().raw("\"");
        var writer = new JsonStringWriter();
        int at = 0;
        for (byte[] chunk : chunks) {
            writer.add(text.substring(at, at + chunk.length), out);
            at += chunk.length;
        }
        writer.end(out);
        assertThat(writer.length()).isEqualTo(text.length());
        return new String(out.raw("\"").take(), StandardCharsets.UTF_8);
    }
}
