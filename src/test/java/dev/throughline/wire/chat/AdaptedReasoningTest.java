package dev.throughline.wire.chat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.wire.Adaptation;
import dev.throughline.wire.HistoryField;
import dev.throughline.wire.StrictJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static dev.throughline.wire.chat.ChatRequests.anthropic;
import static dev.throughline.wire.chat.ChatRequests.chat;
import static dev.throughline.wire.chat.ChatRequests.history;
import static dev.throughline.wire.chat.ChatRequests.json;
import static org.assertj.core.api.Assertions.assertThat;

class AdaptedReasoningTest {
    private static final String DETAILS =
            "[{'type':'reasoning.text','text':'a','own':1.50},{'type':'reasoning.summary','summary':'b'}]";

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        AS_SENT | 'content':'c','reasoning':'r','reasoning_content':'' | 'content':'c','reasoning':'r',\
        'reasoning_content':''
        REASONING_CONTENT | 'reasoning':' r ','content':'c'           | 'reasoning_content':' r ','content':'c'
        REASONING_CONTENT | 'reasoning_text':'r','content':'c','x':1  | 'reasoning_content':'r','content':'c','x':1
        REASONING_CONTENT | 'content':'c','reasoning_content':'','reasoning':'r' | 'content':'c',\
        'reasoning_content':'r'
        REASONING_CONTENT | 'content':'c','reasoning_content':''      | 'content':'c','reasoning_content':''
        REASONING_CONTENT | 'content':'c','reasoning':null            | 'content':'c','reasoning':null
        REASONING_CONTENT | 'content':'c','reasoning_details':[{'text':'a'},{'text':'b'}] | 'content':'c',\
        'reasoning_content':'ab'
        REASONING         | 'content':'c','reasoning_content':'r','z':[] | 'content':'c','reasoning':'r','z':[]
        BOTH | 'content':'c','reasoning':'r','z':1 | 'content':'c','reasoning_content':'r','reasoning':'r','z':1
        DETAILS | 'content':'c','reasoning':'r' | 'content':'c','reasoning_details':[{'type':'reasoning.text',\
        'text':'r','format':'unknown','index':0}]
        DETAILS | 'content':'c','reasoning':'r','reasoning_details':[{'text':'r','id':7}] | 'content':'c',\
        'reasoning_details':[{'text':'r','id':7}]
        THINK_TAGS        | 'content':'c','reasoning':' r\\n '        | 'content':'<think> r\\n </think>c'
        THINK_TAGS | 'reasoning':'r','content':null,'tool_calls':[] | 'content':'<think>r</think>',\
        'tool_calls':[]
        THINK_TAGS        | 'reasoning':'r'                           | 'content':'<think>r</think>'
        THINKING_CHUNKS   | 'content':'c','reasoning':'r' | 'content':[{'type':'thinking',\
        'thinking':[{'type':'text','text':'r'}]},{'type':'text','text':'c'}]
        THINKING_CHUNKS   | 'reasoning':'r','content':null,'tool_calls':[] | 'content':[{'type':'thinking',\
        'thinking':[{'type':'text','text':'r'}]}],'tool_calls':[]
        THINKING_CHUNKS   | 'content':'c'                             | 'content':'c'
        THINK_TAGS | 'reasoning':'r','content':[{'type':'text','text':'c','k':1}] | 'content':[{'type':'text',\
        'text':'<think>r</think>'},{'type':'text','text':'c','k':1}]
        THINK_TAGS        | 'content':'c','reasoning':''              | 'content':'c'
        NONE              | 'content':'c','reasoning':'r','reasoning_content':null | 'content':'c'
        NONE              | 'content':'c','reasoning':null            | 'content':'c'
        NONE | 'content':[{'type':'thinking','thinking':'r'},{'type':'text','text':'c','reasoning':'r'}] | \
        'content':[{'type':'text','text':'c'}]
        NONE              | 'content':[{'type':'thinking','thinking':'r'}] | 'content':''
        REASONING | 'content':[{'type':'thinking','thinking':'a'},{'type':'text','text':'c'}] | \
        'content':[{'type':'text','text':'c'}],'reasoning':'a'
        """)
    void reasoningStandsWhereTheBackendReadsIt(HistoryField field, String sent, String wanted) {
        Conversation request = chat(body(sent));

        ObjectNode adapted = new ChatBackendCodec().adapt(request, history(field));

        assertThat(StrictJson.text(adapted)).isEqualTo(StrictJson.text(json(body(wanted))));
        assertThat(adapted == request.body()).isEqualTo(sent.equals(wanted));
    }

    @Test
    void contentThatWasOnlyReasoningIsNullBesideCalls() {
        String call = ",'tool_calls':[{'id':'c','type':'function','function':{'name':'f','arguments':'{}'}}]";

        ObjectNode adapted = new ChatBackendCodec()
                .adapt(chat(body("'content':[{'type':'thinking','thinking':'r'}]" + call)), history(HistoryField.NONE));

        assertThat(adapted).isEqualTo(json(body("'content':null" + call)));
    }

    @ParameterizedTest
    @EnumSource(HistoryField.class)
    void messagesOfOthersAndAnswersWithoutReasoningStayTheSameObject(HistoryField field) {
        Conversation request = chat("{'model':'m','messages':[{'role':'user','content':'u','reasoning':'x'},"
                + "{'role':'assistant','content':'a'},"
                + "{'role':'tool','tool_call_id':'c','content':'t','reasoning':'y'}]}");

        assertThat(new ChatBackendCodec().adapt(request, history(field))).isSameAs(request.body());
    }

    @ParameterizedTest
    @CsvSource({"reasoning_content", "reasoning", "reasoning_text"})
    void rewrittenMessageGetsTheConversationsReasoningInTheFieldThatItNames(String field) {
        String thought = " put\nback \u2028\uD83E\uDDF5 ";

        JsonNode message = rewritten(
                HistoryField.AS_SENT, "'content':'c'", new Part.Reasoning("", field, thought, Optional.empty()));

        assertThat(message.path(field).textValue()).isEqualTo(thought);
        assertThat(message.size()).isEqualTo(3);
    }

    @Test
    void rewrittenMessageGetsOtherDialectsReasoningAsReasoningContent() {
        JsonNode message = rewritten(
                HistoryField.AS_SENT,
                "'content':'c','reasoning':'wrong'",
                new Part.Reasoning("", "thinking", "a", Optional.of("s")),
                new Part.Reasoning("", "thinking", "b", Optional.empty()));

        assertThat(message).isEqualTo(json("{'role':'assistant','content':'c','reasoning_content':'ab'}"));
    }

    @Test
    void rewrittenMessageLosesItsReasoningWhenTheConversationHasNone() {
        JsonNode message = rewritten(HistoryField.AS_SENT, "'reasoning_content':'r','content':'c','k':1");

        assertThat(message).isEqualTo(json("{'role':'assistant','content':'c','k':1}"));
    }

    @Test
    void detailsKeepBlocksSignaturesAndSealedData() {
        JsonNode message = rewritten(
                HistoryField.DETAILS,
                "'content':'c','reasoning_details':[{'text':'old'}]",
                new Part.Reasoning("", "thinking", "a", Optional.of("s")),
                new Part.RedactedReasoning("", "d"),
                new Part.Reasoning("", "thinking", "b", Optional.empty()));

        assertThat(message.path("reasoning_details")).isEqualTo(json("""
                {'d':[{'type':'reasoning.text','text':'a','signature':'s','format':'unknown','index':0},
                 {'type':'reasoning.encrypted','data':'d','format':'unknown','index':1},
                 {'type':'reasoning.text','text':'b','format':'unknown','index':2}]}""").path("d"));
    }

    @Test
    void emptyReasoningIsNoDetail() {
        JsonNode message = rewritten(
                HistoryField.DETAILS,
                "'content':'c'",
                new Part.Reasoning("", "thinking", "", Optional.empty()),
                new Part.Reasoning("", "thinking", "", Optional.of("s")));

        assertThat(message.path("reasoning_details"))
                .isEqualTo(
                        json("{'d':[{'type':'reasoning.text','text':'','signature':'s','format':'unknown','index':0}]}")
                                .path("d"));
    }

    @Test
    void rewrittenMessageGetsSealedReasoningAsDetails() {
        JsonNode message = rewritten(
                HistoryField.AS_SENT,
                "'content':'c'",
                new Part.RedactedReasoning("", "d"),
                new Part.Reasoning("", "reasoning", "r", Optional.empty()),
                new Part.RedactedReasoning("", "e"));

        assertThat(message)
                .isEqualTo(json("{'role':'assistant','content':'c','reasoning_details':["
                        + "{'type':'reasoning.encrypted','data':'d','format':'unknown','index':0},"
                        + "{'type':'reasoning.encrypted','data':'e','format':'unknown','index':1}],'reasoning':'r'}"));
    }

    @Test
    void rewrittenMessageWithoutReasoningGetsNoEmptyFieldOfTheBackend() {
        JsonNode message = rewritten(
                HistoryField.REASONING_CONTENT,
                "'reasoning':'r','content':'c'",
                new Part.Text("/messages/1/content", "c"));

        assertThat(message).isEqualTo(json("{'role':'assistant','content':'c'}"));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        # the same reasoning in another field: the details alone
        'reasoning':'ab' | ab | {'role':'assistant','reasoning_details':%s,'content':'c'}
        # another one: both
        'reasoning':'x'  | z  | {'role':'assistant','reasoning':'z','reasoning_details':%s,'content':'c'}
        """)
    void rewrittenMessageGetsTheDetailsOfItsBackendAsTheyAre(String sent, String restored, String wanted) {
        Conversation request = rewrittenRequest(
                sent + ",'content':'c'", new Part.Reasoning("", "reasoning", restored, Optional.empty()));
        Adaptation adaptation =
                detailed(request, Set.of(request.messages().getLast().path()));

        assertThat(StrictJson.text(
                        new ChatBackendCodec().adapt(request, adaptation).at("/messages/1")))
                .isEqualTo(StrictJson.text(json(wanted.formatted(DETAILS))));
    }

    @Test
    void unchangedMessageGetsTheDetailsOfItsBackendBesideItsOtherFields() {
        Conversation request = chat(body("'content':'c','reasoning':'ab','reasoning_details':[]"));

        assertThat(StrictJson.text(new ChatBackendCodec()
                        .adapt(request, detailed(request, Set.of()))
                        .at("/messages/1")))
                .isEqualTo(StrictJson.text(json("{'role':'assistant','content':'c','reasoning':'ab',"
                        + "'reasoning_details':" + DETAILS + "}")));
    }

    @ParameterizedTest
    @EnumSource(
            value = HistoryField.class,
            names = {"DETAILS", "REASONING", "REASONING_CONTENT"})
    void answerOfAnotherDialectGetsTheDetailsOfItsBackend(HistoryField field) {
        String name = field == HistoryField.REASONING_CONTENT ? "reasoning_content" : "reasoning";
        for (String thought : List.of("ab", "other")) {
            Conversation request = anthropic(
                    "{'model':'m','max_tokens':9,'messages':[{'role':'user','content':'u'},{'role':'assistant',"
                            + "'content':[{'type':'thinking','thinking':'" + thought + "','signature':'s'}]}]}");

            JsonNode message = new ChatBackendCodec()
                    .translate(request, detailed(request, Set.of()).withHistory(field))
                    .at("/messages/1");

            String repeated = thought.equals("ab") ? "" : "'" + name + "':'other',";
            assertThat(message)
                    .isEqualTo(json(
                            "{'role':'assistant','content':''," + repeated + "'reasoning_details':" + DETAILS + "}"));
        }
    }

    @Test
    void requestItselfIsNeverChanged() {
        Conversation request = chat(body("'content':[{'type':'text','text':'c','reasoning':'p'}],'reasoning':'r'"));
        String before = StrictJson.text(request.body());

        for (HistoryField field : HistoryField.values()) {
            new ChatBackendCodec().adapt(request, history(field));
        }

        assertThat(StrictJson.text(request.body())).isEqualTo(before);
    }

    private static JsonNode rewritten(HistoryField field, String sent, Part... parts) {
        Conversation edited = rewrittenRequest(sent, parts);
        String path = edited.messages().getLast().path();
        var adaptation = new Adaptation(field, json("{}"), false, Set.of(path));
        return new ChatBackendCodec().adapt(edited, adaptation).at(path);
    }

    private static Conversation rewrittenRequest(String sent, Part... parts) {
        Conversation request = chat(body(sent));
        List<Message> messages = new ArrayList<>(request.messages());
        Message last = messages.removeLast();
        messages.add(new Message(last.path(), last.role(), List.of(parts)));
        return request.withMessages(messages);
    }

    /// The last message gets `DETAILS`.
    private static Adaptation detailed(Conversation request, Set<String> rewritten) {
        ArrayNode details = (ArrayNode) json("{'d':" + DETAILS + "}").path("d");
        String path = request.messages().getLast().path();
        return new Adaptation(HistoryField.AS_SENT, json("{}"), false, rewritten, Map.of(path, details), false);
    }

    private static String body(String assistant) {
        return "{'messages':[{'role':'user','content':'u'},{'role':'assistant'," + assistant + "}],'model':'m'}";
    }
}
