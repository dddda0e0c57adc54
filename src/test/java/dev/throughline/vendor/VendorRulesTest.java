package dev.throughline.vendor;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Rules beside those of the answers that reports show: each request that breaks one, and the mended one, which breaks
/// none.
class VendorRulesTest {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    /// The columns: profile; form; fields of the request; rule; what the mended request has instead, if it is sent.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', textBlock = """
        anthropic:4.5 | anthropic | 'max_tokens':4096,'thinking':{'type':'enabled','budget_tokens':4096} | \
        anthropic-budget-below-limit | 'max_tokens':4096,'thinking':{'type':'enabled','budget_tokens':4095}
        anthropic:4.5 | anthropic | 'max_tokens':1024,'thinking':{'type':'enabled','budget_tokens':2048} | \
        anthropic-budget-below-limit | 'max_tokens':1024
        anthropic:4.6 | anthropic | 'max_tokens':4096,'thinking':{'type':'enabled','budget_tokens':9000} | \
        anthropic-4.6-budget-below-limit | 'max_tokens':4096,'thinking':{'type':'enabled','budget_tokens':4095}
        anthropic:4.6 | anthropic | 'output_config':{'effort':'xhigh'} | anthropic-4.6-effort | \
        'output_config':{'effort':'high'}
        openai | responses | 'max_output_tokens':1 | openai-least-tokens | 'max_output_tokens':16
        openai | responses | 'model':'gpt-4o','include':['reasoning.encrypted_content'] | openai-include | \
        'model':'gpt-4o'
        openai | responses | 'stop':['x'] | openai-template-options | ^^
        openai | responses | 'input':[{'type':'function_call','id':'call_1','call_id':'c','name':'a'},\
        {'type':'function_call_output','call_id':'c','output':'o'}] | openai-item-id | \
        'input':[{'type':'function_call','call_id':'c','name':'a'},\
        {'type':'function_call_output','call_id':'c','output':'o'}]
        openai | responses | 'input':[{'type':'message','role':'assistant','id':'item_1','content':'a'}] | \
        openai-message-id | 'input':[{'type':'message','role':'assistant','content':'a'}]
        openai:chat-o | openai-chat | 'model':'gpt-5','top_p':0.5 | openai-chat-top-p | 'model':'gpt-5'
        deepseek:v4 | openai-chat | 'messages':[{'role':'assistant','content':[{'type':'reasoning','text':'t'},\
        {'type':'text','text':'a'}]}] | deepseek-parts | \
        'messages':[{'role':'assistant','content':[{'type':'text','text':'a'}]}]
        moonshot:coding | openai-chat | 'reasoning_effort':'none' | moonshot-coding-effort | ^^
        minimax | openai-chat | 'messages':[{'role':'assistant','tool_calls':[{'id':'c','function':\
        {'name':'a','arguments':'{\\'q'}}]},{'role':'tool','tool_call_id':'c','content':'o'}] | minimax-arguments | \
        'messages':[{'role':'assistant','tool_calls':[{'id':'c','function':{'name':'a','arguments':'{}'}}]},\
        {'role':'tool','tool_call_id':'c','content':'o'}]
        mistral | openai-chat | 'max_completion_tokens':9 | mistral-max-tokens | 'max_tokens':9
        mistral | openai-chat | 'messages':[{'role':'user','name':'n','content':'a'}] | mistral-user-name | \
        'messages':[{'role':'user','content':'a'}]
        mistral | openai-chat | 'messages':[{'role':'assistant','content':[{'type':'thinking','thinking':'t'},\
        {'type':'text','text':'a'}]}] | mistral-thought-form | \
        'messages':[{'role':'assistant','content':[{'type':'text','text':'a'}]}]
        mistral:glm-5.3 | openai-chat | 'reasoning_effort':'none' | mistral-glm-effort | 'reasoning_effort':'low'
        xai | openai-chat | 'model':'grok-4','reasoning_effort':'high' | xai-effort-none | 'model':'grok-4'
        xai | openai-chat | 'model':'grok-4.3','reasoning_effort':'max' | xai-effort | \
        'model':'grok-4.3','reasoning_effort':'high'
        xai | responses | 'model':'grok-4.3','reasoning':{'effort':'xhigh'} | xai-responses-effort | \
        'model':'grok-4.3','reasoning':{'effort':'high'}
        """)
    void isRefusedUntilItIsMended(String profile, String form, String request, String rule, String mended)
            throws Exception {
        Profile known = RuleBook.bundled().profile(profile).orElseThrow();
        var asked = new VendorRequest(form, body(request));

        assertThat(VendorLaw.judge(known, asked, IssuedThoughts.NONE))
                .filteredOn(Violation::isRefused)
                .extracting(violation -> violation.rule().id())
                .containsExactly(rule);
        assertThat(VendorMend.of(known, asked, IssuedThoughts.NONE).body()).isEqualTo(body(mended));
        assertThat(VendorLaw.judge(known, asked.withBody(body(mended)), IssuedThoughts.NONE))
                .isEmpty();
    }

    /// A budget may be above the limit of the answer where thoughts are interleaved.
    @Test
    void interleavedThoughtsHaveABudgetOfTheirOwn() throws Exception {
        var request = new VendorRequest(
                "anthropic",
                body("'max_tokens':4096,'thinking':{'type':'enabled','budget_tokens':9000}"),
                Set.of("interleaved-thinking-2025-05-14"),
                Set.of(),
                Map.of());

        assertThat(VendorLaw.judge(
                        RuleBook.bundled().profile("anthropic:4.5").orElseThrow(), request, IssuedThoughts.NONE))
                .isEmpty();
    }

    @Test
    void moreThan128ToolsAreNotSentToChat() throws Exception {
        ObjectNode body = body("");
        for (int i = 0; i < 129; i++) {
            body.withArray("tools").addObject().put("type", "function");
        }
        Profile profile = RuleBook.bundled().profile("openai:chat").orElseThrow();

        List<Violation> left = VendorMend.of(profile, new VendorRequest("openai-chat", body), IssuedThoughts.NONE)
                .left();

        assertThat(left).singleElement().satisfies(violation -> {
            assertThat(violation.error().message()).contains("maximum length 128", "length 129");
            assertThat(violation.rule().mends()).hasOnlyElementsOfType(Mend.Stop.class);
        });
        body.withArray("tools").remove(0);
        assertThat(VendorLaw.judge(profile, new VendorRequest("openai-chat", body), IssuedThoughts.NONE))
                .isEmpty();
    }

    /// A thought of a loop is due within it only.
    @ParameterizedTest
    @CsvSource({"tool, true", "user, false"})
    void anOlderVendorDropsThoughtsAtANewQuestion(String last, boolean isRefused) throws Exception {
        ObjectNode body = body("'thinking':{'type':'enabled'},'messages':[{'role':'user','content':'a'},"
                + "{'role':'assistant','tool_calls':[{'id':'c','function':{'name':'a','arguments':'{}'}}]},"
                + "{'role':'tool','tool_call_id':'c','content':'o'},{'role':'" + last
                + "','tool_call_id':'c','content':'o'}]");
        Profile profile = RuleBook.bundled().profile("deepseek:v3.2").orElseThrow();

        assertThat(VendorLaw.judge(profile, new VendorRequest("openai-chat", body), IssuedThoughts.NONE).stream()
                        .anyMatch(Violation::isRefused))
                .isEqualTo(isRefused);
    }

    private static ObjectNode body(String fields) throws Exception {
        String json = "{" + (fields == null ? "" : fields.replace("\\'", "\\\"").replace('\'', '"')) + "}";
        return (ObjectNode) MAPPER.readTree(json);
    }
}
