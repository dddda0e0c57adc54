package dev.throughline.fuzz;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Dialect;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.testing.Thorough;
import dev.throughline.wire.DialectCodec;
import dev.throughline.wire.ReasoningField;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.WireException;
import dev.throughline.wire.sse.FrameBuffer;
import dev.throughline.wire.sse.SseFrame;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

@Thorough
class EncoderFuzzTest {
    private static final int INPUTS = 3_000;
    private static final InputShape<String> TEXTS =
            new InputShape<>(HostileTexts::any, InputShrinker::text, HostileTexts::literal);

    @ParameterizedTest
    @EnumSource
    void everyFrameIsOneEventOfJson(Dialect dialect) throws InterruptedException {
        FuzzRunner.of("encoder " + dialect.id(), RandomAnswers.ANY, INPUTS, events -> {
            for (ReasoningField field : ReasoningField.values()) {
                byte[] stream = RandomStreams.encoded(dialect, events, field);
                var consumed = new AtomicInteger();
                List<SseFrame> frames = new ArrayList<>();
                RandomStreams.frames(List.of(stream), frame -> {
                    consumed.addAndGet(frame.length());
                    frames.add(frame);
                });
                assertThat(consumed).hasValue(stream.length);
                for (SseFrame frame : frames) {
                    isEvent(frame);
                }
                if (events.getLast() instanceof Finish) {
                    StrictJson.parse(StrictJson.write(RandomStreams.whole(dialect, events, field)));
                }
            }
        });
    }

    private static void isEvent(SseFrame frame) throws WireException {
        if (!frame.text().equals("[DONE]")) {
            ObjectNode data = StrictJson.parse(frame.text().getBytes(StandardCharsets.UTF_8));
            if (!frame.event().isEmpty()) {
                assertThat(data.path("type").asText()).isEqualTo(frame.event());
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyTextComesThroughAsItWas(Dialect dialect) throws InterruptedException {
        DialectCodec codec = DialectCodecPair.codec(dialect);
        FuzzRunner.of("encoder text " + dialect.id(), TEXTS, INPUTS, text -> {
            // A block of white space alone is left out where an API refuses it.
            String said = "." + text;
            byte[] stream = RandomStreams.encoded(
                    dialect,
                    List.of(
                            new StreamEvent.Start("m"),
                            new TextDelta(said),
                            new Finish(dev.throughline.stream.FinishReason.STOP)),
                    ReasoningField.BOTH);
            List<StreamEvent> read = new ArrayList<>();
            var decoder = DialectCodecPair.backend(dialect).streamDecoder();
            RandomStreams.frames(List.of(stream), frame -> decoder.on(frame, read::add));
            assertThat(read).contains(new TextDelta(said));
            StrictJson.parse(codec.models(List.of(text, said)));
        });
    }

    @Test
    void aStringIsTheSameBehindJson() throws InterruptedException {
        FuzzRunner.of("json string", TEXTS, 20_000, text -> {
            byte[] json = new FrameBuffer().raw("{\"a\":").json(text).raw("}").take();
            assertThat(new String(json, StandardCharsets.UTF_8)).doesNotContain("\n", "\r");
            assertThat(StrictJson.parse(json).path("a").textValue()).isEqualTo(text);
            assertThat(StrictJson.object(json).orElseThrow().path("a").textValue())
                    .isEqualTo(text);
        });
    }
}
