package dev.throughline.wire.translation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.stream.FailureKind;
import dev.throughline.wire.DialectCodec;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.WireException;
import dev.throughline.wire.anthropic.AnthropicCodec;
import dev.throughline.wire.chat.ChatCodec;
import dev.throughline.wire.responses.ResponsesCodec;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

class TranslationLossTest {
    private static final String PDF = base64("%PDF-1.7 x");

    static Conversation request(Dialect dialect, String fields) {
        String said = dialect == Dialect.RESPONSES ? "'input':'u'" : "'messages':[{'role':'user','content':'u'}]";
        String body = fields.contains("'messages':") || fields.contains("'input':") ? "" : said + ",";
        boolean needsLimit = dialect == Dialect.ANTHROPIC && !fields.contains("'max_tokens':");
        return decoded(dialect, "{'model':'m'," + (needsLimit ? "'max_tokens':5," : "") + body + fields + "}");
    }

    private static Conversation decoded(Dialect dialect, String body) {
        DialectCodec codec = switch (dialect) {
            case OPENAI_CHAT -> new ChatCodec();
            case ANTHROPIC -> new AnthropicCodec();
            case RESPONSES -> new ResponsesCodec();
        };
        try {
            ObjectNode json = StrictJson.parse(body.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
            return codec.decode(json);
        } catch (WireException e) {
            throw new AssertionError(e.getMessage(), e);
        }
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            OPENAI_CHAT | ANTHROPIC   | 'seed':1,'stop':'x','logit_bias':{'1':2}              | /seed, /logit_bias
            OPENAI_CHAT | RESPONSES   | 'stop':'x','metadata':{'a':'b'},'vendor':1              | /stop, /vendor
            ANTHROPIC   | OPENAI_CHAT | 'thinking':{'type':'enabled','budget_tokens':2000}      | \
            /thinking/budget_tokens
            ANTHROPIC   | OPENAI_CHAT | 'metadata':{'user_id':'u','x':'y'},'vendor':1           | /metadata/x
            ANTHROPIC   | OPENAI_CHAT | 'tools':[{'name':'f','input_schema':{},'defer_loading':true}] | \
            /tools/0/defer_loading
            ANTHROPIC   | OPENAI_CHAT | 'tools':[{'type':'web_search_20250305','name':'web_search'}] | /tools/0
            ANTHROPIC   | RESPONSES   | 'stop_sequences':['a'],'top_k':4                        | \
            /stop_sequences, /top_k
            ANTHROPIC   | OPENAI_CHAT | 'messages':[{'role':'user','content':[{'type':'text','text':'u',\
            'cache_control':{'type':'ephemeral'}}]}] | /messages/0/content/0/cache_control
            ANTHROPIC   | OPENAI_CHAT | 'messages':[{'role':'user','content':[{'type':'hologram'}]}] | \
            /messages/0/content/0
            ANTHROPIC   | OPENAI_CHAT | 'messages':[{'role':'user','content':'u'},{'role':'system','content':[],\
            'output_config':{'effort':'low'}}] | ``
            ANTHROPIC   | RESPONSES   | 'messages':[{'role':'user','content':'u'},{'role':'system','content':[],\
            'output_config':{'effort':'low','x':1}}] | /messages/1/output_config
            RESPONSES   | OPENAI_CHAT | 'text':{'verbosity':'low'},'truncation':'auto','max_tool_calls':2 | \
            /text/verbosity, /max_tool_calls
            RESPONSES   | ANTHROPIC   | 'tools':[{'type':'web_search'}],'tool_choice':'auto'    | /tools/0
            RESPONSES   | ANTHROPIC   | 'reasoning':{'effort':'low','summary':'auto'}           | ``
            RESPONSES   | OPENAI_CHAT | 'include':['reasoning.encrypted_content','message.output_text.logprobs'] | \
            /include/1
            RESPONSES   | ANTHROPIC   | 'include':['reasoning.encrypted_content']               | ``
            OPENAI_CHAT | ANTHROPIC   | 'response_format':{'type':'grammar'}                    | /response_format
            OPENAI_CHAT | ANTHROPIC   | 'response_format':{'type':'text'}                       | ``
            OPENAI_CHAT | ANTHROPIC   | 'response_format':{'type':'json_schema','json_schema':{'schema':{}}} | ``
            RESPONSES   | OPENAI_CHAT | 'text':{'format':{'type':'json_object'}},'background':false | ``
            OPENAI_CHAT | ANTHROPIC   | 'messages':[{'role':'user','name':'bob','content':'u'}] | /messages/0/name
            OPENAI_CHAT | ANTHROPIC   | 'messages':[{'role':'user','content':[{'type':'input_audio'}]}] | \
            /messages/0/content/0
            OPENAI_CHAT | RESPONSES   | 'messages':[{'role':'user','content':[{'type':'input_audio'}]}] | ``
            OPENAI_CHAT | RESPONSES   | 'messages':[{'role':'user','content':[{'type':'video'}]}] | \
            /messages/0/content/0
            OPENAI_CHAT | ANTHROPIC   | 'tools':[{'type':'function','function':{'name':'f','strict':true}}] | \
            /tools/0/function/strict
            OPENAI_CHAT | ANTHROPIC   | 'tools':[{'type':'function','function':{'name':'f','strict':false}}] | ``
            RESPONSES   | OPENAI_CHAT | 'tools':[{'type':'function','name':'f','strict':true}] | ``
            RESPONSES   | ANTHROPIC   | 'tools':[{'type':'function','name':'f','strict':true}] | /tools/0/strict
            RESPONSES   | ANTHROPIC   | 'tools':[{'type':'function','name':'f','strict':false}] | ``
            RESPONSES   | ANTHROPIC   | 'tool_choice':'required'                            | ``
            ANTHROPIC   | OPENAI_CHAT | 'messages':[{'role':'user','content':[{'type':'text','text':'u',\
            'citations':{'enabled':true}}]}] | /messages/0/content/0/citations
            ANTHROPIC   | OPENAI_CHAT | 'system':[{'type':'text','text':'s'},{'type':'text','text':'s',\
            'cache_control':{'type':'ephemeral'}}] | /system/1/cache_control
            OPENAI_CHAT | ANTHROPIC   | 'messages':[{'role':'assistant','reasoning_details':[\
            {'type':'reasoning.encrypted','data':'d','format':'openai-responses-v1'},\
            {'text':'t','signature':'s','format':'google-gemini-v1'},\
            {'text':'t','signature':'s','format':'anthropic-claude-v1'},{'text':'t','signature':'s'}]}] | \
            /messages/0/reasoning_details/0/data, /messages/0/reasoning_details/1/signature
            OPENAI_CHAT | RESPONSES   | 'messages':[{'role':'assistant','reasoning_details':[\
            {'type':'reasoning.encrypted','data':'d','format':'openai-responses-v1'},\
            {'text':'t','signature':'s','format':'anthropic-claude-v1'}]}] | /messages/0/reasoning_details/1/signature
            OPENAI_CHAT | ANTHROPIC   | 'n':1,'seed':null,'logprobs':false,'service_tier':'auto' | ``
            """)
    void namesWhatIsNotCarried(Dialect from, Dialect to, String fields, String dropped) {
        TranslationLoss loss = TranslationLoss.of(request(from, fields), to);

        assertThat(String.join(", ", loss.dropped())).isEqualTo(dropped);
        assertThat(loss.header()).isEqualTo(dropped);
        assertThat(loss.refusal()).isEmpty();
    }

    /// A chat template keeps all thinking by itself (`clear_thinking`), so this one edit is carried out without it.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            OPENAI_CHAT | [{'type':'clear_thinking_20251015','keep':'all'}] | true
            RESPONSES   | [{'type':'clear_thinking_20251015','keep':'all'}] | false
            OPENAI_CHAT | [{'type':'clear_thinking_20251015','keep':{'type':'thinking_turns','value':2}}] | false
            OPENAI_CHAT | [{'type':'clear_thinking_20251015','keep':'all'},{'type':'clear_tool_uses'}] | false
            OPENAI_CHAT | [{'type':'clear_tool_uses','keep':'all'}] | false
            OPENAI_CHAT | [] | false
            """)
    void contextManagementIsMetOnlyWhereItKeepsAllThinking(Dialect to, String edits, boolean isMet) {
        TranslationLoss loss =
                TranslationLoss.of(request(Dialect.ANTHROPIC, "'context_management':{'edits':" + edits + "}"), to);

        assertThat(loss.dropped()).isEqualTo(isMet ? List.of() : List.of("/context_management"));
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void losesNothingInTheSameDialect(Dialect dialect) {
        Conversation request = request(dialect, "'n':3,'vendor':1,'tools':[]");

        assertThat(TranslationLoss.of(request, dialect)).isEqualTo(new TranslationLoss(List.of(), Optional.empty()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            ANTHROPIC   | OPENAI_CHAT | 'tools':[{'type':'web_search_20250305','name':'web_search'}],\
            'tool_choice':{'type':'tool','name':'web_search'} | /tool_choice
            ANTHROPIC   | RESPONSES   | 'tools':[{'type':'web_search_20250305','name':'web_search'}],\
            'tool_choice':{'type':'any'} | /tool_choice
            RESPONSES   | OPENAI_CHAT | 'tools':[{'type':'web_search'}],'tool_choice':{'type':'web_search'} | \
            /tool_choice
            RESPONSES   | ANTHROPIC   | 'tools':[{'type':'file_search'}],'tool_choice':'required' | /tool_choice
            OPENAI_CHAT | ANTHROPIC   | 'tool_choice':{'type':'custom','custom':{'name':'f'}} | /tool_choice
            RESPONSES   | OPENAI_CHAT | 'prompt':{'id':'pmpt_1'} | /prompt
            OPENAI_CHAT | ANTHROPIC   | 'n':2 | /n
            OPENAI_CHAT | ANTHROPIC   | 'response_format':{'type':'json_object'} | /response_format
            RESPONSES   | ANTHROPIC   | 'text':{'format':{'type':'json_object'}} | /text/format
            ANTHROPIC   | OPENAI_CHAT | 'messages':[{'role':'user','content':[{'type':'document',\
            'source':{'type':'file','file_id':'f'}}]}] | /messages/0/content/0
            RESPONSES   | OPENAI_CHAT | 'input':[{'role':'user','content':[{'type':'input_file',\
            'file_id':'f'}]}] | /input/0/content/0
            RESPONSES   | OPENAI_CHAT | 'input':[{'role':'user','content':'u'},{'type':'compaction_trigger'}] | /input/1
            RESPONSES   | ANTHROPIC   | 'input':[{'role':'user','content':'u'},{'type':'compaction_trigger'}] | /input/1
            """)
    void refusesWhatAnAnswerWouldBeWrongWithout(Dialect from, Dialect to, String fields, String pointer) {
        assertThat(TranslationLoss.of(request(from, fields), to).refusal()).hasValueSatisfying(failure -> {
            assertThat(failure.kind()).isEqualTo(FailureKind.INVALID_REQUEST);
            assertThat(failure.param()).contains(pointer);
            assertThat(failure.message()).contains(pointer);
        });
    }

    @Test
    void refusesAPdfThatIsNotCarriedAndAllowsOneThatIs() {
        Conversation request = request(
                Dialect.ANTHROPIC,
                "'messages':[{'role':'user','content':[{'type':'document','source':{'type':'base64',"
                        + "'media_type':'application/pdf','data':'" + PDF + "'}}]}]");

        Conversation other = request(
                Dialect.ANTHROPIC,
                "'messages':[{'role':'user','content':[{'type':'document','source':{'type':'base64',"
                        + "'media_type':'application/pdf','data':'" + base64("\0 no PDF") + "'}}]}]");

        assertThat(TranslationLoss.of(other, Dialect.OPENAI_CHAT).refusal())
                .hasValueSatisfying(failure -> assertThat(failure.message()).contains("binary"));
        assertThat(TranslationLoss.of(request, Dialect.OPENAI_CHAT).refusal()).isEmpty();
        assertThat(TranslationLoss.of(request, Dialect.RESPONSES).refusal()).isEmpty();
    }

    @Test
    void boundsTheHeaderAndKeepsItFree() {
        String fields = IntStream.range(0, 60).mapToObj(i -> "'f" + i + "':1").collect(Collectors.joining(","));
        TranslationLoss many = TranslationLoss.of(request(Dialect.ANTHROPIC, fields), Dialect.RESPONSES);
        TranslationLoss odd = TranslationLoss.of(request(Dialect.ANTHROPIC, "'a\\r\\nb: c, é/~':1"), Dialect.RESPONSES);

        assertThat(many.dropped()).hasSize(60);
        assertThat(many.header()).startsWith("/f0, /f1").endsWith(", +40").hasSizeLessThan(1_100);
        assertThat(odd.header()).isEqualTo("/a%0D%0Ab%3A%20c%2C%20%C3%A9~1~0".replace("%3A", ":"));
        assertThat(TranslationLoss.field(Dialect.ANTHROPIC, "/f0")).isEqualTo("other");
        assertThat(TranslationLoss.field(Dialect.ANTHROPIC, "/messages/0/content/1"))
                .isEqualTo("messages");
    }

    @Test
    void theHeaderHoldsAThousandCharactersOfPointers() {
        List<String> four = List.of(pointer(199), pointer(199), pointer(199), pointer(199));

        assertThat(header(four, pointer(198))).hasSize(1_002).doesNotContain("+");
        assertThat(header(four, pointer(199))).hasSize(806).endsWith(", +1");
    }

    private static String header(List<String> pointers, String last) {
        return new TranslationLoss(pointers, Optional.empty())
                .and(List.of(last))
                .header();
    }

    private static String pointer(int length) {
        return "/" + "x".repeat(length - 1);
    }

    @Test
    void atMostAHundredPointersAreRecordedOfAtMostTwoHundredCharacters() {
        String fields = IntStream.range(0, 150).mapToObj(i -> "'f" + i + "':1").collect(Collectors.joining(","));
        TranslationLoss many = TranslationLoss.of(request(Dialect.ANTHROPIC, fields), Dialect.RESPONSES);
        TranslationLoss none = new TranslationLoss(List.of(), Optional.empty());

        assertThat(many.dropped()).hasSize(100).last().isEqualTo("/f99");
        assertThat(many.and(List.of("/more"))).isEqualTo(many);
        assertThat(none.and(List.of("/a b", pointer(300), "/" + "é".repeat(100)))
                        .dropped())
                .containsExactly("/a%20b", pointer(200), "/" + "%C3%A9".repeat(33) + "%");
        assertThat(many.and(List.of())).isSameAs(many);
    }
}
