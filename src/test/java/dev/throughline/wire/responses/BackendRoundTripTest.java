package dev.throughline.wire.responses;

import dev.throughline.stream.FailureKind;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
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
import dev.throughline.wire.WireException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/// What our own encoders write is read back as the same events, however it is cut.
@Thorough
class BackendRoundTripTest {
    private static final Usage USAGE = new Usage(11, 7, 3, 5);

    static Stream<List<StreamEvent>> answers() {
        return Stream.of(
                answer(FinishReason.STOP, new TextDelta("Hé"), new TextDelta("llo 漢字 👍\n\"\\")),
                answer(
                        FinishReason.STOP,
                        new ReasoningDelta("thin"),
                        new ReasoningDelta("k \n"),
                        new ReasoningSignature("sig=="),
                        new TextDelta("said")),
                answer(
                        FinishReason.TOOL_CALLS,
                        new RedactedReasoning("opaque"),
                        new ReasoningDelta("open"),
                        new TextDelta("I call"),
                        new ToolCallStart(0, "call_a", "read"),
                        new ToolCallArgs(0, "{\"path\":\"a}\\\""),
                        new ToolCallArgs(0, "b\"}"),
                        new ToolCallEnd(0),
                        new ToolCallStart(1, "call_b", "list"),
                        new ToolCallArgs(1, "{}"),
                        new ToolCallEnd(1)),
                answer(FinishReason.LENGTH, new ReasoningDelta("never ends")),
                answer(
                        FinishReason.LENGTH,
                        new ToolCallStart(0, "call_a", "read"),
                        new ToolCallArgs(0, "{\"path\":\"a"),
                        new ToolCallEnd(0)),
                answer(FinishReason.CONTENT_FILTER, new TextDelta("half")),
                answer(FinishReason.STOP));
    }

    private static List<StreamEvent> answer(FinishReason reason, StreamEvent... said) {
        List<StreamEvent> events = new ArrayList<>(List.of(new Start("glm-5")));
        events.addAll(List.of(said));
        events.addAll(List.of(USAGE, new Finish(reason)));
        return events;
    }

    @ParameterizedTest
    @MethodSource("answers")
    void streamIsReadAsWhatWasWritten(List<StreamEvent> events) {
        assertThat(DecodedResponse.stream(EncodedResponses.stream(events))).isEqualTo(DecodedResponse.joined(events));
    }

    @ParameterizedTest
    @MethodSource("answers")
    void wholeBodyIsReadAsWhatWasWritten(List<StreamEvent> events) throws WireException {
        assertThat(DecodedResponse.whole(EncodedResponses.whole(events))).isEqualTo(DecodedResponse.joined(events));
    }

    @ParameterizedTest
    @MethodSource("answers")
    void anyCutGivesTheSameEvents(List<StreamEvent> events) {
        String text = EncodedResponses.stream(events);
        List<StreamEvent> uncut = DecodedResponse.stream(text);

        Cuts.each(
                text.getBytes(StandardCharsets.UTF_8),
                (label, chunks) -> assertThat(DecodedResponse.joined(DecodedResponse.chunks(chunks)))
                        .as(label)
                        .isEqualTo(uncut));
        assertThat(IntStream.of(1, 2, 3, 5, 7, 64, 1000))
                .allSatisfy(
                        size -> assertThat(DecodedResponse.pieces(text, size)).isEqualTo(uncut));
    }

    @ParameterizedTest
    @MethodSource("answers")
    void streamThatBreaksOffAnywhereIsAFailure(List<StreamEvent> events) {
        String text = EncodedResponses.stream(events);
        int terminal = text.lastIndexOf("event: ");

        for (int frame = 0; frame >= 0 && frame <= terminal; frame = text.indexOf("event: ", frame + 1)) {
            List<StreamEvent> read = DecodedResponse.stream(text.substring(0, frame));

            assertThat(read).filteredOn(StreamEvent::isTerminal).hasSize(1);
            assertThat(read.getLast())
                    .isInstanceOfSatisfying(
                            Failure.class, end -> assertThat(end.kind()).isEqualTo(FailureKind.BACKEND));
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("dev.throughline.wire.responses.ResponsesPropertiesTest#seeds")
    void failureIsReadAfterWhatWasSaid(long seed) {
        List<StreamEvent> events = DecodedResponse.joined(RandomResponsesAnswer.failed(seed));

        List<StreamEvent> read = DecodedResponse.stream(EncodedResponses.stream(events));

        assertThat(read.getFirst()).isEqualTo(events.getFirst());
        assertThat(read.getLast())
                .isInstanceOfSatisfying(
                        Failure.class, end -> assertThat(end.message()).isEqualTo("The backend broke off."));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("dev.throughline.wire.responses.ResponsesPropertiesTest#seeds")
    void streamingAndNotStreamingAgree(long seed) throws WireException {
        List<StreamEvent> events = RandomResponsesAnswer.finished(seed);

        assertThat(DecodedResponse.stream(EncodedResponses.stream(events)))
                .isEqualTo(DecodedResponse.whole(EncodedResponses.whole(events)));
    }
}
