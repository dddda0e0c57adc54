package dev.throughline.wire.chat;

import dev.throughline.wire.chat.ChatDelta.Kind;
import dev.throughline.wire.chat.ChatDelta.Single;
import dev.throughline.wire.sse.SseDecoder;
import dev.throughline.wire.sse.SseFrame;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Frames are written with `'` for quotes.
class ChatFramePatternsTest {
    private final ChatFramePatterns patterns = new ChatFramePatterns();

    @Test
    void aFrameThatDiffersOnlyInItsTextIsRecognized() {
        learn("{'n':1,'content':'a','own':2}", Kind.TEXT, "content", "a");

        assertThat(patterns.find(frame("{'n':1,'content':'b é\\n','own':2}"))).hasValueSatisfying(form -> {
            assertThat(form.kind()).isEqualTo(Kind.TEXT);
            assertThat(form.template().text(frame("{'n':1,'content':'b é\\n','own':2}")))
                    .isEqualTo("b é\n");
        });
        assertThat(patterns.find(frame("{'n':2,'content':'b','own':2}"))).isEmpty();
        assertThat(patterns.find(frame("{'n':1,'content':'b','own':3}"))).isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                // the text is not that of the field
                "{'content':'b'}",
                // two fields of this name
                "{'content':'a','more':{'content':'a'}}",
                // none of this name, or one that is no string
                "{'other':'a'}",
                "{'content':['a']}",
                // data on two lines
                "{'x':1,\ndata: 'content':'a'}"
            })
    void nothingIsLearnedWhereTheTextIsNotCertain(String data) {
        learn(data, Kind.TEXT, "content", "a");

        assertThat(patterns.find(frame(data))).isEmpty();
    }

    @Test
    void theFourThatWereUsedLastAreKept() {
        IntStream.range(0, 4).forEach(this::learn);
        assertThat(isKnown(0)).isTrue();

        learn(4);

        assertThat(IntStream.range(0, 5).filter(this::isKnown)).containsExactly(0, 2, 3, 4);
    }

    @Test
    void learningStopsForABackendWhoseChunksAllDiffer() {
        IntStream.range(0, 17).forEach(this::learn);
        learn(17);
        assertThat(isKnown(17)).isFalse();
        assertThat(isKnown(16)).isTrue();

        learn(18);

        assertThat(isKnown(18)).isTrue();
    }

    @Test
    void onlyTheFragmentsOfCallsAreForgotten() {
        learn("{'content':'a'}", Kind.TEXT, "content", "a");
        learn("{'arguments':'a'}", Kind.ARGUMENTS, "arguments", "a");
        learn("{'reasoning':'a'}", Kind.REASONING, "reasoning", "a");

        patterns.forgetArguments();

        assertThat(patterns.find(frame("{'content':'b'}"))).isPresent();
        assertThat(patterns.find(frame("{'arguments':'b'}"))).isEmpty();
        assertThat(patterns.find(frame("{'reasoning':'b'}"))).isPresent();
    }

    private void learn(int number) {
        learn("{'n':" + number + ",'content':'a'}", Kind.TEXT, "content", "a");
    }

    private void learn(String data, Kind kind, String field, String text) {
        patterns.learn(frame(data), new Single(kind, field, text));
    }

    private boolean isKnown(int number) {
        return patterns.find(frame("{'n':" + number + ",'content':'b'}")).isPresent();
    }

    private static SseFrame frame(String data) {
        List<SseFrame> frames = new ArrayList<>();
        String block = ("data: " + data + "\n\n").replace('\'', '"');
        new SseDecoder(1_000).feed((": before\n\n" + block).getBytes(StandardCharsets.UTF_8), frames::add);
        return frames.getLast();
    }
}
