package dev.throughline.gateway.proxy;

import dev.throughline.testing.Cuts;
import dev.throughline.testing.Thorough;
import dev.throughline.wire.sse.SseDecoder;
import dev.throughline.wire.sse.SseFrame;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

@Thorough
class BufferedFramesTest {
    private static final int LARGEST = 1 << 20;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "data: a\n\ndata: b\n\n",
                "data: a\r\n\r\ndata: b\r\n\r\n",
                "data: a\r\rdata: b\r\r",
                "event: x\ndata: {\"é\":\"😀\"}\n\n: note\n\ndata:b\n\n",
                "data: one\ndata: two\n\nid: 1\n\ndata: three\n\n"
            })
    void passesOnWhatCameHoweverItWasCut(String stream) {
        byte[] bytes = stream.getBytes(StandardCharsets.UTF_8);
        List<String> came = frames(List.of(bytes)).stream().map(SseFrame::text).toList();

        Cuts.each(bytes, (label, chunks) -> {
            List<SseFrame> arrived = frames(chunks);
            List<SseFrame> released = released(arrived);

            assertThat(joined(released)).as(label).isEqualTo(joined(arrived));
            assertThat(released.stream().map(SseFrame::text)).as(label).containsExactlyElementsOf(came);
        });
    }

    @Test
    void manySmallFramesTakeLittleMoreThanTheirBytesAndALargeOneIsWhole() {
        var held = new BufferedFrames();
        String large = "y".repeat(100_000);
        int bytes = 0;
        for (int i = 0; i < 1_000; i++) {
            SseFrame frame = frame(i == 500 ? large : "word " + i);
            held.add(frame);
            bytes += frame.length();
        }

        assertThat(held.heapBytes()).isBetween(bytes, bytes + 4 * 1024);
        List<String> texts = new ArrayList<>();
        assertThat(held.release(frame -> texts.add(frame.text()))).isTrue();
        assertThat(texts).hasSize(1_000).contains(large, "word 0", "word 999");
        assertThat(held.heapBytes()).isZero();
    }

    @Test
    void passesNothingMoreOnOnceNothingMoreIsWanted() {
        var held = new BufferedFrames();
        List.of("a", "b", "c").forEach(text -> held.add(frame(text)));
        List<String> texts = new ArrayList<>();

        boolean goesOn = held.release(frame -> {
            texts.add(frame.text());
            return texts.size() < 2;
        });

        assertThat(goesOn).isFalse();
        assertThat(texts).containsExactly("a", "b");
        assertThat(held.release(frame -> texts.add(frame.text()))).isTrue();
        assertThat(texts).hasSize(2);
    }

    private static SseFrame frame(String text) {
        return SseFrame.of("", text.getBytes(StandardCharsets.UTF_8));
    }

    private static List<SseFrame> frames(List<byte[]> chunks) {
        List<SseFrame> frames = new ArrayList<>();
        var decoder = new SseDecoder(LARGEST);
        chunks.forEach(chunk -> decoder.feed(chunk, frames::add));
        return frames;
    }

    private static List<SseFrame> released(List<SseFrame> frames) {
        var held = new BufferedFrames();
        frames.forEach(held::add);
        List<SseFrame> released = new ArrayList<>();
        held.release(released::add);
        return released;
    }

    private static String joined(List<SseFrame> frames) {
        var bytes = new ByteArrayOutputStream();
        frames.forEach(frame -> bytes.write(frame.bytes(), frame.from(), frame.length()));
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
