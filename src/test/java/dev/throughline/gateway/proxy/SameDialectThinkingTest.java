package dev.throughline.gateway.proxy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Dialect;
import dev.throughline.vendor.BackendKind;
import dev.throughline.vendor.IssuedThoughts;
import dev.throughline.vendor.Mend;
import dev.throughline.vendor.RuleBook;
import dev.throughline.vendor.VendorMend;
import dev.throughline.vendor.VendorRequest;
import dev.throughline.wire.StrictJson;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class SameDialectThinkingTest {
    private static final ObjectNode NONE = JsonNodeFactory.instance.objectNode();

    /// The columns: kind; dialect; the request; what the backend gets; what is named as dropped.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', textBlock = """
        openai | OPENAI_CHAT | {'top_k':5,'min_p':0.1,'seed':1,'thinking':{'type':'enabled'}} | {'seed':1} | \
        /top_k /min_p /thinking
        openai | OPENAI_CHAT | {'chat_template_kwargs':{'enable_thinking':true,'a/b':1},'n':1} | {'n':1} | \
        /chat_template_kwargs
        openai | OPENAI_CHAT | {'model':'o3-mini','max_tokens':5} | {'model':'o3-mini','max_completion_tokens':5} | ^^
        openai | OPENAI_CHAT | {'model':'gpt-5.2','max_tokens':5} | {'model':'gpt-5.2','max_completion_tokens':5} | ^^
        openai | RESPONSES   | {'model':'gpt-5','top_k':5,'input':'a'} | {'model':'gpt-5','input':'a'} | /top_k
        anthropic | ANTHROPIC | \
        {'thinking':{'type':'enabled','budget_tokens':2048,'clear_thinking':false},'top_k':5} | \
        {'thinking':{'type':'enabled','budget_tokens':2048},'top_k':5} | /thinking/clear_thinking
        anthropic | ANTHROPIC | {'chat_template_kwargs':{'a':1},'enable_thinking':true} | {} | \
        /chat_template_kwargs /enable_thinking
        anthropic | ANTHROPIC | \
        {'messages':[{'role':'user'},{'role':'assistant','reasoning_details':[],'content':'c'}]} | \
        {'messages':[{'role':'user'},{'role':'assistant','content':'c'}]} | /messages/1/reasoning_details
        zai | OPENAI_CHAT | {'chat_template_kwargs':{'enable_thinking':false,'clear_thinking':false}} | \
        {'thinking':{'type':'disabled','clear_thinking':false}} | ^^
        zai | OPENAI_CHAT | {'thinking':{'type':'enabled'},'chat_template_kwargs':{'enable_thinking':false,'x':1}} | \
        {'thinking':{'type':'enabled'},'chat_template_kwargs':{'x':1}} | ^^
        deepseek | OPENAI_CHAT | {'chat_template_kwargs':{'enable_thinking':true,'clear_thinking':false}} | \
        {'chat_template_kwargs':{'clear_thinking':false},'thinking':{'type':'enabled'}} | ^^
        openrouter | OPENAI_CHAT | {'chat_template_kwargs':{'enable_thinking':false}} | \
        {'reasoning':{'enabled':false}} | ^^
        openrouter | OPENAI_CHAT | {'reasoning':{'effort':'low'},'chat_template_kwargs':{'enable_thinking':true}} | \
        {'reasoning':{'effort':'low'}} | ^^
        vllm | OPENAI_CHAT | {'thinking':{'type':'disabled'},'a':1} | \
        {'a':1,'chat_template_kwargs':{'enable_thinking':false}} | ^^
        sglang | OPENAI_CHAT | {'thinking':{'type':'enabled','clear_thinking':false},'chat_template_kwargs':{'x':1}} | \
        {'chat_template_kwargs':{'x':1,'enable_thinking':true,'clear_thinking':false}} | ^^
        moonshot | OPENAI_CHAT | {'model':'kimi-k2.6','temperature':0.5,'top_p':1,'presence_penalty':0.1,\
        'frequency_penalty':-1,'n':1,'seed':3} | {'model':'kimi-k2.6','n':1,'seed':3} | \
        /temperature /top_p /presence_penalty /frequency_penalty
        moonshot | OPENAI_CHAT | {'model':'kimi-k2.5','temperature':1.0,'thinking':{'type':'disabled'}} | \
        {'model':'kimi-k2.5','thinking':{'type':'disabled'}} | /temperature
        moonshot | OPENAI_CHAT | {'model':'kimi-k2.5','temperature':0.6} | {'model':'kimi-k2.5'} | /temperature
        moonshot | OPENAI_CHAT | {'model':'kimi-k3','temperature':1,'top_p':0.95} | \
        {'model':'kimi-k3','temperature':1} | /top_p
        llama.cpp | OPENAI_CHAT | {'thinking':{'type':'disabled'}} | \
        {'chat_template_kwargs':{'enable_thinking':false}} | ^^
        vllm | OPENAI_CHAT | {'messages':[{'reasoning':'','reasoning_content':'a'},{'reasoning':'b'}]} | \
        {'messages':[{'reasoning_content':'a'},{'reasoning':'b'}]} | /messages/0/reasoning
        other | OPENAI_CHAT | {'messages':['odd',{'reasoning':'a','reasoning_content':''}]} | \
        {'messages':['odd',{'reasoning':'a'}]} | /messages/1/reasoning_content
        vllm | RESPONSES | \
        {'input':[{'type':'reasoning','encrypted_content':'e','content':[]},{'encrypted_content':1}]} | \
        {'input':[{'type':'reasoning','content':[]},{'encrypted_content':1}]} | \
        /input/0/encrypted_content
        """)
    void whatAKindRefusesIsLeftOutAndWhatItCallsOtherwiseRenamed(
            BackendKind kind, Dialect dialect, String sent, String expected, String dropped) {
        ObjectNode body = json(sent);
        String before = body.toString();

        SameDialectThinking.Fitted fitted = fit(body, kind, dialect, NONE);

        assertThat(fitted.body()).isEqualTo(json(expected));
        assertThat(String.join(" ", fitted.dropped())).isEqualTo(dropped);
        assertThat(body).hasToString(before);
    }

    /// What no kind refuses and none has another name for, and what others are known to refuse only.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        vllm       | OPENAI_CHAT | {'top_k':5,'chat_template_kwargs':{'enable_thinking':true},'max_tokens':5,'x':1.50}
        sglang     | OPENAI_CHAT | {'top_k':5,'separate_reasoning':true}
        llama.cpp  | OPENAI_CHAT | {'chat_template_kwargs':{'enable_thinking':true},'thinking':{'type':'disabled'}}
        zai        | OPENAI_CHAT | {'top_k':5,'thinking':{'type':'enabled'}}
        openrouter | OPENAI_CHAT | {'top_k':5,'reasoning':{'enabled':true}}
        deepseek   | OPENAI_CHAT | {'thinking':{'type':'enabled'},'reasoning_effort':'high'}
        moonshot   | OPENAI_CHAT | \
        {'top_k':5,'chat_template_kwargs':{'enable_thinking':true},'thinking':{'type':'enabled'}}
        moonshot   | OPENAI_CHAT | \
        {'model':'kimi-k2.6','temperature':1,'top_p':0.95,'presence_penalty':0,'frequency_penalty':0.0,'n':1}
        moonshot   | OPENAI_CHAT | {'model':'kimi-k2.5','temperature':0.6,'thinking':{'type':'disabled'}}
        moonshot   | OPENAI_CHAT | {'model':'kimi-k2.7-code','temperature':null,'top_p':null}
        moonshot   | OPENAI_CHAT | {'model':'kimi-k2-0905-preview','temperature':0.3,'top_p':0.5,'n':2}
        moonshot   | OPENAI_CHAT | {'model':'moonshot-v1-8k','temperature':0.3,'presence_penalty':1}
        moonshot   | ANTHROPIC   | {'model':'kimi-k2.6','temperature':0.3}
        anthropic  | OPENAI_CHAT | {'chat_template_kwargs':{'enable_thinking':true}}
        anthropic  | ANTHROPIC   | {'top_k':5,'thinking':{'type':'enabled','budget_tokens':2048},'new_field':1}
        openai     | OPENAI_CHAT | {'model':'gpt-4o','max_tokens':5,'reasoning_effort':'low','new_field':1}
        openai     | OPENAI_CHAT | {'model':'o3','max_completion_tokens':5}
        openai     | ANTHROPIC   | {'top_k':5}
        other      | OPENAI_CHAT | \
        {'messages':[{'reasoning':'','reasoning_content':''},{'reasoning':'a','reasoning_content':null}]}
        deepseek   | OPENAI_CHAT | {'messages':[{'reasoning':'','reasoning_content':'a'}]}
        vllm       | RESPONSES   | {'input':[{'type':'reasoning','encrypted_content':null}]}
        sglang     | RESPONSES   | {'input':[{'type':'reasoning','encrypted_content':'e'}]}
        vllm       | RESPONSES   | {'input':'text'}
        """)
    void allElseIsTheVeryBodyThatCame(BackendKind kind, Dialect dialect, String sent) {
        ObjectNode body = json(sent);

        SameDialectThinking.Fitted fitted = fit(body, kind, dialect, NONE);

        assertThat(fitted.body()).isSameAs(body);
        assertThat(fitted.dropped()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"other", "auto"})
    void ofAKindThatIsNotKnownToRefuseAnythingNothingChanges(BackendKind kind) {
        ObjectNode body =
                json("{'top_k':5,'thinking':{'type':'disabled'},'chat_template_kwargs':{'x':1},'extra_body':{}}");

        for (Dialect dialect : Dialect.values()) {
            assertThat(fit(body, kind, dialect, NONE).body()).isSameAs(body);
        }
    }

    @Test
    void whatTheSettingsSetIsNotRenamed() {
        ObjectNode defaults = json("{'enable_thinking':true,'effort':'max'}");
        ObjectNode body = json("{'chat_template_kwargs':{'enable_thinking':true,'effort':'max','x':1}}");

        assertThat(fit(body, BackendKind.of("zai"), Dialect.OPENAI_CHAT, defaults)
                        .body())
                .isSameAs(body);
    }

    /// The switches first, then the law of the vendor.
    private static SameDialectThinking.Fitted fit(
            ObjectNode body, BackendKind kind, Dialect dialect, ObjectNode defaults) {
        SameDialectThinking.Fitted switched = SameDialectThinking.fit(body, kind, dialect, defaults);
        return RuleBook.bundled()
                .at(kind.id(), "", dialect)
                .profile(body.path("model").asText(""))
                .map(profile ->
                        VendorMend.of(profile, new VendorRequest(dialect.id(), switched.body()), IssuedThoughts.NONE))
                .map(mended -> new SameDialectThinking.Fitted(mended.body(), dropped(switched, mended)))
                .orElse(switched);
    }

    private static List<String> dropped(SameDialectThinking.Fitted switched, VendorMend.Mended mended) {
        List<String> dropped = new ArrayList<>(switched.dropped());
        mended.mended().stream()
                .filter(violation -> violation.rule().mends().stream().noneMatch(Mend.Rename.class::isInstance))
                .forEach(violation -> dropped.add(violation.pointer()));
        return dropped;
    }

    private static ObjectNode json(String text) {
        try {
            return (ObjectNode) StrictJson.LENIENT.readTree(text.replace('\'', '"'));
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }
}
