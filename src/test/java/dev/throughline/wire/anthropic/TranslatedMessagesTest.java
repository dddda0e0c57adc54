package dev.throughline.wire.anthropic;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.ImageSource;
import dev.throughline.conversation.Part;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.throughline.wire.anthropic.AnthropicRequests.chat;
import static dev.throughline.wire.anthropic.AnthropicRequests.responses;
import static org.assertj.core.api.Assertions.assertThat;

/// What becomes of the history of a chat or Responses client.
class TranslatedMessagesTest {
    private static final String USER = "{'role':'user','content':'u'}";
    private static final String CALLS = """
            {'role':'assistant','content':null,'tool_calls':[
             {'id':'i','type':'function','function':{'name':'f','arguments':'{\\"a\\":1}'}},
             {'id':'j','type':'function','function':{'name':'g','arguments':''}}]}""";

    @Test
    void putsALeadingSystemTextApart() {
        JsonNode body = AnthropicRequests.translated(chat("{'role':'system','content':'s'}," + USER));

        assertThat(body.path("system").asText()).isEqualTo("s");
        assertThat(body.path("messages")).isEqualTo(array(USER));
    }

    @Test
    void writesSeveralLeadingSystemTextsAsBlocks() {
        JsonNode body = AnthropicRequests.translated(
                chat("{'role':'system','content':'s'},{'role':'developer','content':'d'}," + USER));

        assertThat(body.path("system")).isEqualTo(array("{'type':'text','text':'s'},{'type':'text','text':'d'}"));
    }

    @Test
    void letsTheUserSayALaterSystemTextAtItsPlace() {
        assertThat(messages(chat(USER + ",{'role':'system','content':'s'},{'role':'assistant','content':'a'},"
                        + "{'role':'system','content':'t'}")))
                .isEqualTo(array("""
                        {'role':'user','content':[{'type':'text','text':'u'},{'type':'text','text':'s'}]},
                        {'role':'assistant','content':'a'},
                        {'role':'user','content':'t'}"""));
    }

    @Test
    void putsResultsFirstInTheOrderOfTheirCalls() {
        assertThat(messages(chat(USER + "," + CALLS + """
                        ,{'role':'system','content':'s'},
                        {'role':'tool','tool_call_id':'k','content':'3'},
                        {'role':'tool','tool_call_id':'j','content':'2'},
                        {'role':'tool','tool_call_id':'i','content':'1'},
                        {'role':'user','content':'v'}"""))).isEqualTo(array(USER + """
                        ,{'role':'assistant','content':[
                         {'type':'tool_use','id':'i','name':'f','input':{'a':1}},
                         {'type':'tool_use','id':'j','name':'g','input':{}}]},
                        {'role':'user','content':[
                         {'type':'tool_result','tool_use_id':'i','content':'1'},
                         {'type':'tool_result','tool_use_id':'j','content':'2'},
                         {'type':'tool_result','tool_use_id':'k','content':'3'},
                         {'type':'text','text':'s'},{'type':'text','text':'v'}]}"""));
    }

    @Test
    void joinsWhatTheAssistantSaysInARow() {
        assertThat(messages(chat(USER + ",{'role':'assistant','reasoning_content':'r','content':'a'}," + CALLS))
                        .get(1))
                .isEqualTo(AnthropicRequests.json("""
                        {'role':'assistant','content':[
                         {'type':'thinking','thinking':'r','signature':''},
                         {'type':'text','text':'a'},
                         {'type':'tool_use','id':'i','name':'f','input':{'a':1}},
                         {'type':'tool_use','id':'j','name':'g','input':{}}]}"""));
    }

    @Test
    void leavesOutBlankTextsAndMessagesWithoutABlock() {
        assertThat(messages(chat(USER + ",{'role':'assistant','content':' \\n'},{'role':'user','content':''},"
                        + "{'role':'user','content':'v'}")))
                .isEqualTo(array("{'role':'user','content':[{'type':'text','text':'u'},{'type':'text','text':'v'}]}"));
    }

    @ParameterizedTest(name = "{0} → {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {\\"a\\":[1,2.50]}     | {'a':[1,2.50]}
            {}                     | {}
            ` `                    | {}
            [1]                    | {'INVALID_JSON':'[1]'}
            {\\"a\\":1             | {'INVALID_JSON':'{\\"a\\":1'}
            {\\"a\\":1,\\"a\\":2}  | {'INVALID_JSON':'{\\"a\\":1,\\"a\\":2}'}
            """)
    void makesAnObjectOfArguments(String arguments, String input) {
        String call = "{'role':'assistant','tool_calls':[{'id':'i','function':{'name':'f','arguments':'" + arguments
                + "'}}]}";

        assertThat(messages(chat(call)).at("/0/content/0/input")).isEqualTo(AnthropicRequests.json(input));
    }

    @Test
    void keepsPicturesWithTheResultThatTheyBelongTo() {
        assertThat(messages(responses("""
                        {'type':'function_call','call_id':'i','name':'f','arguments':'{}'},
                        {'type':'function_call_output','call_id':'i','output':[
                         {'type':'input_text','text':'see'},
                         {'type':'input_image','image_url':'data:image/png;base64,AAAA'}]},
                        {'role':'user','content':[{'type':'input_image','image_url':'https://h/p.png'}]}""")).get(1)).isEqualTo(AnthropicRequests.json("""
                        {'role':'user','content':[
                         {'type':'tool_result','tool_use_id':'i','content':[
                          {'type':'text','text':'see'},
                          {'type':'image','source':{'type':'base64','media_type':'image/png','data':'AAAA'}}]},
                         {'type':'image','source':{'type':'url','url':'https://h/p.png'}}]}"""));
    }

    /// Blocks as `text/signature`, those that only the provider reads as `#data`.
    @ParameterizedTest(name = "{0} → {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            'reasoning_content':'r','reasoning':'r'                               | r/
            'reasoning_content':'','reasoning':'r'                                | r/
            'reasoning':'r','reasoning_details':[{'text':'r','signature':'p'}]    | r/p
            'reasoning':'s','reasoning_details':[{'type':'reasoning.encrypted','data':'d'}] | s/ #d
            'reasoning_details':[{'text':'a'},{'text':'b','signature':'q'}]       | a/ b/q
            'reasoning_content':''                                                | ``
            """)
    void writesReasoningOnceHoweverOftenAChatMessageSpellsIt(String fields, String blocks) {
        String parts = "[{'type':'text','text':'t'},{'type':'text','text':'u'}]";
        JsonNode content = messages(chat("{'role':'assistant'," + fields + ",'content':" + parts + "}"))
                .at("/0/content");

        assertThat(reasoning(content)).isEqualTo(blocks);
        assertThat(content).hasSize(2 + (blocks.isEmpty() ? 0 : blocks.split(" ").length));
    }

    @Test
    void makesOneBlockOfEachReasoningItem() {
        Conversation request = responses("""
                        {'type':'reasoning','content':[{'type':'reasoning_text','text':'c'}],
                         'summary':[{'type':'summary_text','text':'s'}],'encrypted_content':'p'},
                        {'type':'reasoning','summary':[{'type':'summary_text','text':'s2'}]},
                        {'type':'function_call','call_id':'i','name':'f','arguments':'{}'},
                        {'type':'reasoning','summary':[],'encrypted_content':'only'},
                        {'type':'message','role':'assistant','content':[{'type':'output_text','text':'t'}]}""");

        assertThat(messages(request).at("/0/content")).isEqualTo(array("""
                        {'type':'thinking','thinking':'c','signature':'p'},
                        {'type':'thinking','thinking':'s2','signature':''},
                        {'type':'tool_use','id':'i','name':'f','input':{}},
                        {'type':'redacted_thinking','data':'only'},
                        {'type':'text','text':'t'}"""));
    }

    @Test
    void sendsPdfsAsDocumentsAndThoseOfAResultWithinIt() {
        String pdf = "'file_data':'data:application/pdf;base64,JVBERi0x'";
        String source = "'source':{'type':'base64','media_type':'application/pdf','data':'JVBERi0x'}";
        assertThat(messages(responses("{'role':'user','content':[{'type':'input_file','filename':'a.pdf'," + pdf + "},"
                        + "{'type':'input_file'," + pdf + "},{'type':'input_file','file_id':'f'}]},"
                        + "{'type':'function_call','call_id':'c','name':'f','arguments':'{}'},"
                        + "{'type':'function_call_output','call_id':'c','output':[{'type':'input_file'," + pdf
                        + "}]}")))
                .isEqualTo(array("{'role':'user','content':[{'type':'document'," + source + ",'title':'a.pdf'},"
                        + "{'type':'document'," + source + "}]},"
                        + "{'role':'assistant','content':[{'type':'tool_use','id':'c','name':'f','input':{}}]},"
                        + "{'role':'user','content':[{'type':'tool_result','tool_use_id':'c','content':["
                        + "{'type':'document'," + source + "}]}]}"));
    }

    @Test
    void dropsPartsWithoutAPlaceInTheirTurn() {
        Part.Text text = new Part.Text("", "t");
        List<Part> elsewhere = List.of(
                new Part.Reference("", "id"),
                new Part.Image("", new ImageSource.Linked("https://h/a"), AnthropicRequests.json("{}")),
                new Part.Other("", AnthropicRequests.json("{'type':'unknown'}")),
                new Part.ToolResult("", "c", "o", false),
                text);
        List<Part> ofAnAnswer = List.of(
                new Part.Reasoning("", "thinking", "r", Optional.of("s")),
                new Part.RedactedReasoning("", "d"),
                new Part.ToolCall("", "c", "f", "{}"),
                new Part.Reference("", "id"),
                text);
        Conversation request = chat("{'role':'assistant','content':'a'}," + USER);
        Conversation edited = AnthropicRequests.withParts(
                AnthropicRequests.withParts(request, "/messages/0", elsewhere), "/messages/1", ofAnAnswer);

        assertThat(messages(edited))
                .isEqualTo(array("{'role':'assistant','content':'t'},{'role':'user','content':'t'}"));
        Conversation thought = AnthropicRequests.withParts(request, "/messages/0", ofAnAnswer.subList(0, 3));
        assertThat(new AnthropicBackendCodec()
                        .translate(thought, AnthropicRequests.NO_HISTORY)
                        .at("/messages/0/content"))
                .extracting(block -> block.path("type").asText())
                .containsExactly("tool_use");
    }

    @Test
    void writesNoReasoningForABackendThatRefusesIt() {
        Conversation request = chat(USER + ",{'role':'assistant','reasoning_content':'r','content':'a'}");

        assertThat(new AnthropicBackendCodec()
                        .translate(request, AnthropicRequests.NO_HISTORY)
                        .path("messages"))
                .isEqualTo(array(USER + ",{'role':'assistant','content':'a'}"));
    }

    private static String reasoning(JsonNode content) {
        var blocks = new StringJoiner(" ");
        for (JsonNode block : content) {
            switch (block.path("type").asText()) {
                case "thinking" ->
                    blocks.add(block.path("thinking").asText() + "/"
                            + block.path("signature").asText());
                case "redacted_thinking" -> blocks.add("#" + block.path("data").asText());
                default -> {}
            }
        }
        return blocks.toString();
    }

    private static JsonNode messages(Conversation request) {
        return AnthropicRequests.translated(request).path("messages");
    }

    private static JsonNode array(String elements) {
        return AnthropicRequests.json("{'array':[" + elements + "]}").path("array");
    }
}
