package dev.throughline.gateway.proxy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.backend.settings.BackendKind;
import dev.throughline.conversation.Dialect;
import dev.throughline.wire.StrictJson;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

class SameDialectRulesTest {
    private static final ObjectNode NONE = JsonNodeFactory.instance.objectNode();

    /// The columns: kind; dialect; the request; what the backend gets; what is named as dropped.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', textBlock = """
        OPENAI | OPENAI_CHAT | {'top_k':5,'min_p':0.1,'seed':1,'thinking':{'type':'enabled'}} | {'seed':1} | \
        /top_k /min_p /thinking
        OPENAI | OPENAI_CHAT | {'chat_template_kwargs':{'enable_thinking':true,'a/b':1},'n':1} | {'n':1} | \
        /chat_template_kwargs/enable_thinking /chat_template_kwargs/a~1b
        OPENAI | OPENAI_CHAT | {'model':'o3-mini','max_tokens':5} | {'model':'o3-mini','max_completion_tokens':5} | ^^
        OPENAI | OPENAI_CHAT | {'model':'gpt-5.2','max_tokens':5} | {'model':'gpt-5.2','max_completion_tokens':5} | ^^
        OPENAI | RESPONSES   | {'model':'gpt-5','top_k':5,'input':'a'} | {'model':'gpt-5','input':'a'} | /top_k
        ANTHROPIC | ANTHROPIC | {'thinking':{'type':'enabled','budget_tokens':9,'clear_thinking':false},'top_k':5} | \
        {'thinking':{'type':'enabled','budget_tokens':9},'top_k':5} | /thinking/clear_thinking
        ANTHROPIC | ANTHROPIC | {'chat_template_kwargs':{'a':1},'enable_thinking':true} | {} | \
        /enable_thinking /chat_template_kwargs/a
        ANTHROPIC | ANTHROPIC | \
        {'messages':[{'role':'user'},{'role':'assistant','reasoning_details':[],'content':'c'}]} | \
        {'messages':[{'role':'user'},{'role':'assistant','content':'c'}]} | /messages/1/reasoning_details
        ZAI | OPENAI_CHAT | {'chat_template_kwargs':{'enable_thinking':false,'clear_thinking':false}} | \
        {'thinking':{'type':'disabled','clear_thinking':false}} | ^^
        ZAI | OPENAI_CHAT | {'thinking':{'type':'enabled'},'chat_template_kwargs':{'enable_thinking':false,'x':1}} | \
        {'thinking':{'type':'enabled'},'chat_template_kwargs':{'x':1}} | ^^
        DEEPSEEK | OPENAI_CHAT | {'chat_template_kwargs':{'enable_thinking':true,'clear_thinking':false}} | \
        {'chat_template_kwargs':{'clear_thinking':false},'thinking':{'type':'enabled'}} | ^^
        OPENROUTER | OPENAI_CHAT | {'chat_template_kwargs':{'enable_thinking':false}} | \
        {'reasoning':{'enabled':false}} | ^^
        OPENROUTER | OPENAI_CHAT | {'reasoning':{'effort':'low'},'chat_template_kwargs':{'enable_thinking':true}} | \
        {'reasoning':{'effort':'low'}} | ^^
        VLLM | OPENAI_CHAT | {'thinking':{'type':'disabled'},'a':1} | \
        {'a':1,'chat_template_kwargs':{'enable_thinking':false}} | ^^
        SGLANG | OPENAI_CHAT | {'thinking':{'type':'enabled','clear_thinking':false},'chat_template_kwargs':{'x':1}} | \
        {'chat_template_kwargs':{'x':1,'enable_thinking':true,'clear_thinking':false}} | ^^
        MOONSHOT | OPENAI_CHAT | {'model':'kimi-k2.6','temperature':0.5,'top_p':1,'presence_penalty':0.1,\
        'frequency_penalty':-1,'n':1,'seed':3} | {'model':'kimi-k2.6','n':1,'seed':3} | \
        /temperature /top_p /presence_penalty /frequency_penalty
        MOONSHOT | OPENAI_CHAT | {'model':'kimi-k2.5','temperature':1.0,'thinking':{'type':'disabled'}} | \
        {'model':'kimi-k2.5','thinking':{'type':'disabled'}} | /temperature
        MOONSHOT | OPENAI_CHAT | {'model':'kimi-k2.5','temperature':0.6} | {'model':'kimi-k2.5'} | /temperature
        MOONSHOT | OPENAI_CHAT | {'model':'kimi-k3','temperature':1,'top_p':0.95} | \
        {'model':'kimi-k3','temperature':1} | /top_p
        LLAMA_CPP | OPENAI_CHAT | {'thinking':{'type':'disabled'}} | \
        {'chat_template_kwargs':{'enable_thinking':false}} | ^^
        VLLM | OPENAI_CHAT | {'messages':[{'reasoning':'','reasoning_content':'a'},{'reasoning':'b'}]} | \
        {'messages':[{'reasoning_content':'a'},{'reasoning':'b'}]} | /messages/0/reasoning
        OTHER | OPENAI_CHAT | {'messages':['odd',{'reasoning':'a','reasoning_content':''}]} | \
        {'messages':['odd',{'reasoning':'a'}]} | /messages/1/reasoning_content
        VLLM | RESPONSES | \
        {'input':[{'type':'reasoning','encrypted_content':'e','content':[]},{'encrypted_content':1}]} | \
        {'input':[{'type':'reasoning','content':[]},{'encrypted_content':1}]} | \
        /input/0/encrypted_content
        """)
    void whatAKindRefusesIsLeftOutAndWhatItCallsOtherwiseRenamed(
            BackendKind kind, Dialect dialect, String sent, String expected, String dropped) {
        ObjectNode body = json(sent);
        String before = body.toString();

        SameDialectRules.Fitted fitted = fit(body, kind, dialect, NONE);

        assertThat(fitted.body()).isEqualTo(json(expected));
        assertThat(String.join(" ", fitted.dropped())).isEqualTo(dropped);
        assertThat(body).hasToString(before);
    }

    /// What no kind refuses and none has another name for, and what others are known to refuse only.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        VLLM       | OPENAI_CHAT | {'top_k':5,'chat_template_kwargs':{'enable_thinking':true},'max_tokens':5,'x':1.50}
        SGLANG     | OPENAI_CHAT | {'top_k':5,'separate_reasoning':true}
        LLAMA_CPP  | OPENAI_CHAT | {'chat_template_kwargs':{'enable_thinking':true},'thinking':{'type':'disabled'}}
        ZAI        | OPENAI_CHAT | {'top_k':5,'thinking':{'type':'enabled'}}
        OPENROUTER | OPENAI_CHAT | {'top_k':5,'reasoning':{'enabled':true}}
        DEEPSEEK   | OPENAI_CHAT | {'thinking':{'type':'enabled'},'reasoning_effort':'high'}
        MOONSHOT   | OPENAI_CHAT | \
        {'top_k':5,'chat_template_kwargs':{'enable_thinking':true},'thinking':{'type':'enabled'}}
        MOONSHOT   | OPENAI_CHAT | \
        {'model':'kimi-k2.6','temperature':1,'top_p':0.95,'presence_penalty':0,'frequency_penalty':0.0,'n':1}
        MOONSHOT   | OPENAI_CHAT | {'model':'kimi-k2.5','temperature':0.6,'thinking':{'type':'disabled'}}
        MOONSHOT   | OPENAI_CHAT | {'model':'kimi-k2.7-code','temperature':null,'top_p':null}
        MOONSHOT   | OPENAI_CHAT | {'model':'kimi-k2-0905-preview','temperature':0.3,'top_p':0.5,'n':2}
        MOONSHOT   | OPENAI_CHAT | {'model':'moonshot-v1-8k','temperature':0.3,'presence_penalty':1}
        MOONSHOT   | ANTHROPIC   | {'model':'kimi-k2.6','temperature':0.3}
        ANTHROPIC  | OPENAI_CHAT | {'chat_template_kwargs':{'enable_thinking':true}}
        ANTHROPIC  | ANTHROPIC   | {'top_k':5,'thinking':{'type':'enabled','budget_tokens':9},'new_field':1}
        OPENAI     | OPENAI_CHAT | {'model':'gpt-4o','max_tokens':5,'reasoning_effort':'low','new_field':1}
        OPENAI     | OPENAI_CHAT | {'model':'o3','max_completion_tokens':5}
        OPENAI     | ANTHROPIC   | {'top_k':5}
        OTHER      | OPENAI_CHAT | \
        {'messages':[{'reasoning':'','reasoning_content':''},{'reasoning':'a','reasoning_content':null}]}
        DEEPSEEK   | OPENAI_CHAT | {'messages':[{'reasoning':'','reasoning_content':'a'}]}
        VLLM       | RESPONSES   | {'input':[{'type':'reasoning','encrypted_content':null}]}
        SGLANG     | RESPONSES   | {'input':[{'type':'reasoning','encrypted_content':'e'}]}
        VLLM       | RESPONSES   | {'input':'text'}
        """)
    void allElseIsTheVeryBodyThatCame(BackendKind kind, Dialect dialect, String sent) {
        ObjectNode body = json(sent);

        SameDialectRules.Fitted fitted = fit(body, kind, dialect, NONE);

        assertThat(fitted.body()).isSameAs(body);
        assertThat(fitted.dropped()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"OTHER", "AUTO"})
    void ofAKindThatIsNotKnownToRefuseAnythingNothingChanges(BackendKind kind) {
        ObjectNode body =
                json("{'top_k':5,'thinking':{'type':'disabled'},'chat_template_kwargs':{'x':1},'extra_body':{}}");

        for (Dialect dialect : Dialect.values()) {
            assertThat(fit(body, kind, dialect, NONE).body()).isSameAs(body);
        }
    }

    @Test
    void whatTheSettingsSetIsSentToAnyKind() {
        ObjectNode defaults = json("{'enable_thinking':true,'effort':'max'}");
        ObjectNode body = json("{'chat_template_kwargs':{'enable_thinking':true,'effort':'max','x':1}}");

        assertThat(fit(body, BackendKind.OPENAI, Dialect.OPENAI_CHAT, defaults))
                .isEqualTo(new SameDialectRules.Fitted(
                        json("{'chat_template_kwargs':{'enable_thinking':true,'effort':'max'}}"),
                        List.of("/chat_template_kwargs/x")));
        assertThat(fit(body, BackendKind.ZAI, Dialect.OPENAI_CHAT, defaults).body())
                .isSameAs(body);
    }

    private static SameDialectRules.Fitted fit(
            ObjectNode body, BackendKind kind, Dialect dialect, ObjectNode defaults) {
        return SameDialectRules.fit(body, kind, dialect, body.path("model").asText(""), defaults);
    }

    private static ObjectNode json(String text) {
        try {
            return (ObjectNode) StrictJson.LENIENT.readTree(text.replace('\'', '"'));
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }
}
