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
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.throughline.wire.chat.ChatRequests.json;
import static org.assertj.core.api.Assertions.assertThat;

class ChatWholeDecoderTest {

    @Test
    void eventsAreInTheOrderOfTheGrammar() {
        assertThat(decode("{'model':'glm','choices':[{'index':0,'finish_reason':'tool_calls','message':{"
                        + "'tool_calls':[{'id':'call_1','type':'function',"
                        + "'function':{'name':'f','arguments':'{\\'a\\': 1}'}}],"
                        + "'content':'so \\n','reasoning_content':' why'}}],"
                        + "'usage':{'prompt_tokens':7,'completion_tokens':5,"
                        + "'prompt_tokens_details':{'cached_tokens':3},"
                        + "'completion_tokens_details':{'reasoning_tokens':2}}}"))
                .containsExactly(
                        new Start("glm"),
                        new ReasoningDelta(" why"),
                        new TextDelta("so \n"),
                        new ToolCallStart(0, "call_1", "f"),
                        new ToolCallArgs(0, "{\"a\": 1}"),
                        new ToolCallEnd(0),
                        new Usage(7, 5, 3, 2),
                        new Finish(FinishReason.TOOL_CALLS));
    }

    @Test
    void aUsageThatIsNoCountIsTakenAsAbsentAndNamed() {
        assertThat(decode("{'model':'glm','choices':[{'index':0,'finish_reason':'stop','message':{'content':'so'}}],"
                        + "'usage':{'prompt_tokens':7,'completion_tokens':-99999999999999999999999,"
                        + "'prompt_tokens_details':{'cached_tokens':0.5}}}"))
                .contains(new Usage(7, 0, 0, 0, 0, List.of("completion_tokens", "cached_tokens")));
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "'reasoning_content':'r'",
                "'reasoning':'r'",
                "'reasoning_text':'r'",
                "'reasoning_content':'','reasoning':'r'",
                "'reasoning_content':null,'reasoning':'r'",
                "'reasoning_content':'r','reasoning':'r'",
                "'reasoning':'r','reasoning_details':[{'type':'reasoning.text','text':'r'}]",
                "'reasoning':'r','reasoning_details':[{'type':'reasoning.summary','summary':'r'}]",
                "'reasoning_details':[{'type':'reasoning.text','text':'r'}]",
                "'reasoning':'r','reasoning_details':[]",
                "'content':[{'type':'thinking','thinking':[{'type':'text','text':'r'}]}]"
            })
    void reasoningIsReadOnceWhateverItsField(String fields) {
        assertThat(message(fields)).containsExactly(new ReasoningDelta("r"));
    }

    @Test
    void detailsKeepBlocksSignaturesAndSealedData() {
        assertThat(message("'reasoning':'ab','reasoning_details':[{'type':'reasoning.text','text':'a','signature':'s'},"
                        + "{'type':'reasoning.encrypted','data':'d'},{'type':'reasoning.text','text':'b'}]"))
                .containsExactly(
                        new ReasoningDelta("a"),
                        new ReasoningSignature("s"),
                        new RedactedReasoning("d"),
                        new ReasoningDelta("b"));
    }

    @Test
    void sealedDataIsReadBesideReasoningThatTheDetailsDoNotRepeat() {
        assertThat(message("'reasoning':'r','reasoning_details':[{'type':'reasoning.encrypted','data':'d'}]"))
                .containsExactly(new ReasoningDelta("r"), new RedactedReasoning("d"));
    }

    @Test
    void readableDetailsThatSayOtherThanTheirFieldAreNotRead() {
        assertThat(message("'reasoning':'r','reasoning_details':[{'type':'reasoning.text','text':'x'},"
                        + "{'type':'reasoning.encrypted','data':'d'}]"))
                .containsExactly(new ReasoningDelta("r"), new RedactedReasoning("d"));
    }

    @Test
    void theDetailsAreKeptForTheirBackendAsTheyAre() {
        String details = "[{\"type\":\"reasoning.text\",\"text\":\"a\",\"own\":1.50}]";

        assertThat(ChatWholeDecoder.reasoningDetails(json("{'choices':[{'index':1},{'index':0,'message':"
                                + "{'reasoning_details':" + details + "}}]}"))
                        .json())
                .contains(details);
        assertThat(ChatWholeDecoder.reasoningDetails(json("{'choices':[]}")).json())
                .isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "'content':'t'",
                "'content':[{'type':'text','text':'t'}]",
                "'content':null,'refusal':'t'",
                "'content':'','refusal':'t'"
            })
    void contentIsReadInEveryForm(String fields) {
        assertThat(message(fields)).containsExactly(new TextDelta("t"));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        'tool_calls':[{'id':'i','function':{'name':'f','arguments':{'a':[1, 2]}}}] | i | {"a":[1,2]}
        'tool_calls':[{'function':{'name':'f','arguments':'{}'}}]                  | `` | {}
        'tool_calls':[{'id':null,'function':{'name':'f','arguments':'{\\'a'}}]     | `` | {"a
        'function_call':{'name':'f','arguments':'{}'}                              | `` | {}
        """)
    void callIsReadInEveryForm(String fields, String id, String arguments) {
        assertThat(message(fields))
                .containsExactly(new ToolCallStart(0, id, "f"), new ToolCallArgs(0, arguments), new ToolCallEnd(0));
    }

    @Test
    void callsKeepTheirOrderAndACallWithoutArgumentsHasNone() {
        assertThat(message("'tool_calls':[{'id':'a','function':{'name':'f'}},{'id':'b','function':{'name':'g'}}]"))
                .containsExactly(
                        new ToolCallStart(0, "a", "f"),
                        new ToolCallEnd(0),
                        new ToolCallStart(1, "b", "g"),
                        new ToolCallEnd(1));
    }

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource({
        "'stop',STOP",
        "'length',LENGTH",
        "'tool_calls',TOOL_CALLS",
        "'function_call',TOOL_CALLS",
        "'content_filter',CONTENT_FILTER",
        "'eos',STOP",
        "null,STOP"
    })
    void reasonIsUnderstood(String word, FinishReason reason) {
        String answer = "{\"choices\":[{\"finish_reason\":" + (word.equals("null") ? word : "\"" + word + "\"")
                + ",\"message\":{%s}}]}";
        String calls = "'tool_calls':[{'id':'c','function':{'name':'f','arguments':'{}'}}]".replace('\'', '"');

        assertThat(decode(answer.formatted(reason == FinishReason.TOOL_CALLS ? calls : "")))
                .startsWith(new Start(""))
                .endsWith(new Finish(reason));
    }

    @Test
    void onlyTheChoiceWithIndexZeroIsRead() {
        assertThat(decode("{'choices':[{'index':1,'message':{'content':'no'},'finish_reason':'length'},"
                        + "{'index':0,'message':{'content':'yes'},'finish_reason':'stop'}]}"))
                .containsExactly(new Start(""), new TextDelta("yes"), new Finish(FinishReason.STOP));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        {}                                             | /choices          | missing
        {'choices':[]}                                 | /choices          | array
        {'choices':'x'}                                | /choices          | string
        {'choices':[{'index':3,'message':{}}]}         | /choices          | array
        {'choices':[{'index':0}]}                      | /choices/0/message | missing
        {'choices':[{'message':'x'}]}                  | /choices/0/message | string
        """)
    void bodyWithoutACompletionIsAFailureThatNamesThePlace(String body, String pointer, String found) {
        assertThat(decode(body)).singleElement().isInstanceOfSatisfying(Failure.class, failure -> {
            assertThat(failure.kind()).isEqualTo(FailureKind.BACKEND);
            assertThat(failure.message()).contains(pointer + ",", "expected", "found " + found);
        });
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "{'error':{'message':'full','code':503}}",
                "{'object':'error','message':'full','code':503}",
                "{'error':'full','choices':[]}",
                "{'choices':[{'index':0,'message':{'content':'half'},'finish_reason':'error',"
                        + "'error':{'message':'full','code':503}}]}"
            })
    void errorInABodyIsAFailureWithItsWords(String body) {
        assertThat(decode(body))
                .last()
                .isInstanceOfSatisfying(
                        Failure.class, failure -> assertThat(failure.message()).isEqualTo("full"));
        assertThat(decode(body)).noneMatch(event -> event instanceof Finish);
    }

    @ParameterizedTest
    @ValueSource(strings = {"error", "abort"})
    void answerThatTheBackendGaveUpIsNoEnd(String word) {
        assertThat(decode("{'choices':[{'message':{'content':'half'},'finish_reason':'" + word + "'}]}"))
                .last()
                .isInstanceOfSatisfying(
                        Failure.class,
                        failure -> assertThat(failure.message()).contains(word, "/choices/0/finish_reason"));
    }

    private static List<StreamEvent> message(String fields) {
        List<StreamEvent> events = decode("{'choices':[{'finish_reason':'stop','message':{" + fields + "}}]}");
        return events.subList(1, events.size() - 1);
    }

    private static List<StreamEvent> decode(String body) {
        List<StreamEvent> events = new ArrayList<>();
        ChatWholeDecoder.decode(json(body), events::add);
        return events;
    }
}
