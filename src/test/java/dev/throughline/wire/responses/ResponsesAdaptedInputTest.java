package dev.throughline.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Part;
import dev.throughline.wire.Adaptation;
import dev.throughline.wire.HistoryField;
import dev.throughline.wire.WireException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// A request in this dialect.
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
        Conversation request = ResponsesRequestBodies.items(USER, THINK, SAY);

        assertThat(codec.adapt(request, ResponsesRequestBodies.NOTHING)).isSameAs(request.body());
        assertThat(codec.adapt(request, ResponsesRequestBodies.rewritten("/input/1")))
                .isSameAs(request.body());
        assertThat(codec.path()).isEqualTo("responses");
    }

    @Test
    void defaultsOfTheTemplateAreAddedAndNeverOverride() throws WireException {
        Conversation request = new ResponsesCodec()
                .decode(ResponsesRequestBodies.json(
                        "{'model':'m','input':'x','u':1,'chat_template_kwargs':{'clear_thinking':true}}"));
        ObjectNode before = request.body().deepCopy();

        ObjectNode body = codec.adapt(
                request, ResponsesRequestBodies.defaults("{'clear_thinking':false,'enable_thinking':true}"));

        assertThat(body)
                .isEqualTo(ResponsesRequestBodies.json("{'model':'m','input':'x','u':1,"
                        + "'chat_template_kwargs':{'clear_thinking':true,'enable_thinking':true}}"));
        assertThat(request.body()).isEqualTo(before);
    }

    @Test
    void bodyIsTheSameObjectWhenTheClientSetsEveryDefault() throws WireException {
        Conversation request = new ResponsesCodec()
                .decode(ResponsesRequestBodies.json("{'model':'m','input':'x','enable_thinking':false,"
                        + "'chat_template_kwargs':{'clear_thinking':true}}"));

        assertThat(codec.adapt(
                        request, ResponsesRequestBodies.defaults("{'clear_thinking':false,'enable_thinking':true}")))
                .isSameAs(request.body());
    }

    @Test
    void restoredReasoningStandsAtItsPlaceAmongTheParts() throws WireException {
        Conversation came = ResponsesRequestBodies.items(USER, SAY, CALL, OUTPUT);
        List<Part> parts = came.messages().get(1).parts();
        Conversation request = ResponsesRequestBodies.with(
                came,
                1,
                ResponsesRequestBodies.restored("one", "sig"),
                parts.get(0),
                ResponsesRequestBodies.restored("two", ""),
                parts.get(1),
                new Part.RedactedReasoning("", "opaque"));

        List<JsonNode> items = adapted(request, ResponsesRequestBodies.rewritten("/input/1"));

        assertThat(items).hasSize(7);
        assertThat(items.get(1).path("content"))
                .isEqualTo(ResponsesRequestBodies.json("{'a':[{'type':'reasoning_text','text':'one'}]}")
                        .get("a"));
        assertThat(items.get(1).path("encrypted_content").textValue()).isEqualTo("sig");
        assertThat(items.get(1).path("summary").isArray()).isTrue();
        assertThat(items.get(2)).isEqualTo(ResponsesRequestBodies.json(SAY));
        assertThat(items.get(3).at("/content/0/text").textValue()).isEqualTo("two");
        assertThat(items.get(3).has("encrypted_content")).isFalse();
        assertThat(items.get(4)).isEqualTo(ResponsesRequestBodies.json(CALL));
        assertThat(items.get(5).path("encrypted_content").textValue()).isEqualTo("opaque");
        assertThat(items.get(6)).isEqualTo(ResponsesRequestBodies.json(OUTPUT));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/input/1", "/input/1/content", "/input/5", "/input/x", "/messages/1", ""})
    void restoredReasoningTakesTheItemOfNoOtherPart(String path) throws WireException {
        Conversation came = ResponsesRequestBodies.items(USER, SAY, USER);
        Conversation request = ResponsesRequestBodies.with(
                came,
                1,
                new Part.Reasoning(path, "content", "one", Optional.empty()),
                new Part.RedactedReasoning(path, "opaque"),
                came.messages().get(1).parts().getFirst());

        List<JsonNode> items = adapted(request, ResponsesRequestBodies.rewritten("/input/1"));

        assertThat(items)
                .extracting(ResponsesAdaptedInputTest::kind)
                .containsExactly("user", "one", "", "msg_1", "user");
        assertThat(items.get(2).path("encrypted_content").textValue()).isEqualTo("opaque");
    }

    @Test
    void itemsWithoutPartsStayWhereTheyWere() throws WireException {
        String empty = "{'type':'message','role':'assistant','id':'%s','content':[]}";
        Conversation came =
                ResponsesRequestBodies.items(USER, empty.formatted("a"), THINK, SAY, empty.formatted("b"), USER);
        Conversation request = ResponsesRequestBodies.with(
                came, 1, came.messages().get(1).parts().getLast());

        assertThat(adapted(request, ResponsesRequestBodies.rewritten("/input/1")))
                .extracting(ResponsesAdaptedInputTest::kind)
                .containsExactly("user", "a", "msg_1", "b", "user");
    }

    @Test
    void onlyTheItemThatLostItsReasoningIsChanged() throws WireException {
        String bare = "{'type':'reasoning','id':'rs_2','content':[{'type':'reasoning_text','text':'t'}]}";
        String aliased = "{'type':'message','role':'assistant','reasoning_content':'%s','content':'b'}";
        Conversation came =
                ResponsesRequestBodies.items(bare, aliased.formatted("lost"), aliased.formatted("kept"), THINK, SAY);
        List<Part> parts = new ArrayList<>(came.messages().getFirst().parts());
        parts.removeIf(part ->
                part instanceof Part.Reasoning reasoning && reasoning.text().equals("lost"));
        Conversation request = ResponsesRequestBodies.with(came, 0, parts.toArray(Part[]::new));

        assertThat(adapted(request, ResponsesRequestBodies.rewritten("/input/0")))
                .containsExactly(
                        ResponsesRequestBodies.json(bare),
                        ResponsesRequestBodies.json("{'type':'message','role':'assistant','content':'b'}"),
                        ResponsesRequestBodies.json(aliased.formatted("kept")),
                        ResponsesRequestBodies.json(THINK),
                        ResponsesRequestBodies.json(SAY));
    }

    @Test
    void eachRestoredItemHasItsOwnId() throws WireException {
        Conversation came = ResponsesRequestBodies.items(USER, SAY);
        Conversation request = ResponsesRequestBodies.with(
                came,
                1,
                ResponsesRequestBodies.restored("same", ""),
                ResponsesRequestBodies.restored("same", ""),
                came.messages().get(1).parts().get(0));

        List<JsonNode> items = adapted(request, ResponsesRequestBodies.rewritten("/input/1"));

        assertThat(items.get(1).path("id").textValue())
                .startsWith("rs_")
                .isNotEqualTo(items.get(2).path("id").textValue());
    }

    @Test
    void groupsThatAreRewrittenDoNotDisturbOneAnother() throws WireException {
        Conversation came = ResponsesRequestBodies.items(USER, SAY, USER, THINK, CALL, OUTPUT, SAY, USER);
        Conversation first = ResponsesRequestBodies.with(
                came,
                1,
                ResponsesRequestBodies.restored("one", ""),
                came.messages().get(1).parts().get(0));
        Conversation second = ResponsesRequestBodies.with(
                first, 3, came.messages().get(3).parts().getLast());
        Conversation request = ResponsesRequestBodies.with(
                second,
                5,
                ResponsesRequestBodies.restored("two", ""),
                came.messages().get(5).parts().get(0));

        List<JsonNode> items = adapted(request, ResponsesRequestBodies.rewritten("/input/1", "/input/3", "/input/6"));

        assertThat(items)
                .extracting(ResponsesAdaptedInputTest::kind)
                .containsExactly("user", "one", "msg_1", "user", "c", "c", "two", "msg_1", "user");
    }

    @Test
    void reasoningThatIsUnchangedStaysAsItCame() throws WireException {
        Conversation came = ResponsesRequestBodies.items(USER, THINK, SAY);
        List<Part> parts = new ArrayList<>(came.messages().get(1).parts());
        parts.addFirst(ResponsesRequestBodies.restored("one", ""));
        Conversation request = ResponsesRequestBodies.with(came, 1, parts.toArray(Part[]::new));

        List<JsonNode> items = adapted(request, ResponsesRequestBodies.rewritten("/input/1"));

        assertThat(items).hasSize(4).contains(ResponsesRequestBodies.json(THINK));
    }

    @Test
    void reasoningThatLostAPartKeepsItsIdAndUnknownFields() throws WireException {
        Conversation came = ResponsesRequestBodies.items(
                "{'type':'reasoning','id':'rs_1','summary':[{'type':'summary_text','text':'s'}],"
                        + "'content':[{'type':'reasoning_text','text':'t','y':1}],'encrypted_content':'e','x':2}",
                SAY);
        List<Part> parts = came.messages().getFirst().parts();
        Conversation request = ResponsesRequestBodies.with(came, 0, parts.get(0), parts.get(2), parts.get(3));

        List<JsonNode> items = adapted(request, ResponsesRequestBodies.rewritten("/input/0"));

        assertThat(items.getFirst())
                .isEqualTo(ResponsesRequestBodies.json("{'type':'reasoning','id':'rs_1','x':2,'summary':[],"
                        + "'content':[{'type':'reasoning_text','text':'t','y':1}],'encrypted_content':'e'}"));
    }

    @Test
    void reasoningThatWasChangedIsWrittenIntoTheFieldsOfItsItem() throws WireException {
        Conversation came = ResponsesRequestBodies.items(
                "{'type':'reasoning','id':'rs_1','summary':[{'type':'summary_text','text':'s'}],"
                        + "'content':[{'type':'reasoning_text','text':'t'}],'encrypted_content':'e','x':2}",
                SAY);
        List<Part> parts = new ArrayList<>(came.messages().getFirst().parts());
        parts.set(0, new Part.Reasoning("/input/0/content", "content", "T", Optional.of("proof")));
        parts.set(1, new Part.Reasoning("/input/0/summary", "summary", "S", Optional.empty()));
        String item = "{'type':'reasoning','id':'rs_1','x':2,'summary':[{'type':'summary_text','text':'S'}],"
                + "'content':[{'type':'reasoning_text','text':'T'}],'encrypted_content':'%s'}";
        String path = "/input/0/encrypted_content";

        for (Part proof : List.of(
                new Part.Reasoning(path, "encrypted_content", "E", Optional.empty()),
                new Part.RedactedReasoning(path, "E"))) {
            parts.set(2, proof);
            assertThat(adapted(
                            ResponsesRequestBodies.with(came, 0, parts.toArray(Part[]::new)),
                            ResponsesRequestBodies.rewritten("/input/0")))
                    .containsExactly(
                            ResponsesRequestBodies.json(item.formatted("E")), ResponsesRequestBodies.json(SAY));
        }
        parts.remove(2);
        assertThat(adapted(
                        ResponsesRequestBodies.with(came, 0, parts.toArray(Part[]::new)),
                        ResponsesRequestBodies.rewritten("/input/0")))
                .contains(ResponsesRequestBodies.json(item.formatted("proof")));
    }

    @Test
    void strippedReasoningGoesAndAllElseStays() throws WireException {
        String odd = "{'type':'message','role':'assistant','content':[],'z':1}";
        String aliased = "{'type':'message','role':'assistant','reasoning_content':'r','content':'b','z':2}";
        Conversation came = ResponsesRequestBodies.items(
                USER, THINK, odd, aliased, "{'type':'web_search_call','q':1}", THINK, USER);
        List<Part> parts = new ArrayList<>(came.messages().get(1).parts());
        parts.removeIf(part -> part instanceof Part.Reasoning);
        Conversation request = ResponsesRequestBodies.with(came, 1, parts.toArray(Part[]::new));

        assertThat(adapted(request, ResponsesRequestBodies.rewritten("/input/1")))
                .containsExactly(
                        ResponsesRequestBodies.json(USER),
                        ResponsesRequestBodies.json(odd),
                        ResponsesRequestBodies.json("{'type':'message','role':'assistant','content':'b','z':2}"),
                        ResponsesRequestBodies.json("{'type':'web_search_call','q':1}"),
                        ResponsesRequestBodies.json(USER));
    }

    @Test
    void backendThatRefusesReasoningGetsNone() throws WireException {
        Conversation request = ResponsesRequestBodies.items(USER, THINK, SAY, THINK, CALL, OUTPUT);
        Adaptation none = ResponsesRequestBodies.adaptation(HistoryField.NONE, "{}", Set.of("/input/1"));

        assertThat(adapted(request, none))
                .containsExactly(
                        ResponsesRequestBodies.json(USER),
                        ResponsesRequestBodies.json(SAY),
                        ResponsesRequestBodies.json(CALL),
                        ResponsesRequestBodies.json(OUTPUT));
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
