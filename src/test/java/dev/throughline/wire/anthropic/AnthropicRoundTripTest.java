package dev.throughline.wire.anthropic;

import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.stream.StreamEvent.ReasoningSignature;
import dev.throughline.stream.StreamEvent.RedactedReasoning;
import dev.throughline.stream.StreamEvent.Start;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.stream.StreamEvent.ToolCallArgs;
import dev.throughline.stream.StreamEvent.ToolCallEnd;
import dev.throughline.stream.StreamEvent.ToolCallStart;
import dev.throughline.stream.StreamEvent.Usage;
import dev.throughline.testing.Cuts;
import dev.throughline.testing.Thorough;
import dev.throughline.wire.AnswerHead;
import dev.throughline.wire.ReasoningField;
import dev.throughline.wire.StreamEncoder;
import dev.throughline.wire.WholeEncoder;
import dev.throughline.wire.WireException;
import dev.throughline.wire.sse.FrameBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

@Thorough
class AnthropicRoundTripTest {
    private static final AnthropicCodec CODEC = new AnthropicCodec();
    private static final AnswerHead HEAD =
            new AnswerHead("k", "m", Instant.EPOCH, true, ReasoningField.REASONING_CONTENT, "");
    private static final List<String> TEXTS =
            List.of("a", " so", "\"\\\n\t", "é😀", "{\"x\":1}", "event: x\n\ndata: y\n\n", "\uD83D", "[DONE]");

    /// Answers of some blocks each: all pairs of kinds, and random ones.
    static List<List<StreamEvent>> answers() {
        List<List<StreamEvent>> answers = new ArrayList<>();
        for (int first = 0; first < 6; first++) {
            for (int second = 0; second < 6; second++) {
                answers.add(answer(new Random(first * 6L + second), first, second));
            }
        }
        for (int seed = 0; seed < 60; seed++) {
            var random = new Random(seed);
            answers.add(answer(random, random.ints(random.nextInt(7), 0, 6).toArray()));
        }
        return answers;
    }

    @ParameterizedTest
    @MethodSource("answers")
    void readsBackWhatTheStreamSays(List<StreamEvent> answer) {
        assertThat(DecodedAnthropicAnswer.stream(List.of(stream(answer))))
                .isEqualTo(DecodedAnthropicAnswer.joined(answer));
    }

    @ParameterizedTest
    @MethodSource("answers")
    void readsBackWhatTheMessageSays(List<StreamEvent> answer) throws WireException {
        WholeEncoder encoder = CODEC.wholeEncoder(HEAD);
        answer.forEach(encoder::on);

        assertThat(DecodedAnthropicAnswer.whole(encoder.body())).isEqualTo(DecodedAnthropicAnswer.joined(answer));
    }

    @Test
    void readsBackTheSameHoweverTheBytesAreCut() {
        List<StreamEvent> answer = answer(new Random(7), 1, 3, 5);

        Cuts.each(
                stream(answer),
                (label, chunks) -> assertThat(DecodedAnthropicAnswer.stream(chunks))
                        .as(label)
                        .isEqualTo(DecodedAnthropicAnswer.joined(answer)));
    }

    private static byte[] stream(List<StreamEvent> answer) {
        var out = new FrameBuffer();
        StreamEncoder encoder = CODEC.streamEncoder(HEAD);
        answer.forEach(event -> encoder.on(event, out));
        return out.take();
    }

    private static List<StreamEvent> answer(Random random, int... kinds) {
        List<StreamEvent> events = new ArrayList<>(List.of(new Start("m")));
        int calls = 0;
        for (int kind : kinds) {
            calls += block(kind, calls, random, events) ? 1 : 0;
        }
        if (events.getLast() instanceof ReasoningSignature(String signature) && signature.isEmpty()) {
            // Nothing needs to be kept apart from the end.
            events.removeLast();
        }
        events.add(new Usage(10 + random.nextInt(90), random.nextInt(90), random.nextInt(10), 0));
        events.add(new Finish(FinishReason.values()[random.nextInt(FinishReason.values().length)]));
        return events;
    }

    /// Whether it is a call.
    private static boolean block(int kind, int calls, Random random, List<StreamEvent> events) {
        boolean isApart = events.getLast() instanceof ReasoningDelta;
        switch (kind) {
            case 0, 1 -> {
                if (isApart) {
                    events.add(new ReasoningSignature(""));
                }
                texts(random).forEach(text -> events.add(new ReasoningDelta(text)));
                if (kind == 1) {
                    events.add(new ReasoningSignature("proof" + random.nextInt(9)));
                }
            }
            case 2 -> events.add(new RedactedReasoning("opaque" + random.nextInt(9)));
            case 3 -> texts(random).forEach(text -> events.add(new TextDelta(text)));
            default -> {
                events.add(new ToolCallStart(calls, "toolu_" + calls, "f"));
                events.addAll(
                        kind == 4
                                ? List.of(new ToolCallArgs(calls, "{}"))
                                : List.of(new ToolCallArgs(calls, "{\"a\":"), new ToolCallArgs(calls, "\"é\"}")));
                events.add(new ToolCallEnd(calls));
            }
        }
        return kind > 3;
    }

    private static List<String> texts(Random random) {
        List<String> texts = new ArrayList<>(List.of("x"));
        random.ints(random.nextInt(5), 0, TEXTS.size()).mapToObj(TEXTS::get).forEach(texts::add);
        return texts;
    }
}
