package dev.throughline.wire.anthropic;

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
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

@Thorough
class AnthropicStreamDecoderTest {
    private static final String START = "{\"type\":\"message_start\",\"message\":{\"model\":\"m\"}}";
    private static final String STOP = "{\"type\":\"message_stop\"}";
    private static final Finish DONE = new Finish(FinishReason.STOP);

    @Test
    void readsEveryKindOfBlockInOrder() {
        assertThat(DecodedAnthropicAnswer.data(
                        START,
                        "{\"type\":\"ping\"}",
                        begin(0, "{\"type\":\"thinking\",\"thinking\":\"\",\"signature\":\"\"}"),
                        delta(0, "thinking_delta", "thinking", "wh"),
                        delta(0, "thinking_delta", "thinking", "y"),
                        delta(0, "signature_delta", "signature", "pro"),
                        delta(0, "signature_delta", "signature", "of"),
                        end(0),
                        begin(1, "{\"type\":\"redacted_thinking\",\"data\":\"opaque\"}"),
                        end(1),
                        begin(2, "{\"type\":\"text\",\"text\":\"\"}"),
                        delta(2, "text_delta", "text", "s"),
                        delta(2, "text_delta", "text", "o"),
                        end(2),
                        begin(3, "{\"type\":\"tool_use\",\"id\":\"toolu_1\",\"name\":\"f\",\"input\":{}}"),
                        delta(3, "input_json_delta", "partial_json", ""),
                        delta(3, "input_json_delta", "partial_json", "{\\\"a\\\""),
                        delta(3, "input_json_delta", "partial_json", ":1}"),
                        end(3),
                        "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"tool_use\"},\"usage\":{\"output_tokens\":4}}",
                        STOP))
                .containsExactly(
                        new Start("m"),
                        new ReasoningDelta("why"),
                        new ReasoningSignature("proof"),
                        new RedactedReasoning("opaque"),
                        new TextDelta("so"),
                        new ToolCallStart(0, "toolu_1", "f"),
                        new ToolCallArgs(0, "{\"a\":1}"),
                        new ToolCallEnd(0),
                        new Usage(0, 4, 0, 0),
                        new Finish(FinishReason.TOOL_CALLS));
    }

    @Test
    void keepsTwoBlocksOfThinkingWithoutASignatureApart() {
        assertThat(answer(
                        begin(0, "{\"type\":\"thinking\",\"thinking\":\"a\"}"),
                        end(0),
                        begin(1, "{\"type\":\"thinking\",\"thinking\":\"b\"}"),
                        end(1),
                        begin(2, "{\"type\":\"text\",\"text\":\"c\"}"),
                        end(2)))
                .containsExactly(
                        new ReasoningDelta("a"),
                        new ReasoningSignature(""),
                        new ReasoningDelta("b"),
                        new TextDelta("c"));
    }

    @Test
    void opensABlockForASignatureWithoutAText() {
        assertThat(answer(
                        begin(0, "{\"type\":\"thinking\",\"thinking\":\"\"}"),
                        delta(0, "signature_delta", "signature", "proof"),
                        end(0)))
                .containsExactly(new ReasoningDelta(""), new ReasoningSignature("proof"));
    }

    @Test
    void givesNothingForThinkingThatSaysNothing() {
        assertThat(answer(begin(0, "{\"type\":\"thinking\",\"thinking\":\"\"}"), end(0)))
                .isEmpty();
    }

    @ParameterizedTest(name = "{0} → {1}")
    @CsvSource(delimiter = '|', textBlock = """
                    {}             | {}
                    {"a":[1, 2.50]} | {"a":[1,2.50]}
                    """)
    void takesTheInputOfACallThatNoDeltaFollows(String input, String arguments) {
        assertThat(answer(
                        begin(0, "{\"type\":\"tool_use\",\"id\":\"i\",\"name\":\"f\",\"input\":" + input + "}"),
                        end(0)))
                .containsExactly(new ToolCallStart(0, "i", "f"), new ToolCallArgs(0, arguments), new ToolCallEnd(0));
    }

    @Test
    void numbersCallsFromZeroWhateverStandsBetween() {
        assertThat(answer(
                        begin(0, "{\"type\":\"text\",\"text\":\"a\"}"),
                        end(0),
                        begin(1, "{\"type\":\"tool_use\",\"id\":\"i\",\"name\":\"f\"}"),
                        end(1),
                        begin(2, "{\"type\":\"tool_use\",\"id\":\"j\",\"name\":\"f\"}"),
                        end(2)))
                .contains(new ToolCallStart(0, "i", "f"), new ToolCallStart(1, "j", "f"));
    }

    @Test
    void ignoresBlocksDeltasAndEventsThatItDoesNotKnow() {
        assertThat(answer(
                        "{\"type\":\"new_event\",\"index\":9}",
                        begin(0, "{\"type\":\"server_tool_use\",\"id\":\"s\",\"name\":\"web_search\",\"input\":{}}"),
                        delta(0, "input_json_delta", "partial_json", "{}"),
                        delta(0, "input_json_delta", "partial_json", "{}"),
                        end(0),
                        begin(1, "{\"type\":\"text\",\"text\":\"\"}"),
                        "{\"type\":\"content_block_delta\",\"index\":1,\"delta\":{\"type\":\"citations_delta\",\"citation\":{}}}",
                        delta(1, "text_delta", "text", "a"),
                        end(1)))
                .containsExactly(new TextDelta("a"));
    }

    @ParameterizedTest(name = "{0} → {1}")
    @CsvSource({
        "end_turn, STOP",
        "stop_sequence, STOP",
        "pause_turn, STOP",
        "max_tokens, LENGTH",
        "model_context_window_exceeded, LENGTH",
        "tool_use, TOOL_CALLS",
        "refusal, CONTENT_FILTER",
        "unheard_of, STOP"
    })
    void translatesStopReasons(String stopReason, FinishReason reason) {
        String end = "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"" + stopReason + "\"}}";

        assertThat(DecodedAnthropicAnswer.data(START, end, STOP)).containsExactly(new Start("m"), new Finish(reason));
    }

    @Test
    void countsThatAreNoneAreTakenAsAbsentAndNamed() {
        String start = "{\"type\":\"message_start\",\"message\":{\"model\":\"m\",\"usage\":"
                + "{\"input_tokens\":2147483647,\"cache_read_input_tokens\":2147483647}}}";
        String end = "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"},"
                + "\"usage\":{\"output_tokens\":-99999999999999999999999}}";

        assertThat(DecodedAnthropicAnswer.data(start, end, STOP))
                .contains(new Usage(0, 0, 2147483647, 0, 0, List.of("output_tokens", "input_tokens")));
    }

    @Test
    void countsAllOfThePromptAndTakesTheLatestTotals() {
        String start = "{\"type\":\"message_start\",\"message\":{\"model\":\"m\",\"usage\":"
                + "{\"input_tokens\":5,\"cache_read_input_tokens\":30,\"cache_creation_input_tokens\":7,\"output_tokens\":1}}}";
        String end = "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"},"
                + "\"usage\":{\"input_tokens\":6,\"cache_read_input_tokens\":null,\"output_tokens\":9}}";

        assertThat(DecodedAnthropicAnswer.data(start, end, STOP))
                .containsExactly(new Start("m"), new Usage(43, 9, 30, 0, 7, List.of()), DONE);
    }

    @Test
    void takesTheKindOfAnEventFromItsFrameWhenItsDataDoesNotTell() {
        assertThat(
                        DecodedAnthropicAnswer.stream(
                                "event: message_start\ndata: {\"message\":{\"model\":\"m\"}}\n\nevent: message_stop\ndata: {}\n\n"))
                .containsExactly(new Start("m"), DONE);
    }

    @Test
    void tellsAnErrorOfTheBackend() {
        List<StreamEvent> events = DecodedAnthropicAnswer.data(
                START, "{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"busy\"}}", STOP);

        assertThat(events).hasSize(2).last().isInstanceOfSatisfying(Failure.class, failure -> {
            assertThat(failure.kind()).isEqualTo(FailureKind.OVERLOADED);
            assertThat(failure.message()).isEqualTo("busy");
        });
    }

    @Test
    void takesAStreamWithoutMessageStopForBrokenOff() {
        assertThat(DecodedAnthropicAnswer.data(START, begin(0, "{\"type\":\"text\",\"text\":\"a\"}"), end(0)))
                .last()
                .isInstanceOfSatisfying(Failure.class, failure -> {
                    assertThat(failure.kind()).isEqualTo(FailureKind.BACKEND);
                    assertThat(failure.message()).contains("without message_stop");
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":",
                "[]",
                "<html>",
                "{\"type\":7}",
                "{\"type\":\"message_start\"}",
                "{\"type\":\"content_block_start\",\"index\":0}",
                "{\"type\":\"content_block_start\",\"index\":\"0\",\"content_block\":{\"type\":\"text\"}}",
                "{\"type\":\"content_block_start\",\"content_block\":{\"type\":\"text\",\"text\":7}}",
                "{\"type\":\"content_block_start\",\"content_block\":{\"type\":\"tool_use\",\"id\":\"i\"}}",
                "{\"type\":\"content_block_delta\",\"delta\":{\"type\":\"text_delta\",\"text\":\"a\"}}",
                "{\"type\":\"content_block_delta\",\"index\":3,\"delta\":{\"type\":\"text_delta\",\"text\":\"a\"}}"
            })
    void failsWithThePlaceWhereAFrameCannotBeRead(String bad) {
        List<StreamEvent> events = DecodedAnthropicAnswer.data(START, bad, STOP);

        assertThat(events).hasSize(2).last().isInstanceOfSatisfying(Failure.class, failure -> {
            assertThat(failure.kind()).isEqualTo(FailureKind.BACKEND);
            assertThat(failure.message()).startsWith("The backend's event 2 ");
        });
    }

    @Test
    void failsWhenABlockComesBeforeTheMessage() {
        assertThat(DecodedAnthropicAnswer.data(begin(0, "{\"type\":\"text\",\"text\":\"a\"}")))
                .singleElement()
                .isInstanceOf(Failure.class);
    }

    @Test
    void aPatternOfOneBlockIsNotThatOfTheNext() {
        String text = "{\"type\":\"content_block_delta\",\"delta\":{\"type\":\"text_delta\",\"text\":\"%s\"}}";
        String block =
                "{\"type\":\"content_block_start\",\"content_block\":{\"type\":\"%s\",\"id\":\"i\",\"name\":\"f\"}}";
        String stop = "{\"type\":\"content_block_stop\"}";
        String[] begun = {START, block.formatted("text"), text.formatted("a"), text.formatted("b")};

        for (String next : List.of(stop, block.formatted("tool_use"))) {
            List<StreamEvent> events = DecodedAnthropicAnswer.stream(
                    DecodedAnthropicAnswer.frames(begun) + DecodedAnthropicAnswer.frames(next, text.formatted("c")));

            assertThat(events).startsWith(new Start("m"), new TextDelta("ab"));
            assertThat(events.getLast())
                    .isInstanceOfSatisfying(
                            Failure.class,
                            failure -> assertThat(failure.message()).contains("but the open block is"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"content_block_stop\",\"index\":5}",
                "{\"type\":\"content_block_delta\",\"index\":5,\"delta\":{\"type\":\"text_delta\",\"text\":\"a\"}}"
            })
    void failsWhereAFrameIsOfALaterBlock(String frame) {
        assertThat(DecodedAnthropicAnswer.data(START, begin(0, "{\"type\":\"text\",\"text\":\"\"}"), frame, STOP))
                .last()
                .isInstanceOfSatisfying(
                        Failure.class,
                        failure -> assertThat(failure.message()).contains("is 5, but the open block is 0"));
    }

    @Test
    void failsWhenTheEndComesBeforeTheMessage() {
        assertThat(DecodedAnthropicAnswer.data(STOP)).singleElement().isInstanceOf(Failure.class);
    }

    @Test
    void endsACallWithItsBlockOrWithTheMessage() {
        String call = begin(0, "{\"type\":\"tool_use\",\"id\":\"i\",\"name\":\"f\",\"input\":{}}");
        String arguments = delta(0, "input_json_delta", "partial_json", "{}");

        assertThat(DecodedAnthropicAnswer.data(START, call, arguments, end(0)))
                .hasSize(5)
                .contains(new ToolCallEnd(0))
                .last()
                .isInstanceOf(Failure.class);
        assertThat(DecodedAnthropicAnswer.data(START, call, arguments, STOP))
                .endsWith(new ToolCallEnd(0), new Finish(FinishReason.TOOL_CALLS));
    }

    @Test
    void namesTheStopSequenceThatEndedTheAnswer() {
        assertThat(DecodedAnthropicAnswer.data(
                        START,
                        "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"stop_sequence\",\"stop_sequence\":\"END\"}}",
                        STOP))
                .containsExactly(new Start("m"), new Finish(FinishReason.STOP, Optional.of("END")));
    }

    @Test
    void saysNothingAfterTheTerminal() {
        assertThat(DecodedAnthropicAnswer.data(START, STOP, START, "[DONE]", "{\"type\":\"error\"}"))
                .containsExactly(new Start("m"), DONE);
    }

    @Test
    void readsTheSameTextWhetherOrNotAFrameIsLikeTheOneBefore() {
        assertThat(answer(
                        begin(0, "{\"type\":\"text\",\"text\":\"\"}"),
                        delta(0, "text_delta", "text", "a"),
                        delta(0, "text_delta", "text", "\\\"\\u00e9\\n\\\\"),
                        delta(0, "text_delta", "text", "é😀"),
                        "{ \"type\" : \"content_block_delta\", \"index\" : 0, \"delta\" : { \"text\" : \"b\", \"type\" : \"text_delta\" } }",
                        "{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"c\",\"x\":1}}",
                        "{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"d\",\"x\":\"\"}}",
                        delta(0, "text_delta", "text", "e"),
                        end(0)))
                .containsExactly(new TextDelta("a\"é\n\\é😀bcde"));
    }

    @Test
    void readsTheSameEventsHoweverTheBytesAreCut() {
        byte[] stream = ("event: message_start\r\ndata: " + START + "\r\n\r\n: note\r\n\r\n"
                        + DecodedAnthropicAnswer.frames(
                                begin(0, "{\"type\":\"thinking\",\"thinking\":\"\"}"),
                                delta(0, "thinking_delta", "thinking", "é"),
                                delta(0, "thinking_delta", "thinking", "😀\\n"),
                                end(0),
                                begin(1, "{\"type\":\"text\",\"text\":\"\"}"),
                                delta(1, "text_delta", "text", "a"),
                                delta(1, "text_delta", "text", "b"),
                                end(1),
                                STOP))
                .getBytes(StandardCharsets.UTF_8);
        List<StreamEvent> whole = DecodedAnthropicAnswer.stream(List.of(stream));

        assertThat(whole).containsExactly(new Start("m"), new ReasoningDelta("é😀\n"), new TextDelta("ab"), DONE);
        Cuts.each(
                stream,
                (label, chunks) -> assertThat(DecodedAnthropicAnswer.stream(chunks))
                        .as(label)
                        .isEqualTo(whole));
    }

    /// What is said between the start and the end of an answer.
    private static List<StreamEvent> answer(String... lines) {
        List<StreamEvent> events = DecodedAnthropicAnswer.stream(DecodedAnthropicAnswer.frames(START)
                + DecodedAnthropicAnswer.frames(lines)
                + DecodedAnthropicAnswer.frames(STOP));
        assertThat(events).startsWith(new Start("m")).last().isInstanceOf(Finish.class);
        return events.subList(1, events.size() - 1);
    }

    private static String begin(int index, String block) {
        return "{\"type\":\"content_block_start\",\"index\":" + index + ",\"content_block\":" + block + "}";
    }

    private static String delta(int index, String type, String field, String text) {
        return "{\"type\":\"content_block_delta\",\"index\":" + index + ",\"delta\":{\"type\":\"" + type + "\",\""
                + field + "\":\"" + text + "\"}}";
    }

    private static String end(int index) {
        return "{\"type\":\"content_block_stop\",\"index\":" + index + "}";
    }
}
