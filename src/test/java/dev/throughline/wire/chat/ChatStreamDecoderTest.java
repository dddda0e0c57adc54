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
import dev.throughline.wire.sse.SseDecoder;
import dev.throughline.wire.sse.SseFrame;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class ChatStreamDecoderTest {
    private static final String STOP = "{'choices':[{'index':0,'delta':{},'finish_reason':'stop'}]}";

    @ParameterizedTest
    @ValueSource(strings = {"error", "abort"})
    void anAnswerThatTheBackendGaveUpIsAFailure(String word) {
        List<StreamEvent> events = stream(delta("'content':'half'"), STOP.replace("stop", word), "[DONE]");

        assertThat(events).startsWith(new Start(""), new TextDelta("half")).hasSize(3);
        assertThat(events.getLast()).isInstanceOfSatisfying(Failure.class, failure -> {
            assertThat(failure.kind()).isEqualTo(FailureKind.BACKEND);
            assertThat(failure.message()).contains(word);
        });
    }

    @Test
    void anErrorBesideChoicesIsAFailureInTheBackendsWords() {
        List<StreamEvent> events = stream(
                delta("'content':'half'"),
                "{'error':{'code':429,'message':'too fast'},"
                        + "'choices':[{'index':0,'delta':{'content':''},'finish_reason':'error'}]}");

        assertThat(events.getLast()).isInstanceOfSatisfying(Failure.class, failure -> {
            assertThat(failure.kind()).isEqualTo(FailureKind.RATE_LIMIT);
            assertThat(failure.message()).isEqualTo("too fast");
        });
        assertThat(events).filteredOn(StreamEvent::isTerminal).hasSize(1);
    }

    @Test
    void anotherIdAtOneIndexIsAnotherCall() {
        assertThat(stream(call("a", "{}"), call("b", "{}"), STOP, "[DONE]"))
                .containsExactly(
                        new Start(""),
                        new ToolCallStart(0, "a", "f"),
                        new ToolCallArgs(0, "{}"),
                        new ToolCallEnd(0),
                        new ToolCallStart(1, "b", "f"),
                        new ToolCallArgs(1, "{}"),
                        new ToolCallEnd(1),
                        new Finish(FinishReason.TOOL_CALLS));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tool_calls |              | STOP",
                "stop       | {\\'a\\':1}   | TOOL_CALLS",
                "tool_calls | {\\'a\\':     | LENGTH",
                "stop       | {\\'a\\':     | LENGTH",
                "length     | {\\'a\\':1}   | LENGTH"
            },
            quoteCharacter = '~')
    void theCallsSayWhyAnAnswerEnded(String said, String arguments, FinishReason reason) {
        String first = arguments == null ? delta("'content':'a'") : call("a", arguments);

        assertThat(stream(first, STOP.replace("stop", said), "[DONE]").getLast())
                .isEqualTo(new Finish(reason));
    }

    @Test
    void detailsThatRepeatInLaterChunksWhatCameBeforeAddNothingButTheirProof() {
        assertThat(stream(
                        delta("'reasoning':'I '"),
                        delta("'reasoning':'think.'"),
                        delta("'reasoning_details':[{'type':'reasoning.text','text':'I think.','signature':'s'}]"),
                        STOP,
                        "[DONE]"))
                .containsExactly(
                        new Start(""),
                        new ReasoningDelta("I "),
                        new ReasoningDelta("think."),
                        new ReasoningSignature("s"),
                        new Finish(FinishReason.STOP));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'prompt_tokens_details':{'cached_tokens':60,'cache_write_tokens':25}",
                "'cache_read_input_tokens':60,'cache_creation_input_tokens':25",
                "'cached_tokens':60,'cache_write_tokens':25"
            })
    void tokensOfACacheAreCountedInAnyField(String fields) {
        String usage = "{'choices':[],'usage':{'prompt_tokens':100,'completion_tokens':7," + fields + "}}";

        assertThat(stream(delta("'content':'a'"), STOP, usage, "[DONE]"))
                .contains(new Usage(100, 7, 60, 0, 25, List.of()));
    }

    private static String call(String id, String arguments) {
        return delta(
                "'tool_calls':[{'index':0,'id':'" + id + "','function':{'name':'f','arguments':'" + arguments + "'}}]");
    }

    @Test
    void aNullErrorIsNone() {
        assertThat(stream("{'error':null,'choices':[{'index':0,'delta':{'content':'a'}}]}", STOP, "[DONE]"))
                .containsExactly(new Start(""), new TextDelta("a"), new Finish(FinishReason.STOP));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'reasoning':'hm','reasoning_details':[{'type':'reasoning.text','text':'hm','signature':'s'}]",
                "'reasoning':'hm','reasoning_details':[{'type':'reasoning.text','signature':'s'}]",
                "'reasoning_content':'hm','reasoning':'hm','reasoning_details':[{'text':'hm','signature':'s'}]",
                "'reasoning':null,'reasoning_details':[{'type':'reasoning.text','text':'hm','signature':'s'}]"
            })
    void aSignatureBesideTheTextIsKept(String fields) {
        assertThat(stream(delta(fields), STOP, "[DONE]"))
                .containsExactly(
                        new Start(""),
                        new ReasoningDelta("hm"),
                        new ReasoningSignature("s"),
                        new Finish(FinishReason.STOP));
    }

    @Test
    void aSignatureThatComesAloneBehindTheTextIsKept() {
        assertThat(stream(
                        delta("'reasoning':'h','reasoning_details':[{'type':'reasoning.text','text':'h'}]"),
                        delta("'reasoning':'m','reasoning_details':[{'type':'reasoning.text','text':'m'}]"),
                        delta("'reasoning':'m','reasoning_details':[{'type':'reasoning.text','text':'m'}]"),
                        delta("'reasoning':null,'reasoning_details':[{'type':'reasoning.text','signature':'s'}]"),
                        delta("'reasoning':null,'reasoning_details':[{'type':'reasoning.encrypted','data':'x'}]"),
                        STOP,
                        "[DONE]"))
                .containsExactly(
                        new Start(""),
                        new ReasoningDelta("h"),
                        new ReasoningDelta("m"),
                        new ReasoningDelta("m"),
                        new ReasoningSignature("s"),
                        new RedactedReasoning("x"),
                        new Finish(FinishReason.STOP));
    }

    @Test
    void sealedReasoningBesideATextIsKept() {
        assertThat(stream(delta("'reasoning':'hm','reasoning_details':[{'type':'reasoning.encrypted','data':'x'}]")))
                .startsWith(new Start(""), new ReasoningDelta("hm"), new RedactedReasoning("x"));
    }

    @Test
    void callsComeOneAfterTheOtherHoweverTheirPiecesAreMixed() {
        assertThat(stream(
                        call(0, "'id':'c0','function':{'name':'f','arguments':''}"),
                        call(0, "'function':{'arguments':'{\\\"a\\\":'}"),
                        call(1, "'id':'c1','function':{'name':'g','arguments':'{'}"),
                        call(0, "'function':{'arguments':'1}'}"),
                        call(1, "'function':{'arguments':'}'}"),
                        STOP.replace("stop", "tool_calls"),
                        "[DONE]"))
                .containsExactly(
                        new Start(""),
                        new ToolCallStart(0, "c0", "f"),
                        new ToolCallArgs(0, "{\"a\":"),
                        new ToolCallArgs(0, "1}"),
                        new ToolCallEnd(0),
                        new ToolCallStart(1, "c1", "g"),
                        new ToolCallArgs(1, "{"),
                        new ToolCallArgs(1, "}"),
                        new ToolCallEnd(1),
                        new Finish(FinishReason.TOOL_CALLS));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{'choices':[{'index':0,'delta':{'content':'a'}}]}"})
    void anEndMarkerWithoutAReasonIsAFailure(String before) {
        List<StreamEvent> events = before.isEmpty() ? stream("[DONE]") : stream(before, "[DONE]");

        assertThat(events.getLast()).isInstanceOf(Failure.class);
        assertThat(events).filteredOn(StreamEvent::isTerminal).hasSize(1);
    }

    @Test
    void aStreamThatEndsBehindAReasonIsComplete() {
        assertThat(stream(delta("'content':'a'"), STOP))
                .containsExactly(new Start(""), new TextDelta("a"), new Finish(FinishReason.STOP));
    }

    @Test
    void aStreamThatEndsBeforeAReasonIsAFailure() {
        assertThat(stream(delta("'content':'a'")).getLast()).isInstanceOf(Failure.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"'stop_reason':'END'", "'matched_stop':'END'", "'stop_reason':7,'matched_stop':'END'"})
    void namesTheStopSequenceThatEndedTheAnswer(String field) {
        String end = STOP.replace("'finish_reason'", field + ",'finish_reason'");

        assertThat(stream(end, "[DONE]").getLast()).isEqualTo(new Finish(FinishReason.STOP, Optional.of("END")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"'stop_reason':151336", "'matched_stop':'<|user|>'", "'stop_reason':null"})
    void takesNoTokenOfTheModelForAStopSequence(String field) {
        String end = STOP.replace("'finish_reason'", field + ",'finish_reason'");

        assertThat(stream(end, "[DONE]").getLast()).isEqualTo(new Finish(FinishReason.STOP));
    }

    @Test
    void usageIsReportedBeforeTheEnd() {
        assertThat(stream(STOP, "{'choices':[],'usage':{'prompt_tokens':7,'completion_tokens':5}}", "[DONE]"))
                .containsExactly(new Start(""), new Usage(7, 5, 0, 0), new Finish(FinishReason.STOP));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        {'choices': | not JSON
        [1]         | not a JSON object
        null        | not a JSON object
        [DONE]      | without a finish_reason
        """)
    void aChunkThatCannotBeReadEndsTheAnswerAtOnce(String data, String reason) {
        List<StreamEvent> events = new ArrayList<>();
        var decoder = new ChatStreamDecoder();

        for (String one : List.of(delta("'content':'a'"), data, STOP)) {
            decoder.on(frame(one), events::add);
        }

        assertThat(events).hasSize(3).startsWith(new Start(""), new TextDelta("a"));
        assertThat(events.getLast())
                .isInstanceOfSatisfying(
                        Failure.class, failure -> assertThat(failure.message()).contains(reason));
        assertThat(decoder.isMarked()).isFalse();
    }

    @Test
    void anAnswerThatExceedsTheContextIsAFailureThatSaysSo() {
        List<StreamEvent> events = stream(STOP.replace("stop", "model_context_window_exceeded"), "[DONE]");

        assertThat(events.getLast())
                .isInstanceOfSatisfying(
                        Failure.class, failure -> assertThat(failure.kind()).isEqualTo(FailureKind.CONTEXT_OVERFLOW));
    }

    @Test
    void contentInPartsIsReadAsTextAndReasoning() {
        assertThat(stream(
                        delta("'content':[{'type':'thinking','thinking':'r'},{'type':'text','text':'t'}]"),
                        delta("'content':[{'type':'thinking','thinking':[{'type':'text','text':'s'}]},{'type':'x'}]"),
                        STOP))
                .containsExactly(
                        new Start(""),
                        new ReasoningDelta("r"),
                        new TextDelta("t"),
                        new ReasoningDelta("s"),
                        new Finish(FinishReason.STOP));
    }

    @Test
    void theDetailsThatWereReceivedAreKeptForTheirBackend() {
        var decoder = new ChatStreamDecoder();
        for (String text : List.of("a", "b")) {
            decoder.on(
                    frame(delta("'reasoning_details':[{'type':'reasoning.text','text':'" + text + "','own':1}]")),
                    _ -> {});
        }

        assertThat(decoder.reasoningDetails().orElseThrow().json())
                .contains("[{\"type\":\"reasoning.text\",\"text\":\"ab\",\"own\":1}]");
    }

    private static SseFrame frame(String data) {
        return SseFrame.of("", data.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    private static String delta(String fields) {
        return "{'choices':[{'index':0,'delta':{" + fields + "},'finish_reason':null}]}";
    }

    private static String call(int index, String fields) {
        return delta("'tool_calls':[{'index':" + index + "," + fields + "}]");
    }

    /// The events of a stream of these data; an apostrophe stands for a quotation mark.
    private static List<StreamEvent> stream(String... data) {
        List<StreamEvent> events = new ArrayList<>();
        var decoder = new ChatStreamDecoder();
        var frames = new SseDecoder(1_000_000);
        for (String line : data) {
            byte[] bytes = ("data: " + line.replace('\'', '"') + "\n\n").getBytes(StandardCharsets.UTF_8);
            frames.feed(bytes, frame -> decoder.on(frame, events::add));
        }
        decoder.end(events::add);
        return events;
    }
}
