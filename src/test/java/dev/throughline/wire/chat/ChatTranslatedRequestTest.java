package dev.throughline.wire.chat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.wire.Adaptation;
import dev.throughline.wire.HistoryField;
import dev.throughline.wire.StrictJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.throughline.wire.chat.ChatRequests.anthropic;
import static dev.throughline.wire.chat.ChatRequests.chat;
import static dev.throughline.wire.chat.ChatRequests.history;
import static dev.throughline.wire.chat.ChatRequests.json;
import static dev.throughline.wire.chat.ChatRequests.kwargs;
import static dev.throughline.wire.chat.ChatRequests.responses;
import static org.assertj.core.api.Assertions.assertThat;

class ChatTranslatedRequestTest {
    private static final String ANTHROPIC_TOOL = "{'name':'f','description':'d','input_schema':{'type':'object'}}";
    private static final String RESPONSES_TOOL =
            "{'type':'function','name':'f','description':'d','parameters':{'type':'object'}}";
    private static final String CHAT_TOOLS =
            "'tools':[{'type':'function','function':{'name':'f','description':'d','parameters':{'type':'object'}}}]";

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        'temperature':0.250,'top_p':1,'top_k':5                | 'temperature':0.250,'top_p':1,'top_k':5
        'temperature':null                                     | ``
        'stop_sequences':['a','b']                             | 'stop':['a','b']
        'stop_sequences':[]                                    | ``
        'metadata':{'user_id':'u1'}                            | 'user':'u1'
        'seed':42,'presence_penalty':0.5,'frequency_penalty':1 | 'seed':42,'presence_penalty':0.5,\
        'frequency_penalty':1
        'x_vendor':{'big':12345678901234567890}                | 'x_vendor':{'big':12345678901234567890}
        'enable_thinking':false                                | 'enable_thinking':false
        'thinking':{'type':'disabled'}                         | 'chat_template_kwargs':{'enable_thinking':false}
        'thinking':{'type':'enabled','budget_tokens':2000}     | 'chat_template_kwargs':{'enable_thinking':true}
        'thinking':{'type':'adaptive'}                         | 'chat_template_kwargs':{'enable_thinking':true}
        'thinking':{'type':'enabled','clear_thinking':false} | 'chat_template_kwargs':{'enable_thinking':true,\
        'clear_thinking':false}
        'thinking':{'type':'enabled'},'chat_template_kwargs':{'enable_thinking':false,'k':1} | \
        'chat_template_kwargs':{'enable_thinking':false,'k':1}
        'thinking':{'type':'enabled'},'enable_thinking':false  | 'enable_thinking':false
        'output_config':{'effort':'max'}                       | 'reasoning_effort':'max'
        'output_config':{'format':{'type':'json_schema','schema':{'type':'object'}}} | \
        'response_format':{'type':'json_schema','json_schema':{'name':'answer','schema':{'type':'object'}}}
        'context_management':{'edits':[{'type':'clear_thinking_20251015','keep':'all'}]} | \
        'chat_template_kwargs':{'clear_thinking':false}
        'context_management':{'edits':[{'type':'clear_thinking_20251015','keep':{'type':'thinking_turns',\
        'value':1}}]} | ``
        'service_tier':'auto','container':'c','mcp_servers':[] | ``
        """)
    void anthropicOptionsAreSaidInChatWords(String sent, String wanted) {
        assertRest(
                anthropic("{'model':'m','max_tokens':9,'messages':[{'role':'user','content':'u'}]," + sent + "}"),
                wanted);
    }

    /// Claude Code from 2.1.261 on writes such messages.
    @Test
    void theEffortOfAMessageIsThatOfTheRequest() {
        Conversation request = anthropic("{'model':'m','max_tokens':9,'output_config':{'effort':'high'},'messages':["
                + "{'role':'user','content':'u'},"
                + "{'role':'system','content':[],'output_config':{'effort':'low'}}]}");

        ObjectNode body = new ChatBackendCodec().translate(request, history(HistoryField.AS_SENT));

        assertThat(body.path("messages")).hasSize(1);
        assertThat(body.path("reasoning_effort").asText()).isEqualTo("low");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        'max_output_tokens':9                                  | 'max_tokens':9
        'temperature':0.250,'top_p':1,'user':'u1'              | 'temperature':0.250,'top_p':1,'user':'u1'
        'chat_template_kwargs':{'clear_thinking':false}        | 'chat_template_kwargs':{'clear_thinking':false}
        'thinking':{'type':'disabled'}                         | 'thinking':{'type':'disabled'}
        'reasoning':{'effort':'high','summary':'auto'}         | 'reasoning_effort':'high'
        'reasoning':{'effort':'none'}                          | 'chat_template_kwargs':{'enable_thinking':false}
        'reasoning':{'effort':'low'},'reasoning_effort':'max'  | 'reasoning_effort':'max'
        'text':{'format':{'type':'text'},'verbosity':'low'}    | ``
        'text':{'format':{'type':'json_object'}}               | 'response_format':{'type':'json_object'}
        'text':{'format':{'type':'json_schema','name':'n','strict':true,'schema':{'a':1}}} | \
        'response_format':{'type':'json_schema','json_schema':{'name':'n','schema':{'a':1},'strict':true}}
        'store':false,'include':['x'],'prompt_cache_key':'k','client_metadata':{},'truncation':'auto' | ``
        'messages':[],'stream_options':{'include_obfuscation':false} | ``
        """)
    void responsesOptionsAreSaidInChatWords(String sent, String wanted) {
        assertRest(responses("{'model':'m','input':'u'," + sent + "}"), wanted);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        {'type':'auto'}                                   | 'tool_choice':'auto'
        {'type':'any'}                                    | 'tool_choice':'required'
        {'type':'none'}                                   | 'tool_choice':'none'
        {'type':'tool','name':'f'} | 'tool_choice':{'type':'function','function':{'name':'f'}}
        {'type':'auto','disable_parallel_tool_use':true}  | 'tool_choice':'auto','parallel_tool_calls':false
        {'type':'auto','disable_parallel_tool_use':false} | 'tool_choice':'auto'
        null                                              | ``
        """)
    void anthropicToolChoiceIsSaidInChatWords(String choice, String wanted) {
        String rest = "'messages':[{'role':'user','content':'u'}],'tool_choice':" + choice + "}";

        assertRest(
                anthropic("{'model':'m','max_tokens':9,'tools':[" + ANTHROPIC_TOOL + "]," + rest),
                wanted.isEmpty() ? CHAT_TOOLS : CHAT_TOOLS + "," + wanted);
        assertRest(anthropic("{'model':'m','max_tokens':9," + rest), "");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        'tool_choice':'required'                     | 'tool_choice':'required'
        'tool_choice':{'type':'function','name':'f'} | 'tool_choice':{'type':'function','function':{'name':'f'}}
        'parallel_tool_calls':true                   | 'parallel_tool_calls':true
        'parallel_tool_calls':false                  | 'parallel_tool_calls':false
        'max_tool_calls':3                           | ``
        """)
    void responsesToolChoiceIsSaidInChatWords(String sent, String wanted) {
        assertRest(
                responses("{'model':'m','input':'u','tools':[" + RESPONSES_TOOL + "]," + sent + "}"),
                wanted.isEmpty() ? CHAT_TOOLS : CHAT_TOOLS + "," + wanted);
        assertRest(responses("{'model':'m','input':'u'," + sent + "}"), "");
    }

    @Test
    void strictnessIsKeptAndAToolWithoutASchemaTakesAnObject() {
        assertRest(
                responses("{'model':'m','input':'u','tools':[{'type':'web_search'},"
                        + "{'type':'function','name':'a','parameters':{'x':1},'strict':true},"
                        + "{'type':'function','name':'b','parameters':null,'strict':false},"
                        + "{'type':'function','name':'c','parameters':{'x':1},'strict':null}]}"),
                "'tools':[{'type':'function','function':{'name':'a','parameters':{'x':1},'strict':true}},"
                        + "{'type':'function','function':{'name':'b','parameters':{'type':'object','properties':{}},"
                        + "'strict':false}},"
                        + "{'type':'function','function':{'name':'c','parameters':{'x':1}}}]");
    }

    @Test
    void toolsThatAnthropicDefinesAreLeftOut() {
        assertRest(
                anthropic("{'model':'m','max_tokens':9,'messages':[{'role':'user','content':'u'}],'tools':["
                        + "{'type':'web_search_20250305','name':'web_search'},{'type':'custom','name':'g'}]}"),
                "'tools':[{'type':'function','function':{'name':'g',"
                        + "'parameters':{'type':'object','properties':{}}}}]");
    }

    @Test
    void streamAsksForUsage() {
        Conversation request = responses("{'model':'m','input':'u','stream':true}");

        ObjectNode body = new ChatBackendCodec().translate(request, history(HistoryField.AS_SENT));

        assertThat(body.path("stream").booleanValue()).isTrue();
        assertThat(body.path("stream_options")).isEqualTo(json("{'include_usage':true}"));
    }

    @Test
    void defaultsOfTheTemplateComeLast() {
        Conversation request = anthropic("{'model':'m','max_tokens':9,'messages':[{'role':'user','content':'u'}],"
                + "'thinking':{'type':'disabled'}}");

        ObjectNode body =
                new ChatBackendCodec().translate(request, kwargs("{'enable_thinking':true,'clear_thinking':false}"));

        assertThat(body.path("chat_template_kwargs"))
                .isEqualTo(json("{'enable_thinking':false,'clear_thinking':false}"));
    }

    @Test
    void chatRequestIsAdapted() {
        Conversation request = chat("{'model':'m','messages':[{'role':'user','content':'u'}],'n':2}");

        assertThat(new ChatBackendCodec().translate(request, history(HistoryField.AS_SENT)))
                .isSameAs(request.body());
    }

    @Test
    void requestItselfIsNeverChanged() {
        Conversation request =
                anthropic("{'model':'m','max_tokens':9,'stream':true,'messages':[{'role':'user','content':'u'}],"
                        + "'thinking':{'type':'enabled'},'chat_template_kwargs':{'k':1},'tools':[" + ANTHROPIC_TOOL
                        + "]}");
        String before = StrictJson.text(request.body());

        Adaptation adaptation = kwargs("{'clear_thinking':false}");
        new ChatBackendCodec().translate(request, adaptation);

        assertThat(StrictJson.text(request.body())).isEqualTo(before);
        assertThat(adaptation.templateKwargs()).isEqualTo(json("{'clear_thinking':false}"));
    }

    /// Checks all but the message, the model, a `stream` that is false and the limit that Anthropic requires.
    private static void assertRest(Conversation request, String wanted) {
        String limit = request.dialect() == Dialect.ANTHROPIC ? ",'max_tokens':9" : "";

        ObjectNode body = new ChatBackendCodec().translate(request, history(HistoryField.AS_SENT));

        assertThat(body)
                .isEqualTo(json("{'model':'m','messages':[{'role':'user','content':'u'}],'stream':false" + limit
                        + (wanted.isEmpty() ? "" : ",") + wanted + "}"));
    }
}
