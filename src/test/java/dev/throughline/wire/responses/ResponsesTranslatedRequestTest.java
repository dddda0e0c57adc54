package dev.throughline.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.conversation.Tool;
import dev.throughline.conversation.ToolChoice;
import dev.throughline.wire.HistoryField;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/// A request in another dialect.
class ResponsesTranslatedRequestTest {
    private static final Message USER = ResponsesRequestBodies.message(Role.USER, ResponsesRequestBodies.text("hi"));

    private final ResponsesBackendCodec codec = new ResponsesBackendCodec();

    @Test
    void systemTextsAtTheStartAreTheInstructions() {
        ObjectNode body = ResponsesRequestBodies.translated(
                "{}",
                ResponsesRequestBodies.message(
                        Role.SYSTEM, ResponsesRequestBodies.text("one"), ResponsesRequestBodies.text("two")),
                ResponsesRequestBodies.message(Role.SYSTEM, ResponsesRequestBodies.text("three")),
                USER,
                ResponsesRequestBodies.message(Role.SYSTEM, ResponsesRequestBodies.text("later")));

        assertThat(body.path("instructions").textValue()).isEqualTo("one\n\ntwo\n\nthree");
        assertThat(body.path("input"))
                .isEqualTo(ResponsesRequestBodies.json(
                                "{'a':[{'type':'message','role':'user','content':[{'type':'input_text',"
                                        + "'text':'hi'}]},{'type':'message','role':'developer',"
                                        + "'content':[{'type':'input_text',"
                                        + "'text':'later'}]}]}")
                        .get("a"));
    }

    @Test
    void laterSystemTextKeepsTheClientsOwnWordForTheRole() {
        ObjectNode body = ResponsesRequestBodies.translated(
                "{'messages':[{'role':'user'},{'role':'system'}]}",
                USER,
                new Message("/messages/1", Role.SYSTEM, List.of(ResponsesRequestBodies.text("later"))));

        assertThat(body.at("/input/1/role").textValue()).isEqualTo("system");
    }

    @Test
    void partsOfAnAnswerBecomeItemsInTheirOrder() {
        ObjectNode body = ResponsesRequestBodies.translated(
                "{}",
                ResponsesRequestBodies.message(
                        Role.ASSISTANT,
                        new Part.Reasoning("/a", "thinking", "one", Optional.of("sig")),
                        new Part.RedactedReasoning("/b", "opaque"),
                        ResponsesRequestBodies.text("x"),
                        ResponsesRequestBodies.text("y"),
                        new Part.ToolCall("/c", "call_1", "f", "{\"a\":1}"),
                        ResponsesRequestBodies.text("z"),
                        new Part.ToolCall("/d", "call_2", "g", "")));

        JsonNode items = body.path("input");
        assertThat(items)
                .extracting(item -> item.path("type").textValue())
                .containsExactly("reasoning", "reasoning", "message", "function_call", "message", "function_call");
        assertThat(items.get(0).at("/content/0/text").textValue()).isEqualTo("one");
        assertThat(items.get(0).path("encrypted_content").textValue()).isEqualTo("sig");
        assertThat(items.get(0).path("summary")).isEmpty();
        assertThat(items.get(1).path("encrypted_content").textValue()).isEqualTo("opaque");
        assertThat(items.get(2).path("content"))
                .extracting(part -> part.path("text").textValue())
                .containsExactly("x", "y");
        assertThat(items.get(3))
                .isEqualTo(ResponsesRequestBodies.json("{'type':'function_call','call_id':'call_1','name':'f'}")
                        .put("arguments", "{\"a\":1}"));
        assertThat(items.get(5).path("arguments").textValue()).isEqualTo("{}");
    }

    @Test
    void repeatedItemsHaveIdsThatStayTheSame() {
        Message answer = ResponsesRequestBodies.message(
                Role.ASSISTANT, ResponsesRequestBodies.reasoning("thinking", "t"), ResponsesRequestBodies.text("x"));

        JsonNode shorter = ResponsesRequestBodies.translated("{}", USER, answer).path("input");
        JsonNode longer = ResponsesRequestBodies.translated("{}", USER, answer, USER, answer)
                .path("input");

        assertThat(longer.get(1)).isEqualTo(shorter.get(1));
        assertThat(longer.get(2)).isEqualTo(shorter.get(2));
        assertThat(longer.findValuesAsText("id")).hasSize(4).doesNotHaveDuplicates();
    }

    @Test
    void reasoningInSeveralFieldsCountsOnce() {
        ObjectNode body = ResponsesRequestBodies.translated(
                "{}",
                ResponsesRequestBodies.message(
                        Role.ASSISTANT,
                        ResponsesRequestBodies.reasoning("reasoning_content", ""),
                        ResponsesRequestBodies.reasoning("reasoning", "t"),
                        ResponsesRequestBodies.reasoning("reasoning_text", "t"),
                        ResponsesRequestBodies.text("x")));

        assertThat(body.path("input")).hasSize(2);
        assertThat(body.at("/input/0/content/0/text").textValue()).isEqualTo("t");
    }

    @Test
    void detailsStandForTheFieldsBesideThem() {
        ObjectNode body = ResponsesRequestBodies.translated(
                "{}",
                ResponsesRequestBodies.message(
                        Role.ASSISTANT,
                        ResponsesRequestBodies.reasoning("reasoning", "onetwo"),
                        new Part.Reasoning("/messages/0/d/0/text", "reasoning_details", "one", Optional.of("s")),
                        new Part.Reasoning("/messages/0/d/1/text", "reasoning_details", "two", Optional.empty())));

        assertThat(body.path("input"))
                .extracting(item -> item.at("/content/0/text").textValue())
                .containsExactly("one", "two");
    }

    @Test
    void backendThatRefusesReasoningGetsNone() {
        Conversation request = ResponsesRequestBodies.foreign(
                "{}",
                List.of(),
                new ToolChoice.Auto(),
                USER,
                ResponsesRequestBodies.message(
                        Role.ASSISTANT,
                        ResponsesRequestBodies.reasoning("thinking", "t"),
                        new Part.RedactedReasoning("/r", "o")));

        ObjectNode body =
                codec.translate(request, ResponsesRequestBodies.adaptation(HistoryField.NONE, "{}", Set.of()));

        assertThat(body.path("input")).hasSize(1);
    }

    @Test
    void picturesFilesAndSoundsOfAUserAreInput() {
        ObjectNode body = ResponsesRequestBodies.translated(
                "{}",
                ResponsesRequestBodies.message(
                        Role.USER,
                        ResponsesRequestBodies.text("see"),
                        ResponsesRequestBodies.image("data:image/png;base64,AAAA"),
                        ResponsesRequestBodies.image("https://x/y.png"),
                        other("{'type':'file','file':{'filename':'a.pdf','file_data':'d'}}"),
                        other("{'type':'document','title':'b','source':{'type':'base64',"
                                + "'media_type':'application/pdf','data':'AAAA'}}"),
                        other("{'type':'document','source':{'type':'text','data':'plain'}}"),
                        other("{'type':'unknown'}")));

        assertThat(body.at("/input/0/content"))
                .isEqualTo(ResponsesRequestBodies.json("{'a':[{'type':'input_text','text':'see'},"
                                + "{'type':'input_image','image_url':'data:image/png;base64,AAAA','detail':'auto'},"
                                + "{'type':'input_image','image_url':'https://x/y.png','detail':'auto'},"
                                + "{'type':'input_file','filename':'a.pdf','file_data':'d'},"
                                + "{'type':'input_file','filename':'b','file_data':'data:application/pdf;base64,AAAA'},"
                                + "{'type':'input_text','text':'plain'}]}")
                        .get("a"));
    }

    @Test
    void resultsComeBackByCallWithWhatIsNoTextBesideThem() {
        ObjectNode body = ResponsesRequestBodies.translated(
                "{}",
                ResponsesRequestBodies.message(
                        Role.TOOL,
                        new Part.ToolResult("/r", "call_1", "one", false),
                        new Part.ToolResult("/r", "call_2", "two", true),
                        ResponsesRequestBodies.image("https://x/y.png"),
                        ResponsesRequestBodies.text("<system-reminder>r</system-reminder>"),
                        new Part.ToolResult("/r", "call_3", "", false)));

        JsonNode items = body.path("input");
        assertThat(items).hasSize(4);
        assertThat(items.get(0))
                .isEqualTo(ResponsesRequestBodies.json(
                        "{'type':'function_call_output','call_id':'call_1','output':'one'}"));
        assertThat(items.get(1).path("output"))
                .extracting(part -> part.path("type").textValue())
                .containsExactly("input_text", "input_image");
        assertThat(items.get(2).path("output").textValue()).isEmpty();
        assertThat(items.get(3).path("role").textValue()).isEqualTo("user");
    }

    @Test
    void partsWithoutAPlaceInAnAnswerOrBesideResultsAreDropped() {
        Part text = ResponsesRequestBodies.text("t");
        Part result = new Part.ToolResult("/r", "call_1", "one", false);
        Part call = new Part.ToolCall("/c", "call_2", "f", " ");
        Part picture = ResponsesRequestBodies.image("https://x/y.png");
        List<Part> elsewhere = List.of(new Part.Reference("/x", "id"), other("{'type':'unknown'}"));

        ObjectNode body = ResponsesRequestBodies.translated(
                "{}",
                ResponsesRequestBodies.message(
                        Role.ASSISTANT, elsewhere.get(0), picture, elsewhere.get(1), result, text, call),
                ResponsesRequestBodies.message(
                        Role.TOOL,
                        ResponsesRequestBodies.reasoning("thinking", "r"),
                        new Part.RedactedReasoning("/x", "d"),
                        call,
                        elsewhere.get(0),
                        picture,
                        elsewhere.get(1),
                        result));

        assertThat(body.path("input"))
                .extracting(item -> item.path("type").textValue())
                .containsExactly("message", "function_call", "function_call_output");
        assertThat(body.at("/input/0/content/0/text").textValue()).isEqualTo("t");
        assertThat(body.at("/input/1/arguments").textValue()).isEqualTo("{}");
        assertThat(body.at("/input/2/output").textValue()).isEqualTo("one");
    }

    @Test
    void ofReasoningWithoutATextTheProofIsRepeated() {
        ObjectNode body = ResponsesRequestBodies.translated(
                "{}",
                ResponsesRequestBodies.message(
                        Role.ASSISTANT,
                        new Part.Reasoning("/messages/0/content/0/thinking", "thinking", "", Optional.of("s")),
                        new Part.Reasoning("/messages/0/content/1/thinking", "thinking", "", Optional.empty()),
                        ResponsesRequestBodies.text("t")));

        assertThat(body.path("input"))
                .extracting(item -> item.path("encrypted_content").asText("none"))
                .containsExactly("s", "none");
        assertThat(body.at("/input/1/type").textValue()).isEqualTo("message");
    }

    @Test
    void partsWithoutAPlaceInAMessageOfAUserAreDropped() {
        ObjectNode body = ResponsesRequestBodies.translated(
                "{}",
                ResponsesRequestBodies.message(
                        Role.USER,
                        ResponsesRequestBodies.reasoning("thinking", "r"),
                        new Part.RedactedReasoning("/x", "d"),
                        new Part.ToolCall("/c", "call_2", "f", "{}"),
                        new Part.ToolResult("/r", "call_1", "one", false),
                        new Part.Reference("/x", "id"),
                        ResponsesRequestBodies.text(""),
                        ResponsesRequestBodies.text("t")));

        assertThat(body.path("input"))
                .isEqualTo(ResponsesRequestBodies.json("{'a':[{'type':'message','role':'user',"
                                + "'content':[{'type':'input_text','text':'t'}]}]}")
                        .get("a"));
    }

    @Test
    void aServiceTierThatOnlyAnthropicKnowsIsDropped() {
        assertThat(ResponsesRequestBodies.translated("{'service_tier':'standard_only'}", USER)
                        .has("service_tier"))
                .isFalse();
        assertThat(ResponsesRequestBodies.translated("{'service_tier':'auto'}", USER)
                        .path("service_tier")
                        .textValue())
                .isEqualTo("auto");
    }

    @Test
    void toolsThatTheProviderRunsAreLeftOut() {
        JsonNode none = ResponsesRequestBodies.json("{}");
        Conversation request = ResponsesRequestBodies.foreign(
                "{'tools':[{'type':'web_search_20250305','name':'web_search'},{'name':'f'}]}",
                List.of(new Tool("web_search", "", none), new Tool("f", "", none)),
                new ToolChoice.Auto(),
                USER);

        assertThat(codec.translate(request, ResponsesRequestBodies.NOTHING).path("tools"))
                .extracting(tool -> tool.path("name").textValue())
                .containsExactly("f");
    }

    @Test
    void toolsAreFunctionsThatAreNotStrict() {
        JsonNode schema = ResponsesRequestBodies.json("{'type':'object','properties':{'a':{'type':'string'}}}");
        Conversation request = ResponsesRequestBodies.foreign(
                "{'tool_choice':{'type':'any','disable_parallel_tool_use':true}}",
                List.of(new Tool("f", "does f", schema), new Tool("g", "", ResponsesRequestBodies.json("{}"))),
                new ToolChoice.Required(),
                USER);

        ObjectNode body = codec.translate(request, ResponsesRequestBodies.NOTHING);

        assertThat(body.path("tools").get(0))
                .isEqualTo(ResponsesRequestBodies.json("{'type':'function','name':'f','description':'does f',"
                        + "'parameters':{'type':'object','properties':{'a':{'type':'string'}}},'strict':false}"));
        assertThat(body.path("tools").get(1))
                .isEqualTo(ResponsesRequestBodies.json("{'type':'function','name':'g',"
                        + "'parameters':{'type':'object','properties':{}},'strict':false}"));
        assertThat(body.path("parallel_tool_calls").booleanValue()).isFalse();
        assertThat(body.path("tool_choice").textValue()).isEqualTo("required");
    }

    static Stream<Arguments> choices() {
        return Stream.of(
                Arguments.of(new ToolChoice.Auto(), "{'c':'auto'}"),
                Arguments.of(new ToolChoice.None(), "{'c':'none'}"),
                Arguments.of(new ToolChoice.Required(), "{'c':'required'}"),
                Arguments.of(new ToolChoice.Named("f"), "{'c':{'type':'function','name':'f'}}"));
    }

    @ParameterizedTest
    @MethodSource("choices")
    void toolChoiceIsSaidInThisDialect(ToolChoice choice, String expected) {
        List<Tool> tools = List.of(new Tool("f", "", ResponsesRequestBodies.json("{}")));

        ObjectNode body = codec.translate(
                ResponsesRequestBodies.foreign("{}", tools, choice, USER), ResponsesRequestBodies.NOTHING);

        assertThat(body.path("tool_choice"))
                .isEqualTo(ResponsesRequestBodies.json(expected).get("c"));
    }

    @Test
    void optionsOfTheSameMeaningArePassedAndNothingElse() {
        ObjectNode body = ResponsesRequestBodies.translated(
                "{'temperature':0.5,'top_p':0.9,'user':'u','parallel_tool_calls':false,'metadata':{'k':'v'},"
                        + "'stop':['x'],'seed':1,'top_k':3,'messages':[]}",
                USER);
        body.remove("input");

        assertThat(body)
                .isEqualTo(ResponsesRequestBodies.json(
                        "{'model':'m','max_output_tokens':50,'temperature':0.5,'top_p':0.9,'user':'u',"
                                + "'parallel_tool_calls':false,'metadata':{'k':'v'},'stream':true,'store':false,"
                                + "'include':['reasoning.encrypted_content']}"));
    }

    @Test
    void userOfAnAnthropicRequestIsTheUser() {
        ObjectNode body = ResponsesRequestBodies.translated("{'metadata':{'user_id':'u'}}", USER);

        assertThat(body.path("user").textValue()).isEqualTo("u");
        assertThat(body.has("metadata")).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'reasoning_effort':'high'} | high",
                "{'reasoning':{'effort':'low'}} | low",
                "{'thinking':{'type':'enabled','budget_tokens':1024}} | low",
                "{'thinking':{'type':'enabled','budget_tokens':4096}} | medium",
                "{'thinking':{'type':'enabled','budget_tokens':16000}} | high",
                "{'thinking':{'type':'adaptive'},'output_config':{'effort':'max'}} | max",
                "{'output_config':{'effort':'max'},'messages':[{'role':'user','content':'u'},"
                        + "{'role':'system','content':[],'output_config':{'effort':'low'}}]} | low",
                "{'thinking':{'type':'disabled'},'reasoning_effort':'high'} | none",
                "{'enable_thinking':false} | none",
            })
    void effortFollowsFromWhatTheClientSays(String sent, String effort) {
        assertThat(ResponsesRequestBodies.translated(sent, USER)
                        .at("/reasoning/effort")
                        .textValue())
                .isEqualTo(effort);
    }

    @Test
    void effortIsNotInvented() {
        assertThat(ResponsesRequestBodies.translated("{'thinking':{'type':'enabled'}}", USER)
                        .has("reasoning"))
                .isFalse();
    }

    @Test
    void wordsForChatTemplatesAreSaidToTheTemplate() {
        Conversation request = ResponsesRequestBodies.foreign(
                "{'thinking':{'type':'enabled','clear_thinking':false},'chat_template_kwargs':{'a':1}}",
                List.of(),
                new ToolChoice.Auto(),
                USER);

        ObjectNode body = codec.translate(
                request,
                ResponsesRequestBodies.defaults("{'a':2,'b':3,'clear_thinking':true,'enable_thinking':false}"));

        assertThat(body.path("chat_template_kwargs"))
                .isEqualTo(ResponsesRequestBodies.json("{'a':1,'clear_thinking':false,'b':3}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'response_format':{'type':'json_object'}} | {'type':'json_object'}",
                "{'response_format':{'type':'json_schema','json_schema':{'name':'n','schema':{},'strict':true}}}"
                        + " | {'type':'json_schema','name':'n','schema':{},'strict':true}",
                "{'output_config':{'format':{'type':'json_schema','schema':{'x':1}}}}"
                        + " | {'type':'json_schema','name':'answer','schema':{'x':1}}",
            })
    void formOfTheAnswerIsItsTextFormat(String sent, String format) {
        assertThat(ResponsesRequestBodies.translated(sent, USER).at("/text/format"))
                .isEqualTo(ResponsesRequestBodies.json(format));
    }

    private static Part other(String value) {
        return new Part.Other("/x", ResponsesRequestBodies.json(value));
    }
}
