package dev.throughline.wire.anthropic;

import dev.throughline.stream.FailureKind;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.stream.StreamEvent.ReasoningSignature;
import dev.throughline.stream.StreamEvent.Start;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.stream.StreamEvent.ToolCallArgs;
import dev.throughline.stream.StreamEvent.ToolCallEnd;
import dev.throughline.stream.StreamEvent.ToolCallStart;
import dev.throughline.stream.StreamEvent.Usage;
import dev.throughline.testing.Thorough;
import dev.throughline.wire.StreamRelay;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.WireException;
import dev.throughline.wire.sse.FrameBuffer;
import dev.throughline.wire.sse.SseDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@Thorough
class AnthropicRelayTest {
    private static final String HEAD = """
            event: message_start
            data: {"type":"message_start","message":{"id":"msg_1","model":"m","x":1,"usage":{"input_tokens":3}}}

            """;
    private static final String THINKING = """
            event: content_block_start
            data: {"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","x":1}}

            : note

            event: ping
            data: {"type":"ping"}

            event: content_block_delta
            data: {"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"why"}}

            event: content_block_delta
            data: {"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"p"}}

            event: content_block_stop
            data: {"type":"content_block_stop","index":0}

            """;
    private static final String TEXT = """
            event: content_block_start
            data: {"type":"content_block_start","index":1,"content_block":{"type":"text","text":""}}

            event: content_block_delta
            data: {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"a"}}

            event: content_block_delta
            data: {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"b"}}

            event: content_block_stop
            data: {"type":"content_block_stop","index":1}

            """;
    private static final String SEARCH = """
            event: content_block_start
            data: {"type":"content_block_start","index":2,"content_block":{"type":"server_tool_use","id":"s","x":2}}

            event: content_block_stop
            data: {"type":"content_block_stop","index":2}

            """;
    private static final String TAIL = """
            event: message_delta
            data: {"type":"message_delta","delta":{"stop_reason":"end_turn","x":3},"usage":{"output_tokens":4}}

            event: message_stop
            data: {"type":"message_stop","x":4}

            """;
    private static final String ALL = HEAD + THINKING + TEXT + SEARCH + TAIL;

    @Test
    void forwardsEveryByteWhenNothingIsChanged() {
        assertThat(relayed(ALL, List::of)).isEqualTo(ALL);
    }

    @Test
    void holdsTheEndBackUntilItIsAsked() {
        assertThat(begun(ALL, List::of)).isEqualTo(HEAD + THINKING + TEXT + SEARCH);
    }

    @Test
    void opensNoBlockOfWhichNothingPasses() {
        String relayed = relayed(
                ALL,
                event -> event instanceof ReasoningDelta || event instanceof ReasoningSignature
                        ? List.of()
                        : List.of(event));

        assertThat(relayed).startsWith(HEAD + ": note").endsWith(TAIL).doesNotContain("thinking");
        assertThat(relayed)
                .contains("\"index\":1,\"content_block\":{\"type\":\"server_tool_use\",\"id\":\"s\",\"x\":2}");
        assertThat(DecodedAnthropicAnswer.stream(relayed))
                .containsExactly(
                        new Start("m"), new TextDelta("ab"), new Usage(3, 4, 0, 0), new Finish(FinishReason.STOP));
    }

    @Test
    void goesOnInTheBlockThatIsOpenWhenATextIsChanged() {
        String relayed = relayed(
                HEAD + THINKING + TEXT + TAIL,
                event -> event.equals(new TextDelta("b")) ? List.of(new TextDelta("B")) : List.of(event));

        assertThat(relayed).isEqualTo(HEAD + THINKING + TEXT.replace("\"text\":\"b\"", "\"text\":\"B\"") + TAIL);
    }

    @Test
    void writesCallsThatWereFoundInTheTextAndTheReasonThatGoesWithThem() {
        List<StreamEvent> call = List.of(new ToolCallStart(0, "i", "f"), new ToolCallArgs(0, "{}"), new ToolCallEnd(0));
        String relayed = relayed(ALL, event -> switch (event) {
            case TextDelta(String text) when text.equals("b") -> call;
            case Finish _ -> List.of(new Finish(FinishReason.TOOL_CALLS));
            default -> List.of(event);
        });

        assertThat(relayed).startsWith(HEAD + THINKING).contains("\"stop_reason\":\"tool_use\",\"x\":3");
        assertThat(relayed).contains("\"index\":3,\"content_block\":{\"type\":\"server_tool_use\"");
        assertThat(DecodedAnthropicAnswer.stream(relayed))
                .containsExactly(
                        new Start("m"),
                        new ReasoningDelta("why"),
                        new ReasoningSignature("p"),
                        new TextDelta("a"),
                        new ToolCallStart(0, "i", "f"),
                        new ToolCallArgs(0, "{}"),
                        new ToolCallEnd(0),
                        new Usage(3, 4, 0, 0),
                        new Finish(FinishReason.TOOL_CALLS));
    }

    @Test
    void endsAnAnswerThatTheBackendDidNotEnd() {
        String relayed = relayed(HEAD + THINKING + TEXT, List::of);

        assertThat(DecodedAnthropicAnswer.stream(relayed))
                .endsWith(new TextDelta("ab"), new Usage(3, 0, 0, 0), new Finish(FinishReason.STOP));
    }

    @Test
    void tellsTheClientTheEndOfEachBlockThatTheBackendLeftOpen() {
        String open = HEAD + THINKING.replaceAll("(?s)event: content_block_stop.*", "") + TEXT;
        String ends = """
                event: content_block_stop
                data: {"type":"content_block_stop","index":0}

                """;

        assertThat(relayed(open + ends + TAIL, List::of)).isEqualTo(open + ends + TAIL);
        assertThat(relayed(open + ends + TAIL, event -> event.equals(new TextDelta("b")) ? List.of() : List.of(event)))
                .containsOnlyOnce("\"content_block_stop\",\"index\":0}")
                .containsOnlyOnce("\"content_block_stop\",\"index\":1}");
    }

    @Test
    void goesOnBehindAChangedTextWithTheBlocksOfTheProvider() {
        assertThat(relayed(ALL, AnthropicRelayTest::upperB))
                .isEqualTo(HEAD + THINKING + TEXT.replace("\"text\":\"b\"", "\"text\":\"B\"") + SEARCH + TAIL);
    }

    @Test
    void writesTextThatWasHeldBackBeforeTheEnd() {
        for (String end : List.of(TAIL, "")) {
            var out = new FrameBuffer();
            var relay = new AnthropicRelay();
            forward(relay, HEAD + THINKING + TEXT + end, List::of, out);

            relay.finish(List.of(new TextDelta("z")), new Finish(FinishReason.STOP), out);

            String relayed = new String(out.take(), StandardCharsets.UTF_8);
            assertThat(relayed).startsWith(HEAD + THINKING + TEXT).endsWith(end);
            assertThat(DecodedAnthropicAnswer.stream(relayed))
                    .containsExactly(
                            new Start("m"),
                            new ReasoningDelta("why"),
                            new ReasoningSignature("p"),
                            new TextDelta("abz"),
                            new Usage(3, end.isEmpty() ? 0 : 4, 0, 0),
                            new Finish(FinishReason.STOP));
        }
    }

    @Test
    void writesWhatFollowsTheLastFrameOfAFailingAnswer() {
        var out = new FrameBuffer();
        var relay = new AnthropicRelay();
        forward(relay, HEAD + TEXT.replaceAll("(?s)event: content_block_stop.*", ""), List::of, out);
        out.take();

        relay.rest(List.of(), out);
        assertThat(out.take()).isEmpty();
        relay.rest(List.of(new TextDelta("z")), out);
        relay.keepAlive(out);

        assertThat(out.take())
                .asString()
                .isEqualTo("event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":1,"
                        + "\"delta\":{\"type\":\"text_delta\",\"text\":\"z\"}}\n\n"
                        + "event: ping\ndata: {\"type\":\"ping\"}\n\n");
    }

    @Test
    void sendsABlockThatHasOnlyBegunBeforeWhateverFollowsIt() {
        String begun = TEXT.substring(0, TEXT.indexOf("event: content_block_delta"));
        String other = begun.replace("\"index\":1", "\"index\":2");

        for (String rest : List.of(TAIL, SEARCH + TAIL, other + TAIL, "")) {
            String stream = HEAD + THINKING + begun + rest;
            assertThat(rest.isEmpty() ? begun(stream, List::of) + begun : relayed(stream, List::of))
                    .isEqualTo(stream);
        }
    }

    @Test
    void keepsABlockWhoseStartHasAText() {
        String start = """
                event: content_block_start
                data: {"type":"content_block_start","index":1,"content_block":{"type":"text","text":"a","x":1}}

                """;
        String rest = TEXT.substring(TEXT.lastIndexOf("event: content_block_delta"));

        assertThat(relayed(HEAD + start + rest + TAIL, AnthropicRelayTest::upperB))
                .isEqualTo(HEAD + start + rest.replace("\"text\":\"b\"", "\"text\":\"B\"") + TAIL);
    }

    @Test
    void forwardsTheEndOfAnEarlierBlockOnce() {
        String open = HEAD
                + THINKING.replaceAll("(?s)event: content_block_delta.*", "")
                + TEXT.replaceAll("(?s)event: content_block_stop.*", "");
        String later = TEXT.replace("\"index\":1", "\"index\":2");
        String empty = """
                event: content_block_delta
                data: {"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":""}}

                """;
        String ends = """
                event: content_block_stop
                data: {"type":"content_block_stop","index":0}

                event: content_block_stop
                data: {"type":"content_block_stop","index":1}

                """;

        for (String next : List.of(later, SEARCH)) {
            assertThat(relayed(open + next + empty + ends + ends + TAIL, List::of))
                    .isEqualTo(open + next + empty + ends + TAIL);
        }
        String waiting = open.substring(0, open.indexOf("event: content_block_delta"));
        assertThat(relayed(waiting + SEARCH + ends + TAIL, List::of)).isEqualTo(waiting + SEARCH + ends + TAIL);
    }

    @Test
    void writesATextBehindABlockOfTheProviderIntoANewBlock() {
        String open = HEAD + THINKING + TEXT.replaceAll("(?s)event: content_block_stop.*", "");
        String stop = """
                event: content_block_stop
                data: {"type":"content_block_stop","index":1}

                """;
        var out = new FrameBuffer();
        var relay = new AnthropicRelay();
        forward(relay, open + SEARCH + stop, List::of, out);

        relay.finish(List.of(new TextDelta("z")), new Finish(FinishReason.STOP), out);

        assertThat(out.take())
                .asString()
                .startsWith(open + SEARCH + stop)
                .contains("\"content_block_start\",\"index\":3,", "\"index\":3,\"delta\":{\"type\":\"text_delta\"");
    }

    @Test
    void forwardsSealedReasoning() {
        String sealed = """
                event: content_block_start
                data: {"type":"content_block_start","index":0,"content_block":{"type":"redacted_thinking","data":"d"}}

                event: content_block_stop
                data: {"type":"content_block_stop","index":0}

                """;

        assertThat(relayed(HEAD + sealed + TEXT + TAIL, List::of)).isEqualTo(HEAD + sealed + TEXT + TAIL);
        assertThat(relayed(HEAD + sealed + TEXT + TAIL, AnthropicRelayTest::upperB))
                .isEqualTo(HEAD + sealed + TEXT.replace("\"text\":\"b\"", "\"text\":\"B\"") + TAIL);
    }

    @Test
    void leavesTheEndAsItCameWhereTheReasonIsTheSame() {
        String stream = HEAD + TEXT + TAIL.replace("\"stop_reason\":\"end_turn\"", "\"stop_reason\" : \"pause_turn\"");

        assertThat(relayed(stream, List::of)).isEqualTo(stream);
    }

    @Test
    void writesAnotherReasonIntoTheFrameThatHasOne() {
        String tail = TAIL + ": bye\n\ndata: no json\n\ndata: [1]\n\n";

        assertThat(relayed(
                        HEAD + TEXT + tail,
                        event -> List.of(event instanceof Finish ? new Finish(FinishReason.LENGTH) : event)))
                .isEqualTo(HEAD + TEXT + tail.replace("end_turn", "max_tokens"));
        String unnamed = (HEAD + TEXT + tail).replaceAll("event: .*\n", "");
        assertThat(relayed(
                        unnamed, event -> List.of(event instanceof Finish ? new Finish(FinishReason.LENGTH) : event)))
                .isEqualTo(unnamed.replace("end_turn", "max_tokens"));
    }

    @Test
    void writesAFailureAsAnErrorEvent() {
        var out = new FrameBuffer();
        new AnthropicRelay().fail(Failure.of(FailureKind.OVERLOADED, "busy"), out);

        assertThat(out.take())
                .asString()
                .isEqualTo("event: error\ndata: {\"type\":\"error\",\"error\":"
                        + "{\"type\":\"overloaded_error\",\"message\":\"busy\"}}\n\n");
    }

    @Test
    void writesAWholeMessageAgainAroundItsOtherFields() throws WireException {
        String body = "{\"id\":\"msg_1\",\"x\":1,\"content\":[{\"type\":\"text\",\"text\":\"a\"}],"
                + "\"stop_reason\":\"end_turn\",\"stop_sequence\":\"s\",\"usage\":{\"x\":2}}";
        List<StreamEvent> passed = List.of(
                new Start("m"),
                new TextDelta("A"),
                new ToolCallStart(0, "i", "f"),
                new ToolCallArgs(0, "{\"n\":1}"),
                new ToolCallEnd(0),
                new Finish(FinishReason.TOOL_CALLS));

        byte[] rewritten =
                new AnthropicBackendCodec().rewrite(StrictJson.parse(body.getBytes(StandardCharsets.UTF_8)), passed);

        assertThat(rewritten)
                .asString()
                .isEqualTo("{\"id\":\"msg_1\",\"x\":1,\"content\":[{\"type\":\"text\",\"text\":\"A\"},"
                        + "{\"type\":\"tool_use\",\"id\":\"i\",\"name\":\"f\",\"input\":{\"n\":1}}],"
                        + "\"stop_reason\":\"tool_use\",\"stop_sequence\":\"s\",\"usage\":{\"x\":2}}");
    }

    @Test
    void keepsBlocksOfOtherKindsAtTheirPlaceAndUnknownFieldsOfThoseThatChange() throws WireException {
        String body = "{\"content\":[{\"type\":\"thinking\",\"thinking\":\"why\",\"signature\":\"s\",\"x\":1},"
                + "{\"type\":\"server_tool_use\",\"id\":\"s\",\"x\":2},"
                + "{\"type\":\"text\",\"text\":\"Hi<x>\",\"citations\":[3]},{\"type\":\"later\"}],"
                + "\"stop_reason\":\"end_turn\"}";
        List<StreamEvent> passed = List.of(
                new Start("m"),
                new ReasoningDelta("why"),
                new ReasoningSignature("s"),
                new TextDelta("Hi"),
                new Finish(FinishReason.STOP));

        byte[] rewritten =
                new AnthropicBackendCodec().rewrite(StrictJson.parse(body.getBytes(StandardCharsets.UTF_8)), passed);

        assertThat(rewritten).asString().isEqualTo(body.replace("<x>", ""));
    }

    @Test
    void keepsAWholeMessageOfWhichEverythingPassed() throws WireException {
        String body = "{\"content\":[{\"type\":\"thinking\",\"thinking\":\"\",\"signature\":\"s\",\"x\":1},"
                + "{\"type\":\"thinking\",\"thinking\":\"\",\"signature\":\"\",\"x\":2},"
                + "{\"type\":\"redacted_thinking\",\"data\":\"d\",\"x\":3},{\"type\":\"text\",\"text\":\"\",\"x\":4},"
                + "{\"type\":\"text\",\"text\":\"a\",\"x\":5},{\"type\":\"tool_use\",\"id\":\"i\",\"name\":\"f\","
                + "\"input\":{\"n\":1.50},\"x\":6}],\"stop_reason\":\"pause_turn\",\"stop_sequence\":\"END\"}";
        var codec = new AnthropicBackendCodec();
        List<StreamEvent> passed = new ArrayList<>();
        codec.decode(StrictJson.parse(body.getBytes(StandardCharsets.UTF_8)), passed::add);

        assertThat(passed).endsWith(new Finish(FinishReason.STOP, Optional.of("END")));
        assertThat(codec.rewrite(StrictJson.parse(body.getBytes(StandardCharsets.UTF_8)), passed))
                .asString()
                .isEqualTo(body);
    }

    @Test
    void writesNoBlockForWhiteSpaceAlone() throws WireException {
        List<StreamEvent> passed = List.of(new Start("m"), new TextDelta(" \n"), new Finish(FinishReason.STOP));

        assertThat(new AnthropicBackendCodec()
                        .rewrite(
                                StrictJson.parse("{\"content\":[],\"stop_reason\":\"end_turn\"}"
                                        .getBytes(StandardCharsets.UTF_8)),
                                passed))
                .asString()
                .isEqualTo("{\"content\":[],\"stop_reason\":\"end_turn\"}");
    }

    @Test
    void closesTheArgumentsOfACallThatWasCut() throws WireException {
        List<StreamEvent> passed = List.of(
                new Start("m"),
                new ToolCallStart(0, "i", "f"),
                new ToolCallArgs(0, "{\"n\":1,\"t\":\"cu"),
                new ToolCallEnd(0),
                new Finish(FinishReason.LENGTH));

        byte[] rewritten = new AnthropicBackendCodec()
                .rewrite(StrictJson.parse("{\"content\":[]}".getBytes(StandardCharsets.UTF_8)), passed);

        assertThat(rewritten)
                .asString()
                .isEqualTo(
                        "{\"content\":[{\"type\":\"tool_use\",\"id\":\"i\",\"name\":\"f\",\"input\":{\"n\":1,\"t\":\"cu\"}}],"
                                + "\"stop_reason\":\"max_tokens\"}");
    }

    private static List<StreamEvent> upperB(StreamEvent event) {
        return List.of(event.equals(new TextDelta("b")) ? new TextDelta("B") : event);
    }

    private static String begun(String stream, Function<StreamEvent, List<StreamEvent>> filter) {
        var out = new FrameBuffer();
        forward(new AnthropicRelay(), stream, filter, out);
        return new String(out.take(), StandardCharsets.UTF_8);
    }

    private static String relayed(String stream, Function<StreamEvent, List<StreamEvent>> filter) {
        var out = new FrameBuffer();
        StreamRelay relay = new AnthropicRelay();
        Finish finish = forward(relay, stream, filter, out);
        relay.finish(List.of(), finish, out);
        return new String(out.take(), StandardCharsets.UTF_8);
    }

    /// Forwards all frames as the gateway does; returns the finish reason, a stop if there was none.
    private static Finish forward(
            StreamRelay relay, String stream, Function<StreamEvent, List<StreamEvent>> filter, FrameBuffer out) {
        List<Finish> ends = new ArrayList<>();
        new SseDecoder(100_000).feed(stream.getBytes(StandardCharsets.UTF_8), frame -> {
            List<StreamEvent> read = new ArrayList<>();
            relay.decoder().on(frame, read::add);
            List<StreamEvent> passed = new ArrayList<>();
            read.forEach(event -> passed.addAll(filter.apply(event)));
            boolean isUnchanged = read.equals(passed);
            passed.removeIf(event -> event instanceof Finish finish && ends.add(finish));
            relay.forward(frame, isUnchanged, passed, out);
        });
        return ends.isEmpty() ? new Finish(FinishReason.STOP) : ends.getFirst();
    }
}
