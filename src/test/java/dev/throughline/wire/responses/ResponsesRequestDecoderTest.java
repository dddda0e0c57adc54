package dev.throughline.wire.responses;

import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.conversation.Tool;
import dev.throughline.conversation.ToolChoice;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.wire.WireException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class ResponsesRequestDecoderTest {

    @Test
    void stringInputIsOneUserMessage() throws WireException {
        Conversation request = decode("{'model':'m','input':'hi'}");

        assertThat(request.messages())
                .containsExactly(new Message("/input", Role.USER, List.of(new Part.Text("/input", "hi"))));
        assertThat(request.includeUsage()).isTrue();
        assertThat(request.stream()).isFalse();
        assertThat(request.toolChoice()).isEqualTo(new ToolChoice.Auto());
    }

    @Test
    void instructionsLeadAndDeveloperIsSystem() throws WireException {
        Conversation request =
                decode("{'model':'m','instructions':'be','input':[{'role':'developer','content':'brief'}]}");

        assertThat(request.messages())
                .containsExactly(
                        new Message("/instructions", Role.SYSTEM, List.of(new Part.Text("/instructions", "be"))),
                        new Message("/input/0", Role.SYSTEM, List.of(new Part.Text("/input/0/content", "brief"))));
    }

    @Test
    void optionsAreRead() throws WireException {
        Conversation request =
                decode("{'model':'m','input':'x','stream':true,'max_output_tokens':9,'previous_response_id':'resp_a'}");

        assertThat(request.model()).isEqualTo("m");
        assertThat(request.stream()).isTrue();
        assertThat(request.maxTokens()).isEqualTo(OptionalInt.of(9));
        assertThat(request.previousResponse()).contains("resp_a");
    }

    @Test
    void inputMayBeEmptyWhenAnEarlierAnswerIsContinued() throws WireException {
        assertThat(decode("{'model':'m','previous_response_id':'resp_a'}").messages())
                .isEmpty();
        assertThat(decode("{'model':'m','input':[],'previous_response_id':'resp_a'}")
                        .messages())
                .isEmpty();
    }

    @Test
    void adjacentItemsOfOneAnswerAreOneMessage() throws WireException {
        List<Message> messages =
                items("{'type':'reasoning','id':'rs_1','summary':[{'type':'summary_text','text':'s'}]},"
                        + "{'type':'message','role':'assistant','content':[{'type':'output_text','text':'t'}]},"
                        + "{'type':'item_reference','id':'rs_k_0'},"
                        + "{'type':'function_call','call_id':'call_a','name':'f','arguments':' {\\\"a\\\": 1}'},"
                        + "{'type':'function_call_output','call_id':'call_a','output':'one'},"
                        + "{'type':'function_call_output','call_id':'call_b','output':["
                        + "{'type':'input_text','text':'tw'},"
                        + "{'type':'input_text','text':'o'}]},"
                        + "{'role':'user','content':'next'}");

        assertThat(messages)
                .containsExactly(
                        new Message(
                                "/input/0",
                                Role.ASSISTANT,
                                List.of(
                                        reasoning("/input/0/summary", "summary", "s"),
                                        new Part.Text("/input/1/content/0/text", "t"),
                                        new Part.Reference("/input/2", "rs_k_0"),
                                        new Part.ToolCall("/input/3", "call_a", "f", " {\"a\": 1}"))),
                        new Message(
                                "/input/4",
                                Role.TOOL,
                                List.of(
                                        new Part.ToolResult("/input/4", "call_a", "one", false),
                                        new Part.ToolResult("/input/5", "call_b", "two", false))),
                        new Message("/input/6", Role.USER, List.of(new Part.Text("/input/6/content", "next"))));
    }

    @Test
    void adjacentUserMessagesStayApart() throws WireException {
        assertThat(items("{'role':'user','content':'a'},{'role':'user','content':'b'}"))
                .hasSize(2);
    }

    @Test
    void reasoningKeepsEveryFieldAndJoinsItsParts() throws WireException {
        List<Message> messages =
                items("{'type':'reasoning','summary':[],'content':[{'type':'reasoning_text','text':'a '},"
                        + "{'type':'reasoning_text','text':'b'}],'encrypted_content':''}");

        assertThat(messages.getFirst().parts())
                .containsExactly(
                        reasoning("/input/0/content", "content", "a b"),
                        reasoning("/input/0/summary", "summary", ""),
                        reasoning("/input/0/encrypted_content", "encrypted_content", ""));
    }

    @Test
    void reasoningFieldsThatAreNullAreAbsent() throws WireException {
        List<Message> messages = items("{'type':'reasoning','summary':[],'content':null,'encrypted_content':null}");

        assertThat(messages.getFirst().parts()).containsExactly(reasoning("/input/0/summary", "summary", ""));
    }

    @Test
    void reasoningUnderAnotherNameIsKeptUnderThatName() throws WireException {
        List<Message> messages = items("{'type':'reasoning','summary':[],'reasoning_content':'a'},"
                + "{'role':'assistant','content':'b','reasoning_content':'c'}");

        assertThat(messages.getFirst().parts())
                .containsExactly(
                        reasoning("/input/0/summary", "summary", ""),
                        reasoning("/input/0/reasoning_content", "reasoning_content", "a"),
                        reasoning("/input/1/reasoning_content", "reasoning_content", "c"),
                        new Part.Text("/input/1/content", "b"));
    }

    @Test
    void reasoningWithoutAnythingIsKeptAsItCame() throws WireException {
        Message message = items("{'type':'reasoning','id':'rs_1'}").getFirst();

        assertThat(message.parts()).singleElement().isInstanceOf(Part.Other.class);
    }

    @Test
    void itemWithOnlyAnIdIsAReference() throws WireException {
        assertThat(items("{'id':'msg_k_1'}").getFirst().parts())
                .containsExactly(new Part.Reference("/input/0", "msg_k_1"));
    }

    @Test
    void imagesAreKeptBesideTheText() throws WireException {
        List<Message> messages = items(
                "{'role':'user','content':[{'type':'input_text','text':'see'},{'type':'input_image','image_url':'u'}]},"
                        + "{'type':'function_call_output','call_id':'c','output':["
                        + "{'type':'input_image','image_url':'u'}]}");

        assertThat(messages.getFirst().parts().get(1)).isInstanceOf(Part.Image.class);
        assertThat(messages.get(1).parts())
                .hasSize(2)
                .first()
                .isEqualTo(new Part.ToolResult("/input/1", "c", "", false));
    }

    @ParameterizedTest
    @CsvSource({
        "custom_tool_call, ASSISTANT",
        "local_shell_call, ASSISTANT",
        "web_search_call, ASSISTANT",
        "compaction, ASSISTANT",
        "custom_tool_call_output, TOOL",
        "local_shell_call_output, TOOL",
        "mcp_approval_response, USER"
    })
    void itemOfAKindThatIsNotReadIsKeptOnItsSide(String type, Role role) throws WireException {
        Message message = items("{'type':'" + type + "','call_id':'c'}").getFirst();

        assertThat(message.role()).isEqualTo(role);
        assertThat(message.parts()).singleElement().isInstanceOf(Part.Other.class);
    }

    @Test
    void functionsAndCustomToolsAreToolsAndHostedOnesAreNot() throws WireException {
        Conversation request = decode("{'model':'m','input':'x','tools':[{'type':'web_search'},"
                + "{'type':'function','name':'f','description':'d','parameters':{'type':'object'}},"
                + "{'type':'function','name':'g','parameters':null},"
                + "{'type':'custom','name':'patch','format':{'type':'text'}}]}");

        assertThat(request.tools())
                .containsExactly(
                        new Tool("f", "d", EncodedResponses.json("{\"type\":\"object\"}")),
                        new Tool("g", "", EncodedResponses.json("{}")),
                        new Tool("patch", "", EncodedResponses.json("{}")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'auto'|Auto[]",
                "'none'|None[]",
                "'required'|Required[]",
                "null|Auto[]",
                "{'type':'function','name':'f'}|Named[name=f]",
                "{'type':'custom','name':'p'}|Named[name=p]",
                "{'type':'web_search'}|Auto[]",
                "{'type':'allowed_tools','mode':'required','tools':[]}|Required[]"
            },
            quoteCharacter = '`')
    void toolChoiceIsRead(String choice, String expected) throws WireException {
        Conversation request = decode("{'model':'m','input':'x','tool_choice':" + choice + "}");

        assertThat(request.toolChoice()).hasToString(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'input':'x'}|/model",
                "{'model':1,'input':'x'}|/model",
                "{'model':'m'}|/input",
                "{'model':'m','input':null}|/input",
                "{'model':'m','input':[]}|/input",
                "{'model':'m','input':{}}|/input",
                "{'model':'m','input':['x']}|/input/0",
                "{'model':'m','input':'x','instructions':[]}|/instructions",
                "{'model':'m','input':'x','stream':'yes'}|/stream",
                "{'model':'m','input':'x','max_output_tokens':1.5}|/max_output_tokens",
                "{'model':'m','input':'x','previous_response_id':7}|/previous_response_id",
                "{'model':'m','input':'x','tools':{}}|/tools",
                "{'model':'m','input':'x','tools':['f']}|/tools/0",
                "{'model':'m','input':'x','tools':[{'name':'f'}]}|/tools/0/type",
                "{'model':'m','input':'x','tools':[{'type':'function','function':{'name':'f'}}]}|/tools/0/name",
                "{'model':'m','input':'','tools':[{'type':'function','name':'f','parameters':1}]}|/tools/0/parameters",
                "{'model':'m','input':'x','tool_choice':'maybe'}|/tool_choice",
                "{'model':'m','input':'x','tool_choice':1}|/tool_choice",
                "{'model':'m','input':'x','tool_choice':{'name':'f'}}|/tool_choice/type",
                "{'model':'m','input':'x','tool_choice':{'type':'function'}}|/tool_choice/name",
                "{'model':'m','input':'x','tool_choice':{'type':'allowed_tools','mode':'x'}}|/tool_choice/mode"
            })
    void wrongFieldIsNamedByItsPlace(String body, String pointer) {
        assertRefused(body, pointer);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}|/input/0/type",
                "{'type':1}|/input/0/type",
                "{'role':'robot','content':'x'}|/input/0/role",
                "{'type':'message','content':'x'}|/input/0/role",
                "{'role':'user'}|/input/0/content",
                "{'role':'user','content':7}|/input/0/content",
                "{'role':'user','content':['x']}|/input/0/content/0",
                "{'role':'user','content':[{'text':'x'}]}|/input/0/content/0/type",
                "{'role':'user','content':[{'type':'input_text'}]}|/input/0/content/0/text",
                "{'type':'reasoning','summary':{}}|/input/0/summary",
                "{'type':'reasoning','summary':[{'type':'summary_text'}]}|/input/0/summary/0/text",
                "{'type':'reasoning','summary':[],'encrypted_content':1}|/input/0/encrypted_content",
                "{'type':'function_call','name':'f','arguments':'{}'}|/input/0/call_id",
                "{'type':'function_call','call_id':'c','arguments':'{}'}|/input/0/name",
                "{'type':'function_call','call_id':'c','name':'f'}|/input/0/arguments",
                "{'type':'function_call','call_id':'c','name':'f','arguments':{}}|/input/0/arguments",
                "{'type':'function_call_output','output':'x'}|/input/0/call_id",
                "{'type':'function_call_output','call_id':'c'}|/input/0/output",
                "{'type':'function_call_output','call_id':'c','output':{}}|/input/0/output",
                "{'type':'item_reference'}|/input/0/id"
            })
    void wrongItemIsNamedByItsPlace(String item, String pointer) {
        assertRefused("{'model':'m','input':[" + item + "]}", pointer);
    }

    private static void assertRefused(String body, String pointer) {
        WireException refused = catchThrowableOfType(WireException.class, () -> decode(body));

        Failure failure = refused.failure();
        assertThat(failure.param()).contains(pointer);
        assertThat(failure.status()).isEqualTo(400);
        assertThat(failure.message()).contains(pointer);
    }

    private static Part reasoning(String path, String field, String text) {
        return new Part.Reasoning(path, field, text, Optional.empty());
    }

    private static List<Message> items(String items) throws WireException {
        return decode("{'model':'m','input':[" + items + "]}").messages();
    }

    private static Conversation decode(String body) throws WireException {
        return new ResponsesCodec().decode(EncodedResponses.json(body.replace('\'', '"')));
    }
}
