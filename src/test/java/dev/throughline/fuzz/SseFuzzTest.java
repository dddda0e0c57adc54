package dev.throughline.fuzz;

import dev.throughline.testing.Cut;
import dev.throughline.testing.Thorough;
import dev.throughline.wire.sse.SseDecoder;
import dev.throughline.wire.sse.SseFrame;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@Thorough
class SseFuzzTest {
    private static final List<String> PIECES = List.of(
            "data",
            "data:",
            "data: ",
            "event:",
            "event: x",
            "id: 1",
            "retry: 1",
            ":",
            ": note",
            " ",
            "\n",
            "\n\n",
            "\r",
            "\r\n",
            "\r\n\r\n",
            "\ufeff",
            "{\"a\":1}",
            "[DONE]",
            "\u0000",
            "\u00e9",
            "\ud83d\udc4d",
            "x");
    private static final InputShape<byte[]> STREAMS =
            new InputShape<>(SseFuzzTest::stream, InputShrinker::bytes, HostileTexts::literal);

    private static byte[] stream(SeededChoices seededChoices) {
        byte[] bytes = HostileTexts.soup(seededChoices, PIECES, 40).getBytes(StandardCharsets.UTF_8);
        return seededChoices.oneIn(3) ? HostileTexts.damaged(bytes, seededChoices) : bytes;
    }

    /// What the frames say, and all bytes that were consumed or are left.
    private record Read(List<String> said, byte[] bytes, int rest, boolean mayGoOn) {}

    private static Read read(List<byte[]> chunks, int largest) {
        var decoder = new SseDecoder(largest);
        List<String> said = new ArrayList<>();
        var bytes = new ByteArrayOutputStream();
        boolean mayGoOn = true;
        for (byte[] chunk : chunks) {
            mayGoOn = mayGoOn && decoder.feed(chunk.clone(), frame -> take(frame, said, bytes));
        }
        return new Read(said, bytes.toByteArray(), decoder.rest(), mayGoOn);
    }

    private static void take(SseFrame frame, List<String> said, ByteArrayOutputStream bytes) {
        if (!frame.isEmpty() || !frame.event().isEmpty()) {
            said.add(frame.event() + "|" + frame.text());
        }
        bytes.write(frame.bytes(), frame.from(), frame.length());
    }

    @Test
    void readsTheSameFramesHoweverAnyBytesAreCut() throws InterruptedException {
        FuzzRunner.of("sse cuts", STREAMS, 20_000, bytes -> {
            Read whole = read(List.of(bytes), Integer.MAX_VALUE);
            assertThat(whole.bytes().length + whole.rest()).isEqualTo(bytes.length);
            assertThat(Arrays.copyOf(bytes, whole.bytes().length)).isEqualTo(whole.bytes());
            for (Cut cut : CutChoices.cuts(bytes.length)) {
                Read pieces = read(cut.pieces(bytes), Integer.MAX_VALUE);
                assertThat(pieces.said()).as(cut.name()).isEqualTo(whole.said());
                assertThat(pieces.bytes().length + pieces.rest()).isEqualTo(bytes.length);
            }
        });
    }

    @Test
    void readsWhatTheStandardReads() throws InterruptedException {
        FuzzRunner.of("sse standard", STREAMS, 20_000, bytes -> {
            Read read = read(List.of(bytes), Integer.MAX_VALUE);
            assertThat(read.said()).isEqualTo(ReferenceSseParser.of(bytes));
        });
    }

    @Test
    void refusesABlockThatIsTooLargeHoweverItIsCut() throws InterruptedException {
        FuzzRunner.of("sse largest", STREAMS, 20_000, bytes -> {
            int largest = 24;
            Read whole = read(List.of(bytes), largest);
            for (Cut cut : CutChoices.cuts(bytes.length)) {
                Read pieces = read(cut.pieces(bytes), largest);
                assertThat(pieces.mayGoOn()).as(cut.name()).isEqualTo(whole.mayGoOn());
                assertThat(pieces.said()).as(cut.name()).isEqualTo(whole.said());
            }
        });
    }
}
