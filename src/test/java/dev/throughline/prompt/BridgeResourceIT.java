package dev.throughline.prompt;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.render.RenderedConversations;
import dev.throughline.testing.ProxyProfile;
import dev.throughline.testing.TestHttpClient;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

@QuarkusTest
@TestProfile(ProxyProfile.class)
class BridgeResourceIT {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String RENDER = "/api/v1/render";
    private static final String TOOLS = """
            [{"type": "function", "function": {"name": "f", "parameters":
              {"type": "object", "properties": {"a": {"type": "string"}}}}}]""";
    private static final String WRITTEN =
            "why</think><tool_call>f<arg_key>a</arg_key><arg_value>b</arg_value></tool_call>";
    private static final String RESULT = "{\"role\": \"tool\", \"tool_call_id\": \"c9\", \"content\": \"one\"}";
    private static final String NEXT = "{\"role\": \"user\", \"content\": \"and now?\"}";
    private static final String EXTENSION = "<tool_response>one</tool_response><|assistant|><think>";

    private static ObjectNode order(String written, String added) {
        return order("{\"name\": \"glm-4.7\"}", "\"tokenizer\": {\"name\": \"glm-words\"}", written, added);
    }

    private static ObjectNode order(String template, String more, String written, String added) {
        ObjectNode order = read("""
                {"before": {"template": %s, %s, "context":
                  {"messages": [{"role": "user", "content": "hi"}], "tools": %s, "add_generation_prompt": true}},
                 "messages": [%s]}""".formatted(template, more, TOOLS, added));
        return order.put("text", written);
    }

    private static ObjectNode read(String json) {
        try {
            return (ObjectNode) JSON.readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static TestHttpClient.Answer send(ObjectNode order) {
        return TestHttpClient.underTest().post("/api/v1/render/bridge", order.toString());
    }

    private static JsonNode extended(ObjectNode order) {
        TestHttpClient.Answer answer = send(order);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.json();
    }

    private static int[] encode(String text) {
        return RenderedConversations.TOKENIZER.encode(text).ids();
    }

    private static int[] ids(JsonNode array) {
        return IntStream.range(0, array.size()).map(at -> array.get(at).asInt()).toArray();
    }

    @Test
    void aStopThatWasSampledIsNotRepeated() {
        ObjectNode order = order(WRITTEN, RESULT);
        order.remove("text");
        var sampled = order.putArray("ids");
        IntStream.of(encode(WRITTEN + "<|observation|>")).forEach(sampled::add);

        JsonNode found = extended(order);

        assertThat(found.path("text").asText()).isEqualTo(EXTENSION);
        assertThat(ids(found.path("ids"))).isEqualTo(encode(EXTENSION));
        assertThat(found.path("firstDropped").asBoolean()).isTrue();
        assertThat(found.path("sampled")).isEmpty();
        assertThat(found.path("end").asText()).isEqualTo("stop");
        assertThat(found.at("/message/reasoning_content").asText()).isEqualTo("why");
        assertThat(found.at("/message/tool_calls/0/id").asText()).isEqualTo("c9");
        assertThat(found.at("/message/tool_calls/0/function/arguments/a").asText())
                .isEqualTo("b");
    }

    @Test
    void promptAnswerAndExtensionAreTheNextPrompt() {
        ObjectNode order = order(WRITTEN + "<|observation|>", RESULT);
        JsonNode found = extended(order);
        ObjectNode next = (ObjectNode) order.path("before").deepCopy();
        ((ArrayNode) next.at("/context/messages")).add(found.path("message")).add(read(RESULT));

        String before = TestHttpClient.underTest()
                .post("/api/v1/render", order.path("before").toString())
                .json()
                .path("text")
                .asText();
        assertThat(before + order.path("text").asText() + found.path("text").asText())
                .isEqualTo(TestHttpClient.underTest()
                        .post("/api/v1/render", next.toString())
                        .json()
                        .path("text")
                        .asText());
    }

    @Test
    void aStopThatTheServerLeftOutIsAppendedAsSampled() {
        JsonNode found = extended(order(WRITTEN, RESULT).put("end", "stop"));

        assertThat(found.path("text").asText()).isEqualTo("<|observation|>" + EXTENSION);
        assertThat(found.path("sampled").toString()).isEqualTo("[{\"from\":0,\"to\":1}]");
        assertThat(found.path("firstDropped").asBoolean()).isFalse();
    }

    @Test
    void anAnswerThatWasCutIsClosedByTokensThatNobodySampled() {
        JsonNode found = extended(order(WRITTEN, RESULT).put("end", "length"));
        JsonNode cut = extended(order("why</think><tool_call>f<arg_key>a</arg_key><arg_value>b", RESULT));

        assertThat(found.path("text").asText()).isEqualTo("<|endoftext|><|observation|>" + EXTENSION);
        assertThat(found.path("sampled")).isEmpty();
        assertThat(cut.path("end").asText()).isEqualTo("length");
        assertThat(cut.path("text").asText()).isEqualTo("<|endoftext|><|observation|>" + EXTENSION);
        assertThat(cut.path("message").has("tool_calls")).isFalse();
    }

    @Test
    void sampledTokensKeepTheReasoningThatATemplateDropsIfToldTo() {
        ObjectNode order = order("why</think>see<|user|>", NEXT);

        assertThat(send(order).status()).isEqualTo(422);
        assertThat(extended(order.put("thinkingRetention", "all")).path("text").asText())
                .isEqualTo("and now?<|assistant|><think>");
        assertThat(send(order.put("thinkingRetention", "tool_cycle")).status()).isEqualTo(422);
    }

    @Test
    void messagesChooseWhatIsLearned() {
        String order = """
                {"template": {"name": "glm-4.7"}, "tokenizer": {"name": "glm-words"}, "messageLossMask": %s,
                 "chat": {"add_generation_prompt": false, "messages": [
                  {"role": "user", "content": "One?"}, {"role": "assistant", "content": "First."},
                  {"role": "user", "content": "Two?"}, {"role": "assistant", "content": "Second."}]}}""";
        JsonNode last = TestHttpClient.underTest()
                .post(RENDER, order.formatted("[0, 0, 0, 1]"))
                .json();
        JsonNode first = TestHttpClient.underTest()
                .post(RENDER, order.formatted("[0, 1, 0, 0]"))
                .json();

        assertThat(learned(last)).isEqualTo("Second.");
        assertThat(learned(first)).isEqualTo("First.<|user|>");
        assertThat(TestHttpClient.underTest()
                        .post(RENDER, order.formatted("[1]"))
                        .json()
                        .path("pointer")
                        .asText())
                .isEqualTo("/messageLossMask");
    }

    private static String learned(JsonNode prompt) {
        String text = prompt.path("text").asText();
        JsonNode starts = prompt.at("/tokens/starts");
        StringBuilder found = new StringBuilder();
        for (int token = 0; token < starts.size(); token++) {
            if (prompt.at("/tokens/lossMask").path(token).asInt() == 1) {
                found.append(
                        text, starts.path(token).asInt(), starts.path(token + 1).asInt(text.length()));
            }
        }
        return found.toString();
    }

    @Test
    void aMarkerThatWouldBeDoubledIsDroppedOnce() {
        JsonNode found = extended(order(WRITTEN + "<|observation|><|observation|>", RESULT));

        assertThat(found.path("text").asText()).isEqualTo(EXTENSION);
        assertThat(found.path("firstDropped").asBoolean()).isTrue();
    }

    @Test
    void textIsExtendedWithoutATokenizerAndWithAProfileOfTheRequest() {
        String template = JSON.getNodeFactory()
                .textNode(RenderedConversations.CLOSED_TURNS.source())
                .toString();
        String profile = """
                "profile": {"headers": ["<sop>assistant\\n"], "stops": ["<|endoftext|>"]}""";
        JsonNode found = extended(order(template, profile, "it is", NEXT).put("end", "stop"));

        assertThat(found.path("text").asText())
                .isEqualTo("<|endoftext|>\n<sop>user\nand now?<|endoftext|>\n<sop>assistant\n");
        assertThat(found.has("ids")).isFalse();
        assertThat(found.path("sampled").toString()).isEqualTo("[{\"from\":0,\"to\":13}]");
    }

    @Test
    void theMessageMayBeGiven() {
        ObjectNode order = order("anything at all", RESULT);
        order.set("message", read("{\"role\": \"assistant\", \"content\": \"other\"}"));

        assertThat(extended(order).path("message").path("content").asText()).isEqualTo("other");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = ';',
            value = {
                "NOTHING_NEW; glm-4.7; see; ''",
                "NOTHING_SAMPLED; glm-4.7; ''; {\"role\": \"tool\", \"content\": \"x\"}",
                "ASSISTANT_MESSAGE; glm-4.7; see; {\"role\": \"assistant\", \"content\": \"x\"}",
                "REASONING_CLEARED; glm-4.7; why</think>see; {\"role\": \"user\", \"content\": \"x\"}",
            })
    void refusalsNameTheirCause(String cause, String template, String written, String added) {
        refused(cause, order("{\"name\": \"" + template + "\"}", "\"now\": null", written, added));
    }

    @Test
    void aTemplateThatRewritesOrRaisesIsRefused() {
        String profile = "\"profile\": {\"headers\": [\"<a>\"], \"stops\": [\"<e>\"]}";
        String turns =
                "{% for m in messages %}{{ '<a>' if m.role == 'assistant' else '<u>' }}{{ m.content }}<e>{% endfor %}";

        refused("PROMPT_REWRITTEN", order("\"{{ messages|length }}" + turns + "\"", profile, "x", NEXT));
        refused(
                "NOT_RENDERED",
                order("\"{{ raise_exception('no') if messages|length > 1 }}" + turns + "\"", profile, "x", NEXT));
        refused("NOT_RENDERED", order("\"{{ messages[0].content }}\"", profile, "x", NEXT));
    }

    private static void refused(String cause, ObjectNode order) {
        TestHttpClient.Answer answer = send(order);

        assertThat(answer.status()).as(answer.body()).isEqualTo(422);
        assertThat(answer.header("content-type")).startsWith("application/problem+json");
        assertThat(answer.json().path("type").asText()).isEqualTo("urn:throughline:problem:bridge-refused");
        assertThat(answer.json().path("cause").asText()).as(answer.body()).isEqualTo(cause);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "/parse; {\"template\": \"x\", \"text\": \"x\", \"extra\": 1}; /extra",
                "/compare; {\"before\": {\"template\": \"x\", \"context\": {}, \"extra\": 1}}; /before/extra",
                "''; {\"template\": \"x\", \"context\": {}, \"tokenizer\": {\"name\": \"n\", \"extra\": 1}}; /tokenizer/extra",
                "''; {\"template\": \"x\", \"context\": {}, \"profile\": {\"extra\": 1}}; /profile/extra",
            })
    void unknownFieldsAreNamed(String path, String body, String pointer) {
        TestHttpClient.Answer answer = TestHttpClient.underTest().post("/api/v1/render" + path, body);

        assertThat(answer.status()).as(answer.body()).isEqualTo(400);
        assertThat(answer.json().path("pointer").asText()).isEqualTo(pointer);
    }

    @Test
    void aTokenizerThatDoesNotFitTheTemplateIsNamed() {
        String body = """
                {"template": "{{ messages[0].content }}", "context": {"messages": [{"content": "x"}]},
                 "tokenizer": {"name": "glm-words"}, "profile": {"headers": ["<a>"], "stops": ["<|im_end|>"]}}""";
        TestHttpClient.Answer answer = TestHttpClient.underTest().post("/api/v1/render", body);

        assertThat(answer.status()).as(answer.body()).isEqualTo(400);
        assertThat(answer.json().path("pointer").asText()).isEqualTo("/tokenizer/name");
        assertThat(answer.json().path("detail").asText()).contains("does not fit the template", "<|im_end|>");
    }

    @ParameterizedTest(name = "{1}")
    @CsvSource(
            delimiter = ';',
            value = {
                "{\"messages\": []} ; /before",
                "{\"before\": {\"template\": \"x\", \"context\": {}}, \"text\": \"x\", \"messages\": []} ; /before/profile",
                "{\"before\": {\"template\": {\"name\": \"glm-4.7\"}, \"context\": {}}, \"messages\": []} ; /text",
                "{\"before\": {\"template\": {\"name\": \"glm-4.7\"}, \"context\": {}}, \"ids\": [1], \"messages\": []} ; /text",
                "{\"before\": {\"template\": {\"name\": \"glm-4.7\"}, \"context\": {}}, \"text\": \"x\"} ; /messages",
                "{\"before\": {\"template\": {\"name\": \"glm-4.7\"}, \"context\": {}}, \"text\": \"x\", \"messages\": [1]} ; /messages/0",
                "{\"before\": {\"template\": {\"name\": \"glm-4.7\"}, \"context\": {}}, \"text\": \"x\", \"end\": \"cut\", \"messages\": []} ; /end",
                "{\"before\": {\"template\": {\"name\": \"glm-4.7\"}, \"context\": {}}, \"text\": \"x<|user|>\", \"end\": \"length\", \"messages\": []} ; /end",
                "{\"before\": {\"template\": {\"name\": \"glm-4.7\"}, \"context\": {}}, \"text\": \"x\", \"message\": 1, \"messages\": []} ; /message",
                "{\"before\": {\"template\": {\"name\": \"glm-4.7\"}, \"context\": {}}, \"extra\": 1} ; /extra",
            })
    void badInputIsNamed(String body, String pointer) {
        TestHttpClient.Answer answer = TestHttpClient.underTest().post("/api/v1/render/bridge", body);

        assertThat(answer.status()).as(answer.body()).isEqualTo(400);
        assertThat(answer.json().path("pointer").asText()).isEqualTo(pointer);
    }
}
