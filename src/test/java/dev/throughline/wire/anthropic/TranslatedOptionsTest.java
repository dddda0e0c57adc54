package dev.throughline.wire.anthropic;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.throughline.wire.anthropic.AnthropicRequests.json;
import static org.assertj.core.api.Assertions.assertThat;

/// What becomes of the options of a chat or Responses client.
class TranslatedOptionsTest {
    private static final String USER = "{'role':'user','content':'u'}";
    private static final String TOOLS = ",'tools':[{'type':'function','function':{'name':'f'}}]";

    @Test
    void asksForNothingThatTheClientDidNotAskFor() {
        assertThat(translated("")).isEqualTo(json("""
                {'model':'m','max_tokens':32000,'stream':false,'messages':[{'role':'user','content':'u'}]}"""));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            'auto'                                       | true
            'none'                                       | true
            'required'                                   | false
            {'type':'function','function':{'name':'f'}}  | false
            """)
    void thinksOnlyWhereNoCallIsForced(String choice, boolean thinks) {
        String tools = ",'tools':[{'type':'function','function':{'name':'f'}}]";
        String options = ",'reasoning_effort':'high','tool_choice':" + choice;

        assertThat(translated(tools + options).has("thinking")).isEqualTo(thinks);
        assertThat(translated(options).has("thinking")).isTrue();
    }

    @ParameterizedTest(name = "{0} → {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            'stream':true                                | {'stream':true}
            'max_tokens':5                               | {'max_tokens':5}
            'max_completion_tokens':6                    | {'max_tokens':6}
            'temperature':1.70,'top_p':0.5,'top_k':3     | {'temperature':1.70,'top_p':0.5,'top_k':3}
            'temperature':null                           | {}
            'stop':'x'                                   | {'stop_sequences':['x']}
            'stop':['x','y']                             | {'stop_sequences':['x','y']}
            'stop':[]                                    | {}
            'user':'me'                                  | {'metadata':{'user_id':'me'}}
            'chat_template_kwargs':{'a':1}               | {'chat_template_kwargs':{'a':1}}
            'response_format':{'type':'json_object'}     | {}
            'seed':1,'n':1,'frequency_penalty':0.1,'logprobs':true,'stream_options':{} | {}
            """)
    void translatesOptions(String fields, String expected) {
        ObjectNode body = json(expected);

        assertThat(translated("," + fields)).isEqualTo(translated("").setAll(body));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'response_format':{'type':'json_schema','json_schema':{'name':'a','schema':{'x':1}}}",
                "'text':{'format':{'type':'json_schema','name':'a','schema':{'x':1}}}"
            })
    void asksForTheSchemaOfTheAnswer(String fields) {
        assertThat(translated("," + fields).path("output_config"))
                .isEqualTo(json("{'format':{'type':'json_schema','schema':{'x':1}}}"));
    }

    @ParameterizedTest(name = "{0} → {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            'reasoning_effort':'minimal'                          | {'type':'enabled','budget_tokens':1024}
            'reasoning_effort':'low'                              | {'type':'enabled','budget_tokens':1024}
            'reasoning_effort':'medium'                           | {'type':'enabled','budget_tokens':8192}
            'reasoning_effort':'high'                             | {'type':'enabled','budget_tokens':16384}
            'reasoning_effort':'max'                              | {'type':'enabled','budget_tokens':31999}
            'reasoning_effort':'high','max_tokens':2000           | {'type':'enabled','budget_tokens':1999}
            'reasoning':{'effort':'high'}                         | {'type':'enabled','budget_tokens':16384}
            'reasoning_effort':'none'                             | {'type':'disabled'}
            'enable_thinking':false                               | {'type':'disabled'}
            'chat_template_kwargs':{'enable_thinking':false}      | {'type':'disabled'}
            'reasoning_effort':'high','enable_thinking':false     | {'type':'disabled'}
            'thinking':{'type':'enabled','x':1},'reasoning_effort':'low' | {'type':'enabled','x':1}
            """)
    void asksForThinkingAsTheClientDoes(String fields, String thinking) {
        assertThat(translated("," + fields).path("thinking")).isEqualTo(json(thinking));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            ,'reasoning_effort':'high','max_tokens':1024
            ,'reasoning_effort':'unheard-of'
            ,'reasoning_effort':'high','tool_choice':'required','tools':[{'function':{'name':'f'}}]
            ,'enable_thinking':true
            """)
    void asksForNoThinkingWhereTheDialectAllowsNoneOrNoBudgetIsKnown(String fields) {
        assertThat(translated(fields).has("thinking")).isFalse();
    }

    @Test
    void readsTheEffortOfAResponsesClient() {
        Conversation request =
                AnthropicRequests.responsesWith(",'reasoning':{'effort':'medium'},'max_output_tokens':9000");

        assertThat(AnthropicRequests.translated(request).path("thinking"))
                .isEqualTo(json("{'type':'enabled','budget_tokens':8192}"));
    }

    @Test
    void switchesThinkingOffForATemplateDefault() {
        ObjectNode body = new AnthropicBackendCodec()
                .translate(AnthropicRequests.chat(USER), AnthropicRequests.kwargs("{'enable_thinking':false}"));

        assertThat(body.path("thinking")).isEqualTo(json("{'type':'disabled'}"));
        assertThat(body.path("chat_template_kwargs")).isEqualTo(json("{'enable_thinking':false}"));
    }

    @Test
    void describesTools() {
        assertThat(translated("""
                        ,'tools':[
                         {'type':'function','function':
                          {'name':'f','description':'d','parameters':{'type':'object','x':1}}},
                         {'type':'function','function':{'name':'g'}}]""").path("tools")).isEqualTo(json("""
                {'array':[
                 {'name':'f','description':'d','input_schema':{'type':'object','x':1}},
                 {'name':'g','input_schema':{'type':'object','properties':{}}}]}""").path("array"));
    }

    @ParameterizedTest(name = "{0} → {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            'tool_choice':'auto'                                           | {}
            'tool_choice':'required'                                       | {'tool_choice':{'type':'any'}}
            'tool_choice':'none'                                           | {'tool_choice':{'type':'none'}}
            'tool_choice':{'type':'function','function':{'name':'f'}}      | {'tool_choice':{'type':'tool','name':'f'}}
            'parallel_tool_calls':true | {}
            'parallel_tool_calls':false | {'tool_choice':{'type':'auto','disable_parallel_tool_use':true}}
            'parallel_tool_calls':false,'tool_choice':'none' | {'tool_choice':{'type':'none'}}
            """)
    void translatesToolChoices(String fields, String expected) {
        ObjectNode body = json(expected);

        assertThat(translated(TOOLS + "," + fields)).isEqualTo(translated(TOOLS).setAll(body));
    }

    @Test
    void forcesASingleCall() {
        assertThat(translated(TOOLS + ",'parallel_tool_calls':false,'tool_choice':'required'")
                        .path("tool_choice"))
                .isEqualTo(json("{'type':'any','disable_parallel_tool_use':true}"));
    }

    @Test
    void namesNoToolChoiceWithoutTools() {
        assertThat(translated(",'tool_choice':'required','parallel_tool_calls':false"))
                .isEqualTo(translated(""));
    }

    private static ObjectNode translated(String fields) {
        return AnthropicRequests.translated(AnthropicRequests.chatWith(USER, fields));
    }
}
