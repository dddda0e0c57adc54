package dev.throughline.wire.chat;

import com.fasterxml.jackson.databind.node.ObjectNode;
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
import dev.throughline.wire.StrictJson;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Bodies are written with `'` for quotes.
class ChatRewriteTest {
    private static final String HEAD = "{'id':'x','own':1.50,'choices':[{'index':0,'logprobs':{},'finish_reason':";

    @Test
    void aTextIsReplacedAndAllElseKept() {
        String body = HEAD + "'stop','message':{'role':'assistant','content':'a','own':2}}]}";

        assertThat(rewritten(body, new TextDelta("b"), new TextDelta("c"), new Finish(FinishReason.STOP)))
                .isEqualTo(body.replace("'content':'a'", "'content':'bc'"));
        assertThat(rewritten(body)).isEqualTo(body.replace("'content':'a'", "'content':null"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"reasoning_content", "reasoning", "reasoning_text"})
    void reasoningStaysInItsField(String field) {
        String body = HEAD + "'stop','message':{'content':'a','" + field + "':'r'}}]}";

        assertThat(rewritten(body, new ReasoningDelta("s"), new ReasoningDelta("t"), new TextDelta("a")))
                .isEqualTo(body.replace("'r'", "'st'"));
        assertThat(rewritten(body, new TextDelta("a"))).isEqualTo(body.replace(",'" + field + "':'r'", ""));
    }

    @Test
    void reasoningStaysInEachOfItsFields() {
        String body = HEAD + "'stop','message':{'reasoning_content':'r','reasoning':'r','content':'a'}}]}";

        assertThat(rewritten(body, new ReasoningDelta("s"), new TextDelta("a"))).isEqualTo(body.replace("'r'", "'s'"));
        assertThat(rewritten(body, new ReasoningDelta("r"), new TextDelta("b"))).isEqualTo(body.replace("'a'", "'b'"));
    }

    @Test
    void detailsKeepAllButTheTextThatChanged() {
        String first = "{'type':'reasoning.text','text':'one ','signature':'s1','id':'rd_1','index':0}";
        String second = "{'type':'reasoning.text','text':'two','signature':'s2','id':'rd_2','index':1}";
        String sealed = "{'type':'reasoning.encrypted','data':'d','index':2}";
        String last = "{'type':'reasoning.summary','summary':' three','index':3}";
        String body = HEAD + "'stop','message':{'reasoning':'one two three','content':'a','reasoning_details':["
                + String.join(",", first, second, sealed, last) + "]}}]}";

        assertThat(rewritten(body, new ReasoningDelta("one 2 three"), new TextDelta("a")))
                .isEqualTo(body.replace("'two'", "'2'").replace("one two three", "one 2 three"));
        assertThat(rewritten(body, new ReasoningDelta("one two three four"), new TextDelta("a")))
                .isEqualTo(body.replace(" three'", " three four'"));
        assertThat(rewritten(body, new ReasoningDelta("one two three"), new TextDelta("b")))
                .isEqualTo(body.replace("'content':'a'", "'content':'b'"));
    }

    @Test
    void textStaysInPartsAndInARefusal() {
        String parts = HEAD + "'stop','message':{'content':[{'type':'thinking','thinking':'r'},"
                + "{'type':'text','text':'a','own':1},{'type':'text','text':'b'}]}}]}";
        String refused = HEAD + "'stop','message':{'content':null,'refusal':'no'}}]}";

        assertThat(rewritten(parts, new ReasoningDelta("s"), new TextDelta("cb")))
                .isEqualTo(parts.replace("'a'", "'c'").replace("'r'", "'s'"));
        assertThat(rewritten(refused, new ReasoningDelta("r"), new TextDelta("no")))
                .isEqualTo(refused.replace("'no'", "'no','reasoning_content':'r'"));
    }

    @Test
    void callsThatPassedAsTheyCameKeepTheirFields() {
        String body =
                HEAD + "'tool_calls','message':{'content':'a','tool_calls':[{'index':0,'id':'c1','type':'function',"
                        + "'function':{'name':'f','arguments':'{}'},'own':1}]}}]}";

        assertThat(rewritten(
                        body,
                        new TextDelta("b"),
                        new ToolCallStart(0, "c1", "f"),
                        new ToolCallArgs(0, "{}"),
                        new ToolCallEnd(0)))
                .isEqualTo(body.replace("'content':'a'", "'content':'b'"));
    }

    @Test
    void newReasoningHasTheUsualField() {
        String body = HEAD + "'stop','message':{'content':'a','reasoning':null}}]}";

        assertThat(rewritten(body, new ReasoningDelta("r"), new TextDelta("a")))
                .isEqualTo(body.replace("'reasoning':null", "'reasoning_content':'r'"));
    }

    @Test
    void callsAndTheReasonAreThoseThatPassed() {
        String body = HEAD + "'stop','message':{'content':'a','tool_calls':[{'id':'old'}]}}]}";

        assertThat(rewritten(
                        body,
                        new ToolCallStart(0, "c1", "f"),
                        new ToolCallArgs(0, "{"),
                        new ToolCallArgs(0, "}"),
                        new ToolCallEnd(0),
                        new ToolCallStart(1, "c2", "g"),
                        new ToolCallArgs(1, "1"),
                        new Finish(FinishReason.TOOL_CALLS)))
                .isEqualTo(HEAD + "'tool_calls','message':{'content':null,'tool_calls':["
                        + "{'id':'c1','type':'function','function':{'name':'f','arguments':'{}'}},"
                        + "{'id':'c2','type':'function','function':{'name':'g','arguments':'1'}}]}}]}");
        assertThat(rewritten(body, new TextDelta("a"))).isEqualTo(body.replace(",'tool_calls':[{'id':'old'}]", ""));
    }

    @Test
    void eventsWithoutAPlaceInTheMessageChangeNothing() {
        String body = HEAD + "'stop','message':{'content':'a','reasoning_details':[{'data':'d'}]}}]}";

        assertThat(rewritten(
                        body,
                        new Start("other"),
                        new RedactedReasoning("e"),
                        new ReasoningSignature("s"),
                        new TextDelta("a"),
                        new Usage(1, 2, 0, 0),
                        Failure.of(FailureKind.BACKEND, "m")))
                .isEqualTo(body);
    }

    @Test
    void aReasonOfTheSameMeaningIsKept() {
        String body = HEAD + "'max_tokens','message':{'content':'a'}}]}";

        assertThat(rewritten(body, new TextDelta("a"), new Finish(FinishReason.LENGTH)))
                .isEqualTo(body);
        assertThat(rewritten(body, new TextDelta("a"), new Finish(FinishReason.CONTENT_FILTER)))
                .isEqualTo(body.replace("max_tokens", "content_filter"));
    }

    @Test
    void whatHasNoMessageGetsOneAndWhatHasNoChoiceStays() {
        assertThat(rewritten("{'choices':[{'message':null}]}", new TextDelta("a")))
                .isEqualTo("{'choices':[{'message':{'content':'a'}}]}");
        assertThat(rewritten("{'choices':[]}", new TextDelta("a"))).isEqualTo("{'choices':[]}");
    }

    private static String rewritten(String body, StreamEvent... passed) {
        ObjectNode tree = StrictJson.object(body.replace('\'', '"').getBytes(StandardCharsets.UTF_8))
                .orElseThrow();
        ObjectNode before = tree.deepCopy();

        byte[] written = ChatRewrite.of(tree, List.of(passed));

        assertThat(tree).isEqualTo(before);
        return new String(written, StandardCharsets.UTF_8).replace('"', '\'');
    }
}
