package dev.throughline.wire.anthropic;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Part;
import dev.throughline.wire.Adaptation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static dev.throughline.wire.anthropic.AnthropicRequests.json;
import static org.assertj.core.api.Assertions.assertThat;

class AnthropicAdaptedBodyTest {
    private static final AnthropicBackendCodec CODEC = new AnthropicBackendCodec();
    private static final String PATH = "/messages/1";
    private static final String TURN = """
            {'role':'user','content':'u'},
            {'role':'assistant','id':'kept','content':[
             {'type':'thinking','thinking':'a','signature':'p','x':1},
             {'type':'text','text':'t','cache_control':{'type':'ephemeral'}},
             {'type':'server_tool_use','id':'s','name':'web_search','input':{}},
             {'type':'redacted_thinking','data':'d','x':2},
             {'type':'tool_use','id':'i','name':'f','input':{'n':1.50},'x':3}]},
            {'role':'user','content':[{'type':'tool_result','tool_use_id':'i','content':'out'}]}""";

    @ParameterizedTest
    @EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void passesTheVeryBodyWhenNothingIsAsked(dev.throughline.wire.HistoryField history) {
        Conversation request = AnthropicRequests.anthropic(TURN);

        assertThat(CODEC.adapt(request, new Adaptation(history, json("{}"), true, Set.of())))
                .isSameAs(request.body());
    }

    @Test
    void passesTheVeryBodyWhenARewrittenMessageIsTheSame() {
        Conversation request = AnthropicRequests.anthropic(TURN);

        assertThat(CODEC.adapt(request, AnthropicRequests.rewritten(PATH))).isSameAs(request.body());
    }

    @Test
    void putsReasoningBackAtItsPlacesAndLeavesOtherBlocksAsTheyCame() {
        Conversation request = AnthropicRequests.anthropic(TURN);
        ObjectNode before = request.body().deepCopy();
        List<Part> parts = new ArrayList<>(request.messages().get(1).parts());
        parts.add(1, new Part.Reasoning("", "thinking", "b", Optional.of("q")));
        parts.add(new Part.RedactedReasoning("", "e"));

        ObjectNode adapted =
                CODEC.adapt(AnthropicRequests.withParts(request, PATH, parts), AnthropicRequests.rewritten(PATH));

        assertThat(adapted.at("/messages/1")).isEqualTo(json("""
                {'role':'assistant','id':'kept','content':[
                 {'type':'thinking','thinking':'a','signature':'p','x':1},
                 {'type':'thinking','thinking':'b','signature':'q'},
                 {'type':'text','text':'t','cache_control':{'type':'ephemeral'}},
                 {'type':'server_tool_use','id':'s','name':'web_search','input':{}},
                 {'type':'redacted_thinking','data':'d','x':2},
                 {'type':'tool_use','id':'i','name':'f','input':{'n':1.50},'x':3},
                 {'type':'redacted_thinking','data':'e'}]}"""));
        assertThat(request.body()).isEqualTo(before);
        assertThat(adapted.at("/messages/2")).isEqualTo(before.at("/messages/2"));
    }

    @Test
    void keepsBlocksWithoutAPartAndDropsThinkingWithoutOne() {
        Conversation request = AnthropicRequests.anthropic(TURN);
        List<Part> parts = new ArrayList<>(request.messages().get(1).parts());
        parts.removeIf(part -> !(part instanceof Part.Text));

        assertThat(CODEC.adapt(AnthropicRequests.withParts(request, PATH, parts), AnthropicRequests.rewritten(PATH))
                        .at("/messages/1/content"))
                .extracting(block -> block.path("type").asText())
                .containsExactly("text", "server_tool_use", "tool_use");
    }

    @Test
    void takesPartsOfEveryKindAsThePlacesOfTheirBlocks() {
        Conversation request = AnthropicRequests.anthropic("""
                {'role':'user','content':'u'},{'role':'assistant','content':[
                 {'type':'image','source':{'type':'url','url':'https://h/a'}},{'type':'text','text':'t'}]}""");
        List<Part> parts = List.of(
                request.messages().get(1).parts().getFirst(),
                new Part.Reasoning("", "thinking", "a", Optional.of("q")),
                new Part.Reference("/messages/1/content/1", "id"),
                new Part.RedactedReasoning("", "d"),
                new Part.ToolResult("/elsewhere", "c", "o", false));

        assertThat(CODEC.adapt(AnthropicRequests.withParts(request, PATH, parts), AnthropicRequests.rewritten(PATH))
                        .at("/messages/1/content"))
                .extracting(block -> block.path("type").asText())
                .containsExactly("image", "thinking", "text", "redacted_thinking");
    }

    @Test
    void replacesThinkingThatAClientChanged() {
        Conversation request = AnthropicRequests.anthropic(TURN);
        List<Part> parts = new ArrayList<>(request.messages().get(1).parts());
        parts.set(0, new Part.Reasoning("/messages/1/content/0/thinking", "thinking", "A", Optional.of("p")));

        assertThat(CODEC.adapt(AnthropicRequests.withParts(request, PATH, parts), AnthropicRequests.rewritten(PATH))
                        .at("/messages/1/content/0"))
                .isEqualTo(json("{'type':'thinking','thinking':'A','signature':'p'}"));
    }

    @Test
    void makesBlocksOfATextWhenReasoningStandsBeforeIt() {
        Conversation request =
                AnthropicRequests.anthropic("{'role':'user','content':'u'},{'role':'assistant','content':'t'}");
        List<Part> parts = List.of(
                new Part.Reasoning("/messages/1/content", "thinking", "a", Optional.empty()),
                new Part.Text("/messages/1/content", "t"));

        assertThat(CODEC.adapt(AnthropicRequests.withParts(request, PATH, parts), AnthropicRequests.rewritten(PATH))
                        .at("/messages/1"))
                .isEqualTo(json("""
                        {'role':'assistant','content':[
                         {'type':'thinking','thinking':'a','signature':''},{'type':'text','text':'t'}]}"""));
    }

    @Test
    void takesAllThinkingOutForABackendThatRefusesIt() {
        Conversation request = AnthropicRequests.anthropic(TURN);

        assertThat(CODEC.adapt(request, AnthropicRequests.NO_HISTORY).at("/messages/1/content"))
                .extracting(block -> block.path("type").asText())
                .containsExactly("text", "server_tool_use", "tool_use");
    }

    @Test
    void leavesOutAMessageThatHadNothingButThinking() {
        Conversation request = AnthropicRequests.anthropic("""
                {'role':'user','content':'u'},
                {'role':'assistant','content':[{'type':'thinking','thinking':'a','signature':'p'}]},
                {'role':'user','content':'v'}""");

        assertThat(CODEC.adapt(request, AnthropicRequests.NO_HISTORY).path("messages"))
                .extracting(message -> message.path("content").asText())
                .containsExactly("u", "v");
    }

    @Test
    void leavesOutTheFirstMessageAndTheLastOne() {
        String thought = "{'role':'assistant','content':[{'type':'thinking','thinking':'a','signature':'p'}]}";
        Conversation request = AnthropicRequests.anthropic(thought + ",{'role':'user','content':'u'}," + thought);

        assertThat(CODEC.adapt(request, AnthropicRequests.NO_HISTORY).path("messages"))
                .extracting(message -> message.path("content").asText())
                .containsExactly("u");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            {'x':1}                                   | {'a':1,'enable_thinking':true,'clear_thinking':false}
            {'chat_template_kwargs':null}             | {'a':1,'enable_thinking':true,'clear_thinking':false}
            {'chat_template_kwargs':{'a':2}}          | {'a':2,'enable_thinking':true,'clear_thinking':false}
            {'enable_thinking':false}                 | {'a':1,'clear_thinking':false}
            {'thinking':{'type':'disabled'}}          | {'a':1,'clear_thinking':false}
            {'thinking':{'clear_thinking':true}}      | {'a':1,'enable_thinking':true}
            """)
    void addsTemplateDefaultsForWhatTheClientDidNotSay(String fields, String kwargs) {
        Conversation request = AnthropicRequests.anthropic("{'role':'user','content':'u'}");
        request.body().setAll(json(fields));
        Adaptation defaults = AnthropicRequests.kwargs("{'a':1,'enable_thinking':true,'clear_thinking':false}");

        assertThat(CODEC.adapt(request, defaults).path("chat_template_kwargs")).isEqualTo(json(kwargs));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {'chat_template_kwargs':{'a':2}}
            {'chat_template_kwargs':'odd'}
            """)
    void passesTheVeryBodyWhenTheClientSaidItAll(String fields) {
        Conversation request = AnthropicRequests.anthropic("{'role':'user','content':'u'}");
        request.body().setAll(json(fields));

        assertThat(CODEC.adapt(request, AnthropicRequests.kwargs("{'a':1}"))).isSameAs(request.body());
    }
}
