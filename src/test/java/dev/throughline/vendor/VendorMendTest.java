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

class VendorMendTest {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    @Test
    void whatBreaksNoRuleIsTheSameObject() throws Exception {
        ObjectNode body = body("{'model': 'claude-opus-4-8', 'messages': [{'role': 'user', 'content': 'go'}]}");

        VendorMend.Mended mended = mend("anthropic:opus-4.8", "anthropic", body);

        assertThat(mended.body()).isSameAs(body);
        assertThat(mended.mended()).isEmpty();
    }

    @Test
    void theRequestItselfIsNotModified() throws Exception {
        ObjectNode body = body("{'model': 'm', 'temperature': 0.2, 'messages': []}");
        ObjectNode before = body.deepCopy();

        VendorMend.Mended mended = mend("anthropic:opus-4.8", "anthropic", body);

        assertThat(body).isEqualTo(before);
        assertThat(mended.body().has("temperature")).isFalse();
        assertThat(mended.mended()).extracting(Violation::pointer).containsExactly("/temperature");
    }

    @ParameterizedTest
    @CsvSource({"1024, low", "8192, medium", "16384, high", "32768, max"})
    void aBudgetBecomesAnEffort(int budget, String effort) throws Exception {
        ObjectNode body = body("{'thinking': {'type': 'enabled', 'budget_tokens': " + budget + "}, 'messages': []}");

        ObjectNode mended = mend("anthropic:opus-4.8", "anthropic", body).body();

        assertThat(mended.at("/thinking")).isEqualTo(body("{'type': 'adaptive'}"));
        assertThat(mended.at("/output_config/effort").asText()).isEqualTo(effort);
    }

    @Test
    void anIdIsRewrittenInTheCallAndInItsResult() throws Exception {
        ObjectNode body = body("{'messages': [{'role': 'assistant', 'content':"
                + " [{'type': 'tool_use', 'id': 'functions.a:0', 'name': 'a', 'input': {'id': 'functions.a:1'}}]},"
                + " {'role': 'user', 'content': [{'type': 'tool_result', 'tool_use_id': 'functions.a:0'}]}]}");

        ObjectNode mended = mend("anthropic:opus-4.8", "anthropic", body).body();

        String id = mended.at("/messages/0/content/0/id").asText();
        assertThat(id).matches("[a-zA-Z0-9_-]+");
        assertThat(mended.at("/messages/1/content/0/tool_use_id").asText()).isEqualTo(id);
        assertThat(mended.at("/messages/0/content/0/input/id").asText())
                .as("what the model wrote")
                .isEqualTo("functions.a:1");
    }

    @Test
    void aMessageOfNothingButAnUnsignedThoughtIsLeftOut() throws Exception {
        ObjectNode body = body("{'messages': [{'role': 'user', 'content': 'a'}, {'role': 'assistant', 'content':"
                + " [{'type': 'thinking', 'thinking': 't'}]}, {'role': 'user', 'content': 'b'}]}");

        ObjectNode mended = mend("anthropic:opus-4.8", "anthropic", body).body();

        assertThat(mended.path("messages")).hasSize(2);
    }

    @Test
    void thoughtsThatNobodyKnowsAreDifferentForEachCall() throws Exception {
        String call = "{'role': 'assistant', 'tool_calls': [{'id': '%s', 'function': {'name': 'a', 'arguments': ''}}]}";
        ObjectNode body = body("{'messages': [" + call.formatted("c1") + "," + call.formatted("c2") + "]}");

        ObjectNode mended = mend("deepseek:v4", "openai-chat", body).body();

        assertThat(List.of(
                        mended.at("/messages/0/reasoning_content").asText(),
                        mended.at("/messages/1/reasoning_content").asText()))
                .doesNotHaveDuplicates()
                .doesNotContain("");
    }

    @Test
    void aRuleThatSourcesDisagreeOnChangesNothing() throws Exception {
        ObjectNode body = body("{'model': 'glm-5.3', 'reasoning_effort': 'medium', 'messages': []}");

        assertThat(mend("zai:glm-5.3", "openai-chat", body).body()).isSameAs(body);
    }

    /// As Claude Code from 2.1.261 on writes it.
    @ParameterizedTest
    @CsvSource({"anthropic:4.6", "anthropic:opus-4.7", "anthropic:opus-5.5"})
    void aModelThatDoesNotTakeTheEffortOfAMessageGetsThatOfTheRequest(String profile) throws Exception {
        ObjectNode body = body("{'output_config': {'effort': 'medium'}, 'messages': [{'role': 'user', 'content': 'a'},"
                + " {'role': 'system', 'content': [], 'output_config': {'effort': 'low'}},"
                + " {'role': 'assistant', 'content': 'b'}, {'role': 'user', 'content': 'c'},"
                + " {'role': 'system', 'content': [], 'output_config': {'effort': 'high'}}]}");

        ObjectNode mended = mend(profile, "anthropic", body).body();

        assertThat(mended)
                .isEqualTo(body("{'output_config': {'effort': 'high'}, 'messages': [{'role': 'user', 'content': 'a'},"
                        + " {'role': 'assistant', 'content': 'b'}, {'role': 'user', 'content': 'c'}]}"));
    }

    @Test
    void aModelThatTakesTheEffortOfAMessageGetsItWhereverItIs() throws Exception {
        ObjectNode body = body("{'messages': [{'role': 'user', 'content': 'a'}, {'role': 'assistant', 'content': 'b'},"
                + " {'role': 'system', 'content': [], 'output_config': {'effort': 'low'}},"
                + " {'role': 'user', 'content': 'c'}]}");
        var request = new VendorRequest(
                "anthropic", body, Set.of("mid-conversation-output-config-2026-07-01"), Set.of(), Map.of());
        Profile profile = RuleBook.bundled().profile("anthropic:opus-5.5").orElseThrow();

        assertThat(VendorMend.of(profile, request, IssuedThoughts.NONE).body()).isSameAs(body);
        assertThat(VendorLaw.judge(profile, request, IssuedThoughts.NONE)).isEmpty();
    }

    @Test
    void whatNothingMendsIsLeft() throws Exception {
        ObjectNode body = body("{'messages': [{'role': 'assistant', 'content': [{'type': 'tool_use', 'id': 'a',"
                + " 'name': 'a', 'input': {}}]}, {'role': 'user', 'content': 'what?'}]}");

        VendorMend.Mended mended = mend("anthropic:opus-4.8", "anthropic", body);

        assertThat(mended.left()).extracting(left -> left.rule().id()).containsExactly("anthropic-calls-answered");
        assertThat(mended.body()).isSameAs(body);
    }

    private static VendorMend.Mended mend(String profile, String form, ObjectNode body) {
        return VendorMend.of(
                RuleBook.bundled().profile(profile).orElseThrow(), new VendorRequest(form, body), IssuedThoughts.NONE);
    }

    private static ObjectNode body(String json) throws Exception {
        return (ObjectNode) MAPPER.readTree(json.replace('\'', '"'));
    }
}
