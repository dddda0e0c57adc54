package dev.throughline.wire.responses;

import dev.throughline.stream.FailureKind;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.stream.StreamEvent.RedactedReasoning;
import dev.throughline.stream.StreamEvent.Start;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.wire.StreamEncoder;
import dev.throughline.wire.TextLimit;
import dev.throughline.wire.sse.FrameBuffer;
import dev.throughline.wire.sse.FramePart;
import dev.throughline.wire.sse.RecordedText;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Texts that an encoder does not keep are found in the recorded answer, and the frames are the same as if
/// it had kept them.
class RecordedTextsTest {
    private static final int ALL = 1_000_000;

    static LongStream seeds() {
        return LongStream.range(0, 100);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void theFramesAreTheSameHoweverLittleIsKept(long seed) {
        for (List<StreamEvent> events :
                List.of(RandomResponsesAnswer.finished(seed), RandomResponsesAnswer.failed(seed))) {
            for (int most : new int[] {0, 1, 2, 5, 13, ALL}) {
                var written = new Written(events, most);

                assertThat(written.text()).as("kept: %d", most).isEqualTo(EncodedResponses.stream(events));
            }
        }
    }

    @Test
    void nothingIsLeftOutThatFits() {
        List<StreamEvent> events = List.of(new Start("m"), new TextDelta("123"), new TextDelta("45"));

        assertThat(new Written(events, 5).gaps).isZero();
    }

    @Test
    void aLongTextMakesRoomForTheShortOnesBehindIt() {
        List<StreamEvent> events = List.of(
                new Start("m"),
                new ReasoningDelta("123"),
                new ReasoningDelta("4567"),
                new TextDelta("12345"),
                EncodedResponses.STOP);

        var written = new Written(events, 5);

        assertThat(written.text()).isEqualTo(EncodedResponses.stream(events));
        // The summary and the content of the reasoning: three frames of its end, two of the item, two at the very end.
        assertThat(written.gaps).isEqualTo(6);
    }

    @Test
    void anItemThatGrowsTakesTheRoomOfEarlierOnes() {
        List<StreamEvent> events = List.of(
                new Start("m"),
                new TextDelta("12345"),
                new RedactedReasoning(""),
                new TextDelta("67"),
                new TextDelta("89"),
                EncodedResponses.STOP);

        var written = new Written(events, 5);

        assertThat(written.text()).isEqualTo(EncodedResponses.stream(events));
        // The first text, in the last event only.
        assertThat(written.gaps).isEqualTo(1);
    }

    @Test
    void afterAFailureToReadNothingOfTheAnswerIsRepeated() {
        StreamEncoder encoder = new ResponsesCodec().streamEncoder(EncodedResponses.HEAD, new TextLimit(0, () -> 0));
        var out = new FrameBuffer();
        encoder.on(new Start("m"), out);
        encoder.on(new TextDelta("said"), out);
        out.takeParts();

        encoder.failUnread(Failure.of(FailureKind.UNAVAILABLE, "away"), out);

        assertThat(new String(out.take(), StandardCharsets.UTF_8))
                .startsWith("event: response.failed\n")
                .contains("\"output\":[]", "\"message\":\"away\"", "\"sequence_number\":5")
                .doesNotContain("said");
    }

    /// What a client gets of an answer whose events are recorded at their places among these.
    private static final class Written {
        private final RecordedEvents record;
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private int gaps;

        private Written(List<StreamEvent> events, int most) {
            record = new RecordedEvents(events);
            int[] place = {0};
            StreamEncoder encoder =
                    new ResponsesCodec().streamEncoder(EncodedResponses.HEAD, new TextLimit(most, () -> place[0]));
            var out = new FrameBuffer();
            for (int i = 0; i < events.size(); i++) {
                place[0] = i;
                encoder.on(events.get(i), out);
                out.takeParts().forEach(this::take);
            }
        }

        private void take(FramePart part) {
            switch (part) {
                case FramePart.Bytes(byte[] plain) -> bytes.writeBytes(plain);
                case FramePart.Recorded(byte[] before, boolean opensFrame, RecordedText text) -> {
                    gaps++;
                    assertThat(new String(before, StandardCharsets.UTF_8).startsWith("event: "))
                            .isEqualTo(opensFrame);
                    bytes.writeBytes(before);
                    bytes.writeBytes(record.inside(text));
                }
            }
        }

        private String text() {
            return bytes.toString(StandardCharsets.UTF_8);
        }
    }
}
