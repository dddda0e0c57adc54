package dev.throughline.wire.sse;

import dev.throughline.testing.Cuts;
import dev.throughline.testing.Thorough;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

@Thorough
class SseDecoderTest {
    private static final int LARGEST = 1_000;

    /// The content of a block.
    private record Said(String event, String data) {}

    @ParameterizedTest
    @ValueSource(
            strings = {
                "data: a\n\ndata: b\n\n",
                "data: a\r\n\r\ndata: b\r\n\r\n",
                "data: a\r\rdata: b\r\r",
                "data: a\r\n\ndata: b\n\r\n",
                "\uFEFFdata: a\n\ndata: b\n\n",
                "event: x\ndata: {\"é\":\"😀\"}\n\n: note\n\ndata:b\n\n",
                ": keep-alive\r\n\r\nid: 1\r\nretry: 5\r\n\r\ndata: b\r\n\r\n",
                "data: one\ndata: two\ndata:\n\ndata\n\nda",
                "\n\n\ndata: a\n\n\n\r\n\r\ndata: b\n\n",
                "event: x\r\ndata:  two spaces \r\n\r\nfoo: bar\rdata: b\r\r",
                "data: a",
                "\uFEFF",
                ""
            })
    void saysTheSameHoweverTheBytesAreCut(String stream) {
        byte[] bytes = stream.getBytes(StandardCharsets.UTF_8);
        List<Said> whole = said(List.of(bytes));

        Cuts.each(bytes, (label, chunks) -> assertThat(said(chunks)).as(label).isEqualTo(whole));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\uFEFF: note\n\nevent: x\ndata: é😀\n\n\n\ndata: b\ndata: c\n\n",
                "data: a\r\n\r\n\r\ndata: b\r\rdata: c\n\ndata: unfinished",
                "\r\n\r\r\n\n\n\r"
            })
    void losesNoByteOfTheBlocks(String stream) {
        byte[] bytes = stream.getBytes(StandardCharsets.UTF_8);

        Cuts.each(bytes, (label, chunks) -> {
            var raw = new ByteArrayOutputStream();
            var decoder = new SseDecoder(LARGEST);
            Cuts.feed(
                    chunks,
                    chunk -> decoder.feed(chunk, frame -> raw.write(frame.bytes(), frame.from(), frame.length())));
            assertThat(raw.size() + decoder.rest()).as(label).isEqualTo(bytes.length);
            assertThat(bytes).as(label).startsWith(raw.toByteArray());
        });
    }

    @Test
    void keepsEmittedFramesWhenMoreBytesCome() {
        List<SseFrame> frames = new ArrayList<>();
        var decoder = new SseDecoder(LARGEST);
        for (byte unit : "data: first\n\ndata: second\n\ndata: third\n\n".getBytes(StandardCharsets.UTF_8)) {
            decoder.feed(new byte[] {unit}, frames::add);
        }

        assertThat(frames).extracting(SseFrame::text).containsExactly("first", "second", "third");
    }

    @Test
    void readsTheFieldsOfABlock() {
        assertThat(saidOnce("event: x\ndata:  a \ndata\ndata:b\nid: 7\n:data: no\ndatas: no\n\n"))
                .containsExactly(new Said("x", " a \n\nb"));
    }

    @Test
    void endsLinesWithAnyOfTheThreeBreaks() {
        assertThat(saidOnce("data: a\rdata: b\r\ndata: c\ndata: d\r\r")).containsExactly(new Said("", "a\nb\nc\nd"));
    }

    @Test
    void skipsAByteOrderMarkAtTheStartOnly() {
        assertThat(saidOnce("\uFEFFdata: a\n\n\uFEFFdata: b\n\n")).containsExactly(new Said("", "a"), new Said("", ""));
    }

    @Test
    void saysNothingForCommentsAndForAnUnfinishedBlock() {
        assertThat(saidOnce(": keep-alive\n\ndata: a\n")).containsExactly(new Said("", ""));
    }

    @Test
    void tellsWhenABlockIsTooLarge() {
        var decoder = new SseDecoder(20);

        assertThat(feed(decoder, "data: 0123456789\n\n")).isTrue();
        assertThat(feed(decoder, "data: 0123456789")).isTrue();
        assertThat(feed(decoder, "012345")).isFalse();
    }

    @Test
    void refusesABlockThatIsTooLargeAlsoWhenItCameAtOnce() {
        List<SseFrame> frames = new ArrayList<>();
        byte[] bytes = "data: small\n\ndata: 01234567890123456789\n\ndata: b\n\n".getBytes(StandardCharsets.UTF_8);

        assertThat(new SseDecoder(20).feed(bytes, frames::add)).isFalse();
        assertThat(frames).extracting(SseFrame::text).containsExactly("small");
    }

    @Test
    void measuresABlockTheSameWhenACutPartsItsLastReturnFromItsLineFeed() {
        var cut = new SseDecoder(20);

        assertThat(feed(new SseDecoder(20), "data: 01234567890\r\n\r\ndata: b\n\n"))
                .isTrue();
        assertThat(feed(cut, "data: 01234567890\r\n\r")).isTrue();
        assertThat(feed(cut, "\ndata: 0123456789012\n")).isTrue();
        assertThat(feed(cut, "\n")).isFalse();
    }

    @Test
    void measuresBlocksAndNotChunks() {
        assertThat(feed(new SseDecoder(20), "data: 0123456789\n\n".repeat(100))).isTrue();
    }

    @Test
    void readsALargeBlockOfManyChunks() {
        String text = "x".repeat(100_000);
        var decoder = new SseDecoder(1_000_000);
        List<String> texts = new ArrayList<>();
        decoder.feed("data: ".getBytes(StandardCharsets.UTF_8), frame -> texts.add(frame.text()));
        for (int from = 0; from < text.length(); from += 7) {
            byte[] chunk =
                    text.substring(from, Math.min(text.length(), from + 7)).getBytes(StandardCharsets.UTF_8);
            decoder.feed(chunk, frame -> texts.add(frame.text()));
        }
        decoder.feed("\n\n".getBytes(StandardCharsets.UTF_8), frame -> texts.add(frame.text()));

        assertThat(texts).containsExactly(text);
    }

    private static boolean feed(SseDecoder decoder, String text) {
        return decoder.feed(text.getBytes(StandardCharsets.UTF_8), _ -> {});
    }

    private static List<Said> saidOnce(String stream) {
        return said(List.of(stream.getBytes(StandardCharsets.UTF_8)));
    }

    private static List<Said> said(List<byte[]> chunks) {
        List<Said> said = new ArrayList<>();
        var decoder = new SseDecoder(LARGEST);
        Cuts.feed(chunks, chunk -> decoder.feed(chunk, frame -> said.add(new Said(frame.event(), frame.text()))));
        return said;
    }
}
