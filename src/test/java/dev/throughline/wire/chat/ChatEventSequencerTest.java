package dev.throughline.wire.chat;

import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.stream.StreamEvent.ReasoningSignature;
import dev.throughline.stream.StreamEvent.Start;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.stream.StreamEvent.ToolCallArgs;
import dev.throughline.stream.StreamEvent.ToolCallEnd;
import dev.throughline.stream.StreamEvent.ToolCallStart;
import dev.throughline.wire.StreamDecoder;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.sse.SseDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ChatEventSequencerTest {
    private static final String CALL = "'tool_calls':[{'index':0,'id':'c','function':{'name':'f','arguments':'%s'}}]";
    private static final String MORE = "'tool_calls':[{'index':0,'function':{'arguments':'}'}}]";
    private static final StreamEvent START = new ToolCallStart(0, "c", "f");
    private static final StreamEvent END = new ToolCallEnd(0);

    @Test
    void endsAWholeCallBeforeTextThatFollowsIt() {
        assertThat(read(CALL.formatted("{}"), "'content':'a'", "'content':'b'"))
                .containsExactly(START, new ToolCallArgs(0, "{}"), END, new TextDelta("a"), new TextDelta("b"));
    }

    @Test
    void keepsTextThatComesInsideACallUntilItsEnd() {
        assertThat(read(CALL.formatted("{"), "'content':'a'", "'reasoning':'r'", MORE, "'content':'b'"))
                .containsExactly(
                        START,
                        new ToolCallArgs(0, "{"),
                        new ToolCallArgs(0, "}"),
                        END,
                        new TextDelta("a"),
                        new ReasoningDelta("r"),
                        new TextDelta("b"));
    }

    @Test
    void dropsArgumentsOfACallThatIsOver() {
        assertThat(read(CALL.formatted("{}"), "'content':'a'", MORE))
                .containsExactly(START, new ToolCallArgs(0, "{}"), END, new TextDelta("a"));
    }

    @Test
    void putsASignatureWithoutReasoningBehindAnEmptyBlock() {
        String signed = "'reasoning_details':[{'type':'reasoning.text','signature':'s'}]";

        assertThat(read("'reasoning':'r'", signed, "'content':'a'", signed))
                .containsExactly(
                        new ReasoningDelta("r"),
                        new ReasoningSignature("s"),
                        new TextDelta("a"),
                        new ReasoningDelta(""),
                        new ReasoningSignature("s"));
    }

    @Test
    void writesAMessageWhereABodyHasSomethingElse() {
        byte[] body = "{\"choices\":[{\"message\":[],\"finish_reason\":\"stop\"}]}".getBytes(StandardCharsets.UTF_8);

        assertThat(ChatRewrite.of(StrictJson.object(body).orElseThrow(), List.of(new TextDelta("a"))))
                .asString()
                .contains("\"message\":{\"content\":\"a\"}");
    }

    /// What is between the start and the end of a stream of these deltas.
    private static List<StreamEvent> read(String... deltas) {
        var stream = new StringBuilder();
        for (String delta : deltas) {
            stream.append("data: {\"choices\":[{\"delta\":{")
                    .append(delta.replace('\'', '"'))
                    .append("}}]}\n\n");
        }
        stream.append("data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n");
        List<StreamEvent> events = new ArrayList<>();
        StreamDecoder decoder = new ChatStreamDecoder();
        new SseDecoder(100_000)
                .feed(stream.toString().getBytes(StandardCharsets.UTF_8), frame -> decoder.on(frame, events::add));
        boolean hasCall = events.stream().anyMatch(ToolCallStart.class::isInstance);
        assertThat(events)
                .startsWith(new Start(""))
                .endsWith(new Finish(hasCall ? FinishReason.TOOL_CALLS : FinishReason.STOP));
        return events.subList(1, events.size() - 1);
    }
}
