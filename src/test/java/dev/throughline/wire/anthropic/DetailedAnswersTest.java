package dev.throughline.wire.anthropic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.wire.Adaptation;
import dev.throughline.wire.HistoryField;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Where an answer's thoughts are put when a chat message has them as details. Blocks are written as
/// `thinking/signature`, `#data`, `"text"` and `id()`.
class DetailedAnswersTest {
    private static final String CALLS = """
            'tool_calls':[{'id':'c','type':'function','function':{'name':'f','arguments':'{}'}},
             {'id':'e','type':'function','function':{'name':'f','arguments':'{}'}}]""";

    /// Of the client alone: what comes before a detail is counted by its index.
    @ParameterizedTest(name = "{0} → {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {'text':'a','signature':'p','index':0}, {'text':'b','signature':'q','index':3} | a/p "Hello" c() b/q e()
            {'text':'a','signature':'p','index':0}, {'text':'b','signature':'q','index':1} | a/p b/q "Hello" c() e()
            {'text':'a','signature':'p','index':0}, {'text':'b','signature':'q','index':2} | a/p "Hello" b/q c() e()
            {'text':'a','signature':'p','index':1}, {'text':'b','signature':'q','index':9} | "Hello" a/p c() e() b/q
            {'text':'a','signature':'p','index':-7}, {'text':'b','signature':'q'}          | a/p b/q "Hello" c() e()
            """)
    void detailsOfTheClientAreBeforeWhatTheirIndexLeavesBehindThem(String details, String blocks) {
        assertThat(blocks("'reasoning_content':'ab','reasoning_details':[" + details + "],'content':'Hello'", Map.of()))
                .isEqualTo(blocks);
    }

    @Test
    void withoutATextTheIndexCountsCalls() {
        assertThat(blocks(
                        "'content':null,'reasoning_details':[{'text':'a','index':0},{'text':'b','index':2}]", Map.of()))
                .isEqualTo("a/ c() b/ e()");
    }

    @ParameterizedTest(name = "{0} → {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            'reasoning_content':'ab'                                          | a/p "He" b/q "llo" c() #d e()
            'reasoning_content':'x','reasoning_details':[{'text':'x'}]        | a/p "He" b/q "llo" c() #d e()
            'role':'assistant'                                                | a/p "He" b/q "llo" c() #d e()
            """)
    void thoseOfTheRecordAreUsedInsteadAndPartTheText(String fields, String blocks) {
        ArrayNode recorded = array("""
                {'text':'a','signature':'p','after':{'characters':0,'calls':0}},
                {'text':'b','signature':'q','after':{'characters':2,'calls':0}},
                {'type':'reasoning.encrypted','data':'d','after':{'characters':5,'calls':1}}""");

        assertThat(blocks(fields + ",'content':'Hello'", Map.of("/messages/0", recorded)))
                .isEqualTo(blocks);
    }

    @Test
    void severalTextsOfTheContentAreOneForTheirPlaces() {
        ArrayNode recorded = array("{'text':'a','after':{'characters':0,'calls':0}},"
                + "{'text':'b','after':{'characters':3,'calls':0}},{'text':'c','after':{'characters':9,'calls':9}}");

        assertThat(blocks(
                        "'content':[{'type':'text','text':'He'},{'type':'text','text':'llo'}]",
                        Map.of("/messages/0", recorded)))
                .isEqualTo("a/ \"He\" \"l\" b/ \"lo\" c() e() c/");
    }

    @ParameterizedTest(name = "{0} → {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {'type':'reasoning.summary','summary':'s','format':'openai-responses-v1'}, \
            {'type':'reasoning.encrypted','data':'d','format':'openai-responses-v1'} | s/ "Hello" c() e()
            {'text':'a','signature':'p','format':'google-gemini-v1'}                    | a/ "Hello" c() e()
            {'text':'a','signature':'p','format':'unknown'}                             | a/p "Hello" c() e()
            """)
    void ofAnotherProvidersDetailsOnlyTheTextIsSent(String details, String blocks) {
        assertThat(blocks("'content':'Hello','reasoning_details':[" + details + "]", Map.of()))
                .isEqualTo(blocks);
    }

    @Test
    void aBackendWithoutHistoryGetsNone() {
        Conversation request = AnthropicRequests.chat(
                "{'role':'assistant','content':'Hello','reasoning_details':[{'text':'a','index':0}]," + CALLS + "}");

        assertThat(written(new AnthropicBackendCodec().translate(request, AnthropicRequests.NO_HISTORY)))
                .isEqualTo("\"Hello\" c() e()");
    }

    private static String blocks(String fields, Map<String, ArrayNode> recorded) {
        Conversation request = AnthropicRequests.chat(
                "{'role':'assistant'," + fields.replace("'role':'assistant',", "") + "," + CALLS + "}");
        var adaptation =
                new Adaptation(HistoryField.AS_SENT, AnthropicRequests.json("{}"), false, Set.of(), recorded, false);
        return written(new AnthropicBackendCodec().translate(request, adaptation));
    }

    private static String written(JsonNode body) {
        var blocks = new StringJoiner(" ");
        for (JsonNode block : body.at("/messages/0/content")) {
            blocks.add(
                    switch (block.path("type").asText()) {
                        case "thinking" ->
                            block.path("thinking").asText() + "/"
                                    + block.path("signature").asText();
                        case "redacted_thinking" -> "#" + block.path("data").asText();
                        case "text" -> "\"" + block.path("text").asText() + "\"";
                        default -> block.path("id").asText() + "()";
                    });
        }
        return blocks.toString();
    }

    private static ArrayNode array(String elements) {
        return (ArrayNode) AnthropicRequests.json("{'a':[" + elements + "]}").path("a");
    }
}
