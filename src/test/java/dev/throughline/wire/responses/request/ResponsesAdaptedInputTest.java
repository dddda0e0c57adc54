package dev.throughline.wire.responses.request;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Part;
import dev.throughline.wire.Adaptation;
import dev.throughline.wire.HistoryField;
import dev.throughline.wire.WireException;
import dev.throughline.wire.responses.Bodies;
import dev.throughline.wire.responses.ResponsesBackendCodec;
import dev.throughline.wire.responses.ResponsesCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// A request that came in this dialect.
class ResponsesAdaptedInputTest {
    private static final String USER = "{'role':'user','content':'hi','x':1}";
    private static final String THINK =
            "{'type':'reasoning','id':'rs_1','summary':[],'content':[{'type':'reasoning_text','text':'t'}],'x':2}";
    private static final String SAY =
            "{'type':'message','role':'assistant','id':'msg_1','content':[{'type':'output_text','text':'a'}]}";
    private static final String CALL =
            "{'type':'function_call','call_id':'c','name':'f','arguments':'{}','status':'completed'}";
    private static final String OUTPUT = "{'type':'function_call_output','call_id':'c','output':'o'}";

    private final ResponsesBackendCodec codec = new ResponsesBackendCodec();

    @Test
    void bodyIsTheSameObjectWhenNothingChanges() throws WireException {
        Conversation request = Bodies.items(USER, THINK, SAY);

        assertThat(codec.adapt(request, Bodies.NOTHING)).isSameAs(request.body());
        assertThat(codec.adapt(request, Bodies.rewritten("/input/1"))).isSameAs(request.body());
        assertThat(codec.path()).isEqualTo("responses");
    }

    @Test
    void defaultsOfTheTemplateAreAddedAndNeverOverride() throws WireException {
        Conversation request = new ResponsesCodec()
                .decode(Bodies.json("{'model':'m','input':'x','u':1,'chat_template_kwargs':{'clear_thinking':true}}"));
        ObjectNode before = request.body().deepCopy();

        ObjectNode body = codec.adapt(request, Bodies.defaults("{'clear_thinking':false,'enable_thinking':true}"));

        assertThat(body)
                .isEqualTo(Bodies.json("{'model':'m','input':'x','u':1,"
                        + "'chat_template_kwargs':{'clear_thinking':true,'enable_thinking':true}}"));
        assertThat(request.body()).isEqualTo(before);
    }

    @Test
    void bodyIsTheSameObjectWhenTheClientSetsEveryDefault() throws WireException {
        Conversation request = new ResponsesCodec()
                .decode(Bodies.json("{'model':'m','input':'x','enable_thinking':false,"
                        + "'chat_template_kwargs':{'clear_thinking':true}}"));

        assertThat(codec.adapt(request, Bodies.defaults("{'clear_thinking':false,'enable_thinking':true}")))
                .isSameAs(request.body());
    }

    @Test
    void restoredReasoningStandsAtItsPlaceAmongTheParts() throws WireException {
        Conversation came = Bodies.items(USER, SAY, CALL, OUTPUT);
        List<Part> parts = came.messages().get(1).parts();
        Conversation request = Bodies.with(
                came,
                1,
                Bodies.restored("one", "sig"),
                parts.get(0),
                Bodies.restored("two", ""),
                parts.get(1),
                new Part.RedactedReasoning("", "opaque"));

        List<JsonNode> items = adapted(request, Bodies.rewritten("/input/1"));

        assertThat(items).hasSize(7);
        assertThat(items.get(1).path("content"))
                .isEqualTo(Bodies.json("{'a':[{'type':'reasoning_text','text':'one'}]}")
                        .get("a"));
        assertThat(items.get(1).path("encrypted_content").textValue()).isEqualTo("sig");
        assertThat(items.get(1).path("summary").isArray()).isTrue();
        assertThat(items.get(2)).isEqualTo(Bodies.json(SAY));
        assertThat(items.get(3).at("/content/0/text").textValue()).isEqualTo("two");
        assertThat(items.get(3).has("encrypted_content")).isFalse();
        assertThat(items.get(4)).isEqualTo(Bodies.json(CALL));
        assertThat(items.get(5).path("encrypted_content").textValue()).isEqualTo("opaque");
        assertThat(items.get(6)).isEqualTo(Bodies.json(OUTPUT));
    }

    @Test
    void eachRestoredItemHasAnIdOfItsOwn() throws WireException {
        Conversation came = Bodies.items(USER, SAY);
        Conversation request = Bodies.with(
                came,
                1,
                Bodies.restored("same", ""),
                Bodies.restored("same", ""),
                came.messages().get(1).parts().get(0));

        List<JsonNode> items = adapted(request, Bodies.rewritten("/input/1"));

        assertThat(items.get(1).path("id").textValue())
                .startsWith("rs_")
                .isNotEqualTo(items.get(2).path("id").textValue());
    }

    @Test
    void groupsThatAreRewrittenDoNotDisturbOneAnother() throws WireException {
        Conversation came = Bodies.items(USER, SAY, USER, THINK, CALL, OUTPUT, SAY, USER);
        Conversation first = Bodies.with(
                came,
                1,
                Bodies.restored("one", ""),
                came.messages().get(1).parts().get(0));
        Conversation second =
                Bodies.with(first, 3, came.messages().get(3).parts().getLast());
        Conversation request = Bodies.with(
                second,
                5,
                Bodies.restored("two", ""),
                came.messages().get(5).parts().get(0));

        List<JsonNode> items = adapted(request, Bodies.rewritten("/input/1", "/input/3", "/input/6"));

        assertThat(items)
                .extracting(ResponsesAdaptedInputTest::kind)
                .containsExactly("user", "one", "msg_1", "user", "c", "c", "two", "msg_1", "user");
    }

    @Test
    void reasoningThatIsUnchangedStaysAsItCame() throws WireException {
        Conversation came = Bodies.items(USER, THINK, SAY);
        List<Part> parts = new ArrayList<>(came.messages().get(1).parts());
        parts.addFirst(Bodies.restored("one", ""));
        Conversation request = Bodies.with(came, 1, parts.toArray(Part[]::new));

        List<JsonNode> items = adapted(request, Bodies.rewritten("/input/1"));

        assertThat(items).hasSize(4).contains(Bodies.json(THINK));
    }

    @Test
    void reasoningThatLostAPartKeepsItsIdAndUnknownFields() throws WireException {
        Conversation came = Bodies.items(
                "{'type':'reasoning','id':'rs_1','summary':[{'type':'summary_text','text':'s'}],"
                        + "'content':[{'type':'reasoning_text','text':'t','y':1}],'encrypted_content':'e','x':2}",
                SAY);
        List<Part> parts = came.messages().getFirst().parts();
        Conversation request = Bodies.with(came, 0, parts.get(0), parts.get(2), parts.get(3));

        List<JsonNode> items = adapted(request, Bodies.rewritten("/input/0"));

        assertThat(items.getFirst())
                .isEqualTo(Bodies.json("{'type':'reasoning','id':'rs_1','x':2,'summary':[],"
                        + "'content':[{'type':'reasoning_text','text':'t','y':1}],'encrypted_content':'e'}"));
    }

    @Test
    void strippedReasoningGoesAndAllElseStays() throws WireException {
        String odd = "{'type':'message','role':'assistant','content':[],'z':1}";
        String aliased = "{'type':'message','role':'assistant','reasoning_content':'r','content':'b','z':2}";
        Conversation came = Bodies.items(USER, THINK, odd, aliased, "{'type':'web_search_call','q':1}", THINK, USER);
        List<Part> parts = new ArrayList<>(came.messages().get(1).parts());
        parts.removeIf(part -> part instanceof Part.Reasoning);
        Conversation request = Bodies.with(came, 1, parts.toArray(Part[]::new));

        assertThat(adapted(request, Bodies.rewritten("/input/1")))
                .containsExactly(
                        Bodies.json(USER),
                        Bodies.json(odd),
                        Bodies.json("{'type':'message','role':'assistant','content':'b','z':2}"),
                        Bodies.json("{'type':'web_search_call','q':1}"),
                        Bodies.json(USER));
    }

    @Test
    void backendThatRefusesReasoningGetsNone() throws WireException {
        Conversation request = Bodies.items(USER, THINK, SAY, THINK, CALL, OUTPUT);
        Adaptation none = Bodies.adaptation(HistoryField.NONE, "{}", Set.of("/input/1"));

        assertThat(adapted(request, none))
                .containsExactly(Bodies.json(USER), Bodies.json(SAY), Bodies.json(CALL), Bodies.json(OUTPUT));
        assertThat(request.body().path("input")).hasSize(6);
    }

    private List<JsonNode> adapted(Conversation request, Adaptation adaptation) {
        ObjectNode body = codec.adapt(request, adaptation);
        assertThat(new ResponsesCodec())
                .satisfies(reader -> assertThat(reader.decode(body)).isNotNull());
        List<JsonNode> items = new ArrayList<>();
        body.path("input").forEach(items::add);
        return items;
    }

    private static String kind(JsonNode item) {
        return switch (item.path("type").asText("")) {
            case "reasoning" -> item.at("/content/0/text").asText("");
            case "message" -> item.path("id").asText("");
            case "function_call", "function_call_output" -> item.path("call_id").asText("");
            default -> item.path("role").asText("");
        };
    }
}
