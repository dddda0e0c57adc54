package dev.throughline.wire.chat;

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
import dev.throughline.wire.sse.FrameBuffer;
import dev.throughline.wire.sse.SseDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// Streams are written with `'` for quotes.
class ChatRelayTest {
    private static final String TEXT = chunk("'content':'a','own':1", "null");
    private static final String MORE = chunk("'content':'b'", "null");
    private static final String END = chunk("", "'stop'");
    private static final String USAGE = "data: {'id':'x','choices':[],'usage':{'prompt_tokens':1}}\n\n";
    private static final String DONE = "data: [DONE]\n\n";

    private final ChatRelay relay = new ChatRelay();

    @Test
    void anUnchangedAnswerIsForwardedByteByByte() {
        String stream = ": note\n\n" + TEXT + MORE + END + USAGE + DONE;

        assertThat(relayed(stream, List::of, FinishReason.STOP)).isEqualTo(stream);
    }

    @Test
    void aChangedChunkKeepsItsOtherFields() {
        assertThat(relayed(TEXT + MORE + END + DONE, ChatRelayTest::upper, FinishReason.STOP))
                .isEqualTo(chunk("'own':1,'content':'A'", "null") + chunk("'content':'B'", "null") + END + DONE);
    }

    @Test
    void ofADroppedTextTheUnknownFieldsAreSent() {
        assertThat(relayed(TEXT + MORE + END + DONE, _ -> List.of(), FinishReason.STOP))
                .isEqualTo(chunk("'own':1", "null") + END + DONE);
    }

    @Test
    void eachNewEventIsAChunk() {
        List<StreamEvent> events = List.of(
                new ReasoningDelta("r"),
                new ToolCallStart(2, "c1", "f"),
                new ToolCallArgs(2, "{}"),
                new TextDelta("t"));

        assertThat(relayed(TEXT + END + DONE, _ -> events, FinishReason.STOP))
                .isEqualTo(chunk("'own':1,'reasoning_content':'r'", "null")
                        + chunk(
                                "'tool_calls':[{'index':2,'id':'c1','type':'function',"
                                        + "'function':{'name':'f','arguments':''}}]",
                                "null")
                        + chunk("'tool_calls':[{'index':2,'function':{'arguments':'{}'}}]", "null")
                        + chunk("'content':'t'", "null")
                        + END
                        + DONE);
    }

    @Test
    void eventsWithoutAPlaceInAChunkWriteNothing() {
        List<StreamEvent> events = List.of(
                new Start("m"),
                new ReasoningSignature("s"),
                new RedactedReasoning("d"),
                new ToolCallEnd(0),
                new Usage(1, 2, 0, 0),
                new TextDelta("t"));
        var out = new FrameBuffer();
        forward(TEXT, List::of, out);
        out.take();

        relay.rest(events, out);
        relay.rest(List.of(new Finish(FinishReason.STOP), Failure.of(FailureKind.SERVER, "m")), out);

        assertThat(written(out)).isEqualTo(chunk("'content':'t'", "null"));
    }

    @Test
    void changedChunksThatAreRecognizedByTheirBytesKeepTheirOwnFields() {
        String own = "'own':%d,'content':'%s'";
        StringBuilder received = new StringBuilder();
        StringBuilder sent = new StringBuilder();
        for (int number : List.of(1, 2, 1)) {
            for (String text : List.of("a", "b", "c")) {
                received.append(chunk(own.formatted(number, text), "null"));
                sent.append(chunk(own.formatted(number, text.toUpperCase(Locale.ROOT)), "null"));
            }
        }

        assertThat(relayed(received + END + DONE, ChatRelayTest::upper, FinishReason.STOP))
                .isEqualTo(sent + END + DONE);
    }

    @Test
    void textThatWasHeldBackIsWrittenBeforeTheEnd() {
        for (String end : List.of("", END + DONE)) {
            var test = new ChatRelayTest();
            var out = new FrameBuffer();
            test.forward(TEXT + end, List::of, out);

            test.relay.finish(List.of(new TextDelta("z")), new Finish(FinishReason.STOP), out);

            assertThat(written(out)).isEqualTo(TEXT + chunk("'content':'z'", "null") + END + DONE);
        }
    }

    @Test
    void anotherReasonIsWrittenIntoTheLastChunk() {
        assertThat(relayed(TEXT + END + USAGE + DONE, List::of, FinishReason.TOOL_CALLS))
                .isEqualTo(TEXT + chunk("", "'tool_calls'") + USAGE + DONE);
    }

    @Test
    void aTextBesideTheReasonIsWrittenBeforeIt() {
        String last = chunk("'content':'b'", "'stop'");

        assertThat(relayed(TEXT + last + DONE, List::of, FinishReason.STOP)).isEqualTo(TEXT + last + DONE);
        assertThat(new ChatRelayTest().relayed(last + DONE, ChatRelayTest::upper, FinishReason.STOP))
                .isEqualTo(chunk("'content':'B'", "null") + END + DONE);
    }

    @Test
    void anAnswerWithoutAnEndGetsOne() {
        assertThat(relayed(TEXT, List::of, FinishReason.LENGTH)).isEqualTo(TEXT + chunk("", "'length'") + DONE);
        assertThat(new ChatRelayTest().relayed(TEXT + END, List::of, FinishReason.STOP))
                .isEqualTo(TEXT + END + DONE);
        assertThat(new ChatRelayTest().relayed("", List::of, FinishReason.STOP)).isEqualTo(DONE);
    }

    @Test
    void whatFollowsTheLastFrameIsWrittenLikeTheLatestChunk() {
        var out = new FrameBuffer();
        forward(TEXT, List::of, out);
        out.take();

        relay.rest(List.of(new TextDelta("z")), out);

        assertThat(written(out)).isEqualTo(chunk("'content':'z'", "null"));
    }

    @Test
    void errorsAndSignsOfLifeAreFrames() {
        var out = new FrameBuffer();
        relay.keepAlive(out);
        relay.fail(Failure.of(FailureKind.SERVER, "m"), out);

        assertThat(written(out))
                .isEqualTo(": keep-alive\n\ndata: {'error':{'message':'m','type':'server_error','param':null,"
                        + "'code':null}}\n\n");
    }

    private static List<StreamEvent> upper(TextDelta text) {
        return List.of(new TextDelta(text.text().toUpperCase(Locale.ROOT)));
    }

    private static String chunk(String delta, String reason) {
        return "data: {'id':'x','choices':[{'index':0,'delta':{" + delta + "},'finish_reason':" + reason
                + "}],'usage':null}\n\n";
    }

    private interface Filter {
        List<StreamEvent> of(TextDelta text);
    }

    private String relayed(String stream, Filter filter, FinishReason reason) {
        var out = new FrameBuffer();
        forward(stream, filter, out);
        relay.finish(List.of(), new Finish(reason), out);
        return written(out);
    }

    /// Forwards all frames as the gateway does; the filter sees the texts.
    private void forward(String stream, Filter filter, FrameBuffer out) {
        new SseDecoder(100_000).feed(stream.replace('\'', '"').getBytes(StandardCharsets.UTF_8), frame -> {
            List<StreamEvent> read = new ArrayList<>();
            relay.decoder().on(frame, read::add);
            List<StreamEvent> passed = new ArrayList<>();
            read.forEach(event -> passed.addAll(event instanceof TextDelta text ? filter.of(text) : List.of(event)));
            boolean isUnchanged = read.equals(passed);
            passed.removeIf(StreamEvent::isTerminal);
            relay.forward(frame, isUnchanged, passed, out);
        });
    }

    private static String written(FrameBuffer out) {
        return new String(out.take(), StandardCharsets.UTF_8).replace('"', '\'');
    }
}
