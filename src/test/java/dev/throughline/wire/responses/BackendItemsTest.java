package dev.throughline.wire.responses;

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
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/// How output items become events, whatever of them a server sends and in whatever order.
class BackendItemsTest {
    private static final ReasoningDelta THINK = new ReasoningDelta("think");
    private static final TextDelta SAID = new TextDelta("said");

    @Test
    void reasoningInContentAndSummaryCountsOnce() {
        assertThat(said(added(0, "reasoning"), content("thi"), summary("thi"), content("nk"), summary("nk")))
                .containsExactly(THINK);
    }

    @Test
    void reasoningCountsOnceWhenEachPieceComesInTheSummaryFirst() {
        assertThat(said(added(0, "reasoning"), summary("thi"), content("thi"), summary("nk"), content("nk")))
                .containsExactly(THINK);
    }

    @Test
    void summaryIsReasoningWhereThereIsNoContent() {
        assertThat(said(added(0, "reasoning"), summary("thi"), summary("nk"))).containsExactly(THINK);
    }

    @Test
    void summaryOfOnePieceIsNotHeldBackForEver() {
        String text = "{'type':'response.output_text.delta','output_index':1,'delta':'said'}";

        assertThat(said(added(0, "reasoning"), summary("think"), added(1, "message"), text))
                .containsExactly(THINK, SAID);
        assertThat(said(added(0, "reasoning"), summary("think"))).containsExactly(THINK);
    }

    @Test
    void emittedSummaryIsNotRepeatedByContent() {
        assertThat(said(summary("thi"), summary("nk"), content("think"))).containsExactly(THINK);
    }

    @Test
    void textsThatComeOnlyAtTheEndOfTheirPartAreRead() {
        assertThat(said(
                        added(0, "reasoning"),
                        "{'type':'response.reasoning_text.done','output_index':0,'text':'think'}",
                        "{'type':'response.reasoning_summary_text.done','output_index':0,'text':'think'}",
                        done(0, "{'type':'reasoning','summary':[{'text':'think'}],'content':[{'text':'think'}]}"),
                        added(1, "message"),
                        "{'type':'response.output_text.done','output_index':1,'text':'said'}",
                        done(1, "{'type':'message','content':[{'type':'output_text','text':'said'}]}")))
                .containsExactly(THINK, SAID);
    }

    @Test
    void textsThatComeOnlyAtTheEndOfTheirItemAreRead() {
        assertThat(said(
                        done(0, "{'type':'reasoning','summary':[{'text':'thi'},{'text':'nk'}]}"),
                        done(1, "{'type':'message','content':[{'type':'refusal','refusal':'said'}]}")))
                .containsExactly(THINK, SAID);
    }

    @Test
    void textsThatComeOnlyAtTheEndOfTheAnswerAreRead() {
        String output = "[{'type':'reasoning','content':[{'text':'think'}],'encrypted_content':'sig'},"
                + "{'type':'message','content':[{'type':'output_text','text':'said'}]},"
                + "{'type':'function_call','call_id':'c','name':'f','arguments':'{}'}]";

        assertThat(DecodedResponse.frames("{'type':'response.completed','response':{'output':" + output + "}}"))
                .contains(THINK, new ReasoningSignature("sig"), SAID, new ToolCallStart(0, "c", "f"))
                .last()
                .isEqualTo(new Finish(FinishReason.TOOL_CALLS));
    }

    @Test
    void endOfTheAnswerRepeatsNothingUnderOtherIds() {
        assertThat(DecodedResponse.frames(
                        "{'type':'response.output_text.delta','item_id':'a','delta':'said'}",
                        "{'type':'response.completed','response':{'output':[{'id':'b','type':'message',"
                                + "'content':[{'type':'output_text','text':'said'}]}]}}"))
                .containsOnlyOnce(SAID)
                .hasSize(3);
    }

    @Test
    void proofBelongsToTheTextBeforeIt() {
        assertThat(said(
                        added(0, "reasoning"),
                        content("think"),
                        done(0, "{'type':'reasoning','encrypted_content':'sig'}")))
                .containsExactly(THINK, new ReasoningSignature("sig"));
    }

    @Test
    void proofWithoutTextIsReasoningThatOnlyItsProviderReads() {
        assertThat(said(added(0, "reasoning"), done(0, "{'type':'reasoning','encrypted_content':'opaque'}")))
                .containsExactly(new RedactedReasoning("opaque"));
    }

    @Test
    void proofThatComesAfterSomethingElseIsDropped() {
        assertThat(said(
                        content("think"),
                        "{'type':'response.output_text.delta','output_index':1,'delta':'said'}",
                        done(0, "{'type':'reasoning','encrypted_content':'sig'}")))
                .containsExactly(THINK, SAID);
    }

    @Test
    void adjacentReasoningItemsStayApart() {
        assertThat(said(
                        done(0, "{'type':'reasoning','content':[{'text':'one'}]}"),
                        done(1, "{'type':'reasoning','content':[{'text':'two'}]}")))
                .containsExactly(new ReasoningDelta("one"), new ReasoningSignature(""), new ReasoningDelta("two"));
    }

    @Test
    void itemsAreFoundByIdWhereNoPlaceIsNamed() {
        assertThat(said(
                        "{'type':'response.output_item.added','item':{'type':'reasoning','id':'rs'}}",
                        "{'type':'response.reasoning_text.delta','item_id':'rs','delta':'think'}",
                        "{'type':'response.output_item.added','item':{'type':'message','id':'msg'}}",
                        "{'type':'response.output_text.delta','item_id':'msg','delta':'said'}",
                        "{'type':'response.output_item.added','item':" + call("fc", "c", "f") + "}",
                        "{'type':'response.function_call_arguments.delta','item_id':'fc','delta':'{}'}",
                        "{'type':'response.output_item.done','item':{'type':'reasoning','id':'rs',"
                                + "'content':[{'text':'think'}],'encrypted_content':''}}",
                        "{'type':'response.output_item.done','item':{'type':'message','id':'msg',"
                                + "'content':[{'text':'said'}]}}"))
                .containsExactly(
                        THINK, SAID, new ToolCallStart(0, "c", "f"), new ToolCallArgs(0, "{}"), new ToolCallEnd(0));
    }

    @Test
    void callsAreNumberedInTheirOrder() {
        assertThat(said(
                        addedCall(3, "c3", "f"),
                        arguments(3, "{}"),
                        done(3, call("fc3", "c3", "f")),
                        addedCall(5, "c5", "g"),
                        arguments(5, "{}")))
                .containsExactly(
                        new ToolCallStart(0, "c3", "f"),
                        new ToolCallArgs(0, "{}"),
                        new ToolCallEnd(0),
                        new ToolCallStart(1, "c5", "g"),
                        new ToolCallArgs(1, "{}"),
                        new ToolCallEnd(1));
    }

    @Test
    void callsThatGrowByTurnsAreEmittedOneAfterTheOther() {
        assertThat(said(
                        addedCall(0, "c0", "f"),
                        addedCall(1, "c1", "g"),
                        arguments(0, "{'a'"),
                        arguments(1, "{'b'"),
                        arguments(0, ":1}"),
                        "{'type':'response.output_text.delta','output_index':2,'delta':'said'}",
                        arguments(1, ":2}")))
                .containsExactly(
                        new ToolCallStart(0, "c0", "f"),
                        new ToolCallArgs(0, "{'a':1}"),
                        new ToolCallEnd(0),
                        new ToolCallStart(1, "c1", "g"),
                        new ToolCallArgs(1, "{'b':2}"),
                        new ToolCallEnd(1),
                        SAID);
    }

    @Test
    void callThatBeganWithinAnotherKeepsTheOrderOfItsArguments() {
        assertThat(said(
                        addedCall(0, "c0", "f"),
                        addedCall(1, "c1", "g"),
                        arguments(0, "{}"),
                        arguments(1, "{'b'"),
                        arguments(1, ":2}")))
                .containsExactly(
                        new ToolCallStart(0, "c0", "f"),
                        new ToolCallArgs(0, "{}"),
                        new ToolCallEnd(0),
                        new ToolCallStart(1, "c1", "g"),
                        new ToolCallArgs(1, "{'b':2}"),
                        new ToolCallEnd(1));
    }

    @Test
    void argumentsThatComeOnlyAtTheEndAreRead() {
        assertThat(said(
                        addedCall(0, "c0", "f"),
                        addedCall(1, "c1", "g"),
                        "{'type':'response.function_call_arguments.done','output_index':0,'arguments':'{}'}",
                        "{'type':'response.output_item.done','output_index':1,'item':"
                                + "{'type':'function_call','call_id':'c1','name':'g','arguments':'[1]'}}"))
                .contains(new ToolCallArgs(0, "{}"), new ToolCallArgs(1, "[1]"));
    }

    @Test
    void callThatIsNamedOnlyAtItsEndIsReadFromThere() {
        assertThat(said(
                        "{'type':'response.function_call_arguments.delta','output_index':0,'delta':'{'}",
                        "{'type':'response.function_call_arguments.delta','output_index':0,'delta':'}'}",
                        "{'type':'response.output_item.done','output_index':0,'item':"
                                + "{'type':'function_call','call_id':'c','name':'f','arguments':'{}'}}"))
                .containsExactly(new ToolCallStart(0, "c", "f"), new ToolCallArgs(0, "{}"), new ToolCallEnd(0));
    }

    @Test
    void callWithoutArgumentsHasAnEmptyObject() {
        assertThat(said(addedCall(0, "c", "f"), done(0, call("fc", "c", "f")))).contains(new ToolCallArgs(0, "{}"));
    }

    @Test
    void argumentsThatWereCutStayUnclosed() {
        assertThat(DecodedResponse.frames(
                        addedCall(0, "c", "f"), arguments(0, "{'a'"), "{'type':'response.incomplete','response':{}}"))
                .containsSubsequence(new ToolCallArgs(0, "{'a'"), new ToolCallEnd(0), new Finish(FinishReason.LENGTH));
    }

    @Test
    void inputOfACustomToolIsOneArgument() {
        assertThat(said(
                        "{'type':'response.output_item.added','output_index':0,'item':"
                                + "{'type':'custom_tool_call','call_id':'c','name':'patch','input':''}}",
                        "{'type':'response.custom_tool_call_input.delta','output_index':0,'delta':'a\\\\n'}",
                        "{'type':'response.custom_tool_call_input.delta','output_index':0,'delta':'b'}",
                        "{'type':'response.custom_tool_call_input.done','output_index':0,'input':'a\\\\nb'}"))
                .containsExactly(
                        new ToolCallStart(0, "c", "patch"),
                        new ToolCallArgs(0, "{\"input\":\"a\\\\nb\"}"),
                        new ToolCallEnd(0));
    }

    @Test
    void itemsThatTheProviderRunsAreNotRead() {
        assertThat(said(
                        added(0, "web_search_call"),
                        done(0, "{'type':'web_search_call','status':'completed'}"),
                        done(1, "{'type':'message','content':[{'text':'said'}]}")))
                .containsExactly(SAID);
    }

    @ParameterizedTest
    @CsvSource({
        "output_text, text, message",
        "refusal, refusal, message",
        "reasoning_text, text, reasoning",
        "reasoning_summary_text, text, reasoning"
    })
    void textThatComesOnlyAtTheEndOfItsPartNeedsNoOtherEnd(String event, String field, String type) {
        String part = "{'type':'response." + event + ".done','output_index':0,'" + field + "':'%s'}";

        assertThat(said(added(0, type), part.formatted("said")))
                .containsExactly(type.equals("message") ? SAID : new ReasoningDelta("said"));
    }

    @ParameterizedTest
    @CsvSource({"output_text, message", "reasoning_text, reasoning", "reasoning_summary_text, reasoning"})
    void aPartThatDidNotGrowIsReadFromItsEndBehindOneThatDid(String event, String type) {
        String delta = "{'type':'response." + event + ".delta','output_index':0,'delta':'%s'}";
        String end = "{'type':'response." + event + ".done','output_index':0,'text':'%s'}";

        assertThat(said(
                        added(0, type),
                        delta.formatted("sa"),
                        delta.formatted("i"),
                        end.formatted("sai"),
                        end.formatted("d"),
                        delta.formatted("!"),
                        end.formatted("!")))
                .containsExactly(type.equals("message") ? new TextDelta("said!") : new ReasoningDelta("said!"));
    }

    @Test
    void contentIsEmittedAtOnceAndTheFirstPieceOfASummaryHeldBack() {
        assertThat(cutOff(added(0, "reasoning"), content("think"))).containsExactly(new Start(""), THINK);
        assertThat(cutOff(added(0, "reasoning"), summary("think"))).isEmpty();
    }

    @Test
    void textBehindACallIsEmittedAsSoonAsItsArgumentsAreWhole() {
        String text = "{'type':'response.output_text.delta','output_index':1,'delta':'said'}";

        assertThat(cutOff(addedCall(0, "c", "f"), arguments(0, "{"), text))
                .containsExactly(new Start(""), new ToolCallStart(0, "c", "f"), new ToolCallArgs(0, "{"));
        assertThat(cutOff(
                        addedCall(0, "c", "f"),
                        arguments(0, "{"),
                        text,
                        arguments(0, "}"),
                        "{'type':'response.function_call_arguments.done','output_index':0,'arguments':'{}'}"))
                .containsSubsequence(new ToolCallArgs(0, "{}"), new ToolCallEnd(0), SAID);
        assertThat(cutOff(addedCall(0, "c", "f"), arguments(0, "{}"), text))
                .containsSubsequence(new ToolCallArgs(0, "{}"), new ToolCallEnd(0), SAID);
    }

    @Test
    void aTextWithAnotherIdBelongsToTheLatestMessage() {
        assertThat(said(
                        "{'type':'response.output_item.added','item':{'type':'reasoning','id':'rs'}}",
                        "{'type':'response.output_item.added','item':{'type':'message','id':'msg'}}",
                        "{'type':'response.output_text.delta','item_id':'other','delta':'sa'}",
                        "{'type':'response.reasoning_text.delta','item_id':'msg','delta':'think'}",
                        "{'type':'response.output_text.delta','item_id':'msg','delta':'id'}",
                        "{'type':'response.output_item.done','item':{'type':'message','id':'msg',"
                                + "'content':[{'text':'said'}]}}"))
                .containsExactly(new TextDelta("sa"), THINK, new TextDelta("id"));
    }

    /// The events of a stream that breaks off behind these frames, without its failure.
    private static List<StreamEvent> cutOff(String... frames) {
        List<StreamEvent> events = DecodedResponse.frames(frames);
        assertThat(events.getLast()).isInstanceOf(StreamEvent.Failure.class);
        return events.subList(0, events.size() - 1);
    }

    /// What is said between the start and the end.
    private static List<StreamEvent> said(String... frames) {
        List<String> all = new ArrayList<>(List.of(frames));
        all.add("{'type':'response.completed','response':{}}");
        List<StreamEvent> events = DecodedResponse.frames(all.toArray(String[]::new));
        assertThat(events.getLast()).isInstanceOf(Finish.class);
        return events.subList(1, events.size() - 1);
    }

    private static String added(int place, String type) {
        return "{'type':'response.output_item.added','output_index':" + place + ",'item':{'type':'" + type + "'}}";
    }

    private static String addedCall(int place, String id, String name) {
        return "{'type':'response.output_item.added','output_index':" + place + ",'item':"
                + call("fc" + place, id, name) + "}";
    }

    private static String call(String id, String callId, String name) {
        return "{'type':'function_call','id':'" + id + "','call_id':'" + callId + "','name':'" + name
                + "','arguments':''}";
    }

    private static String done(int place, String item) {
        return "{'type':'response.output_item.done','output_index':" + place + ",'item':" + item + "}";
    }

    private static String content(String delta) {
        return "{'type':'response.reasoning_text.delta','output_index':0,'delta':'" + delta + "'}";
    }

    private static String summary(String delta) {
        return "{'type':'response.reasoning_summary_text.delta','output_index':0,'delta':'" + delta + "'}";
    }

    /// A piece of arguments; its quotes stay single, which does no harm here.
    private static String arguments(int place, String delta) {
        return "{'type':'response.function_call_arguments.delta','output_index':" + place + ",'delta':'"
                + delta.replace("'", "\\u0027") + "'}";
    }
}
