package dev.throughline.wire.chat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.wire.Adaptation;
import dev.throughline.wire.HistoryField;
import dev.throughline.wire.StrictJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.throughline.wire.chat.ChatRequests.anthropic;
import static dev.throughline.wire.chat.ChatRequests.flattening;
import static dev.throughline.wire.chat.ChatRequests.history;
import static dev.throughline.wire.chat.ChatRequests.json;
import static dev.throughline.wire.chat.ChatRequests.responses;
import static org.assertj.core.api.Assertions.assertThat;

class TranslatedHistoryTest {
    private static final String THOUGHT = "One ´two´:\\n\\n  三, a space at the end \\n";
    private static final String ARGUMENTS = "{´port´:´Bergen´}".replace("´", "\\'");
    private static final String WANTED = "["
            + "{'role':'system','content':'Be kind.'},"
            + "{'role':'user','content':'Tide at Bergen?'},"
            + "{'role':'assistant','content':'I ask.','reasoning_content':'" + THOUGHT + "',"
            + "'tool_calls':[{'id':'call_t','type':'function','function':"
            + "{'name':'tide','arguments':'" + ARGUMENTS + "'}}]},"
            + "{'role':'tool','tool_call_id':'call_t','content':'low  \\n'},"
            + "{'role':'user','content':'And later?'}]";
    private static final String IMAGE =
            "{'type':'image','source':{'type':'base64','media_type':'image/png','data':'AA'}}";
    private static final String IMAGE_URL = "{'type':'image_url','image_url':{'url':'data:image/png;base64,AA'}}";
    private static final Adaptation AS_SENT = history(HistoryField.AS_SENT);

    @Test
    void anthropicHistoryKeepsEveryWordThoughtCallAndResult() {
        Conversation request = anthropic("{'model':'m','max_tokens':9,'system':'Be kind.','messages':["
                + "{'role':'user','content':'Tide at Bergen?'},"
                + "{'role':'assistant','content':[{'type':'thinking','thinking':'" + THOUGHT + "','signature':'s'},"
                + "{'type':'text','text':'I ask.'},"
                + "{'type':'tool_use','id':'call_t','name':'tide','input':{'port':'Bergen'}}]},"
                + "{'role':'user','content':[{'type':'tool_result','tool_use_id':'call_t','content':'low  \\n'},"
                + "{'type':'text','text':'And later?'}]}]}");

        assertMessages(request, AS_SENT, WANTED);
    }

    @Test
    void responsesHistoryKeepsEveryWordThoughtCallAndResult() {
        assertMessages(
                items("{'role':'system','content':'Be kind.'},"
                        + "{'role':'user','content':[{'type':'input_text','text':'Tide at Bergen?'}]},"
                        + "{'type':'reasoning','summary':[],'content':[{'type':'reasoning_text','text':'" + THOUGHT
                        + "'}]},"
                        + "{'role':'assistant','content':[{'type':'output_text','text':'I ask.'}]},"
                        + "{'type':'function_call','call_id':'call_t','name':'tide','arguments':'" + ARGUMENTS + "'},"
                        + "{'type':'function_call_output','call_id':'call_t','output':'low  \\n'},"
                        + "{'role':'user','content':[{'type':'input_text','text':'And later?'}]}"),
                AS_SENT,
                WANTED);
    }

    @Test
    void anAnswerThatThoughtBetweenCallsIsDividedIntoItsSteps() {
        String call = "{'type':'tool_use','id':'%s','name':'f','input':{}}";
        String thought = "{'type':'thinking','thinking':'%s','signature':'s'}";
        String result = "{'type':'tool_result','tool_use_id':'%s','content':'%s'}";
        Conversation request = anthropic("{'model':'m','max_tokens':9,'messages':[{'role':'user','content':'go'},"
                + "{'role':'assistant','content':[" + thought.formatted("a") + "," + call.formatted("1") + ","
                + thought.formatted("b") + "," + call.formatted("2") + "]},"
                + "{'role':'user','content':[" + result.formatted("2", "two") + "," + result.formatted("1", "one")
                + "]}]}");
        String asked = "{'role':'assistant','content':null,'reasoning_content':'%s','tool_calls':[{'id':'%s',"
                + "'type':'function','function':{'name':'f','arguments':'{}'}}]}";
        String answered = "{'role':'tool','tool_call_id':'%s','content':'%s'}";

        assertMessages(
                request,
                AS_SENT,
                "[{'role':'user','content':'go'}," + asked.formatted("a", "1") + "," + answered.formatted("1", "one")
                        + "," + asked.formatted("b", "2") + "," + answered.formatted("2", "two") + "]");
    }

    /// As a chat server's answer returns: our own proofs of it are gone by then.
    @Test
    void anAnswerThatNoProviderProvesIsLeftWhole() {
        String call = "{'type':'tool_use','id':'%s','name':'f','input':{}}";
        String thought = "{'type':'thinking','thinking':'%s'}";
        String result = "{'type':'tool_result','tool_use_id':'%s','content':'%s'}";
        String asked = "{'id':'%s','type':'function','function':{'name':'f','arguments':'{}'}}";
        Conversation request = anthropic("{'model':'m','max_tokens':9,'messages':[{'role':'user','content':'go'},"
                + "{'role':'assistant','content':[" + thought.formatted("a") + "," + call.formatted("1") + ","
                + thought.formatted("b") + ",{'type':'text','text':'t'}," + call.formatted("2") + "]},"
                + "{'role':'user','content':[" + result.formatted("1", "one") + "," + result.formatted("2", "two")
                + "]}]}");

        assertMessages(
                request,
                AS_SENT,
                "[{'role':'user','content':'go'},{'role':'assistant','content':'t','reasoning_content':'ab',"
                        + "'tool_calls':[" + asked.formatted("1") + "," + asked.formatted("2") + "]},"
                        + "{'role':'tool','tool_call_id':'1','content':'one'},"
                        + "{'role':'tool','tool_call_id':'2','content':'two'}]");
    }

    @Test
    void anAnswerWithoutAllOfItsResultsIsLeftWhole() {
        Conversation request = anthropic("{'model':'m','max_tokens':9,'messages':[{'role':'user','content':'go'},"
                + "{'role':'assistant','content':[{'type':'tool_use','id':'1','name':'f','input':{}},"
                + "{'type':'thinking','thinking':'b','signature':'s'},"
                + "{'type':'tool_use','id':'2','name':'f','input':{}}]},"
                + "{'role':'user','content':[{'type':'tool_result','tool_use_id':'1','content':'one'}]}]}");

        assertMessages(
                request,
                AS_SENT,
                "[{'role':'user','content':'go'},{'role':'assistant','content':null,'reasoning_content':'b',"
                        + "'tool_calls':[{'id':'1','type':'function','function':{'name':'f','arguments':'{}'}},"
                        + "{'id':'2','type':'function','function':{'name':'f','arguments':'{}'}}]},"
                        + "{'role':'tool','tool_call_id':'1','content':'one'}]");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        AS_SENT           | 'content':'t','reasoning_content':'ab'
        REASONING_CONTENT | 'content':'t','reasoning_content':'ab'
        REASONING         | 'content':'t','reasoning':'ab'
        BOTH              | 'content':'t','reasoning_content':'ab','reasoning':'ab'
        DETAILS | 'content':'t','reasoning_details':[{'type':'reasoning.text','text':'a','format':'unknown','index':0},\
        {'type':'reasoning.text','text':'b','format':'unknown','index':1}]
        THINK_TAGS        | 'content':'<think>ab</think>t'
        NONE              | 'content':'t'
        """)
    void reasoningStandsWhereTheBackendReadsIt(HistoryField field, String wanted) {
        assertMessages(
                answered("{'type':'thinking','thinking':'a','signature':'s'},{'type':'redacted_thinking','data':'d'},"
                        + "{'type':'thinking','thinking':'b','signature':''},{'type':'text','text':'t'}"),
                history(field),
                "[{'role':'user','content':'u'},{'role':'assistant'," + wanted + "}]");
    }

    @Test
    void reasoningThatAnItemRepeatsCountsOnce() {
        assertMessages(
                items("{'role':'user','content':'u'},"
                        + "{'type':'reasoning','summary':[{'type':'summary_text','text':'a'}],"
                        + "'content':[{'type':'reasoning_text','text':'a'}],'encrypted_content':'s'},"
                        + "{'type':'reasoning','summary':[{'type':'summary_text','text':'b'}]},"
                        + "{'type':'reasoning','summary':[],'encrypted_content':'d'},"
                        + "{'role':'assistant','content':'t'}"),
                history(HistoryField.DETAILS),
                "[{'role':'user','content':'u'},{'role':'assistant','content':'t','reasoning_details':["
                        + "{'type':'reasoning.text','text':'a','format':'unknown','index':0},"
                        + "{'type':'reasoning.text','text':'b','format':'unknown','index':1}]}]");
    }

    @Test
    void answerThatOnlyCallsHasNoContentAndOneThatOnlyThinksAnEmptyOne() {
        assertMessages(
                answered("{'type':'tool_use','id':'c','name':'f','input':{}}"),
                AS_SENT,
                "[{'role':'user','content':'u'},{'role':'assistant','content':null,'tool_calls':["
                        + "{'id':'c','type':'function','function':{'name':'f','arguments':'{}'}}]}]");
        assertMessages(
                answered("{'type':'thinking','thinking':'a'}"),
                AS_SENT,
                "[{'role':'user','content':'u'},{'role':'assistant','content':'','reasoning_content':'a'}]");
    }

    @Test
    void answerThatHasNothingToSayHereIsLeftOut() {
        assertMessages(
                items("{'role':'user','content':'u'},{'type':'item_reference','id':'rs_1'},"
                        + "{'role':'user','content':'v'}"),
                AS_SENT,
                "[{'role':'user','content':'u'},{'role':'user','content':'v'}]");
    }

    @Test
    void resultsKeepTheirOrderAndTheirImagesFollowInOneUserMessage() {
        assertMessages(
                user("{'type':'tool_result','tool_use_id':'b','content':[{'type':'text','text':'x'}," + IMAGE + "]},"
                        + "{'type':'tool_result','tool_use_id':'a','content':[" + IMAGE + "]}"),
                AS_SENT,
                "[{'role':'tool','tool_call_id':'b','content':'x'},{'role':'tool','tool_call_id':'a','content':''},"
                        + "{'role':'user','content':[{'type':'text','text':'Image in the result of call b:'},"
                        + IMAGE_URL
                        + ",{'type':'text','text':'Image in the result of call a:'}," + IMAGE_URL + "]}]");
    }

    @Test
    void errorIsMarkedInItsText() {
        assertMessages(
                user("{'type':'tool_result','tool_use_id':'a','is_error':true,'content':'no such file'},"
                        + "{'type':'tool_result','tool_use_id':'b','is_error':true},"
                        + "{'type':'tool_result','tool_use_id':'c'}"),
                AS_SENT,
                "[{'role':'tool','tool_call_id':'a','content':'[error] no such file'},"
                        + "{'role':'tool','tool_call_id':'b','content':'[error]'},"
                        + "{'role':'tool','tool_call_id':'c','content':''}]");
    }

    @Test
    void reminderBesideResultsBeginsNoUserTurn() {
        assertMessages(
                user("{'type':'tool_result','tool_use_id':'a','content':'out'},"
                        + "{'type':'text','text':'<system-reminder>r</system-reminder>'}"),
                AS_SENT,
                "[{'role':'tool','tool_call_id':'a','content':'out\\n\\n<system-reminder>r</system-reminder>'}]");
    }

    @Test
    void severalTextsAreAnArrayAndOneStringWhereTheBackendWantsIt() {
        Conversation request = user("{'type':'text','text':'a '},{'type':'text','text':'b'}");

        assertMessages(
                request,
                AS_SENT,
                "[{'role':'user','content':[{'type':'text','text':'a '},{'type':'text','text':'b'}]}]");
        assertMessages(request, flattening(), "[{'role':'user','content':'a b'}]");
    }

    @Test
    void imagesGoByTheirUrlWithTheirDetail() {
        assertMessages(
                items("{'role':'user','content':[{'type':'input_image','image_url':'https://h/a','detail':'low'}]},"
                        + "{'role':'user','content':[{'type':'input_file','file_id':'f'}]}"),
                flattening(),
                "[{'role':'user','content':[{'type':'image_url','image_url':{'url':'https://h/a','detail':'low'}}]},"
                        + "{'role':'user','content':''}]");
    }

    @Test
    void systemMessagesStayInTheirPlaces() {
        assertMessages(
                responses("{'model':'m','instructions':'one','input':[{'role':'developer','content':'two'},"
                        + "{'role':'user','content':'u'},{'role':'system','content':'three'}]}"),
                AS_SENT,
                "[{'role':'system','content':'one'},{'role':'system','content':'two'},"
                        + "{'role':'user','content':'u'},{'role':'system','content':'three'}]");
    }

    private static void assertMessages(Conversation request, Adaptation adaptation, String wanted) {
        JsonNode messages =
                new ChatBackendCodec().translate(request, adaptation).path("messages");

        assertThat(StrictJson.text(messages))
                .isEqualTo(StrictJson.text(json("{'m':" + wanted + "}").path("m")));
    }

    private static Conversation answered(String blocks) {
        return anthropic(
                "{'model':'m','max_tokens':9,'messages':[{'role':'user','content':'u'},{'role':'assistant','content':["
                        + blocks + "]}]}");
    }

    private static Conversation user(String blocks) {
        return anthropic("{'model':'m','max_tokens':9,'messages':[{'role':'user','content':[" + blocks + "]}]}");
    }

    private static Conversation items(String items) {
        return responses("{'model':'m','input':[" + items + "]}");
    }
}
