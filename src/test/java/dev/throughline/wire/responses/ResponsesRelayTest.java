package dev.throughline.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.stream.FailureKind;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.wire.responses.EncodedResponses.Frame;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// What becomes of the frames of a Responses backend on their way to a Responses client.
class ResponsesRelayTest {
    private static final String CREATED =
            "{'type':'response.created','response':{'id':'resp_1','model':'m','output':[],'x':1}}";
    private static final String ADDED = "{'type':'response.output_item.added','output_index':0,"
            + "'item':{'id':'msg_1','type':'message','status':'in_progress','role':'assistant','content':[],'x':2}}";
    private static final String PART = "{'type':'response.content_part.added','item_id':'msg_1','output_index':0,"
            + "'content_index':0,'part':{'type':'output_text','text':'','annotations':[]},'x':3}";
    private static final String SEARCH_ADDED = "{'type':'response.output_item.added','output_index':1,"
            + "'item':{'id':'ws_1','type':'web_search_call','status':'in_progress'}}";
    private static final String SEARCH =
            "{'type':'response.web_search_call.searching','item_id':'ws_1'," + "'output_index':1,'x':4}";
    private static final String SEARCH_DONE = "{'type':'response.output_item.done','output_index':1,"
            + "'item':{'id':'ws_1','type':'web_search_call','status':'completed','x':5}}";

    @Test
    void streamThatNeedsNothingIsByteIdentical() {
        String stream = ": hi\n\n" + answer("Hello", " world") + "data: [DONE]\n\n: bye\n\n";

        assertThat(RelayedResponse.glm(stream)).isEqualTo(stream);
        assertThat(RelayedResponse.untouched(stream)).isEqualTo(stream);
    }

    @Test
    void aPartWhoseTypeIsNoNameStays() {
        String stream = answer("Hello");
        String named = "data: {\"type\":\"response.content_part.added\"";
        String damaged = stream.replace(named, "event: response.content_part.added\ndata: {\"type\":[]");

        assertThat(damaged).isNotEqualTo(stream);
        assertThat(RelayedResponse.glm(damaged)).isEqualTo(damaged);
    }

    @Test
    void textThatIsHeldBackForAWhileChangesTheRestOfItsItemOnly() {
        String stream = answer("Hello", "\n", "world", "!");

        String relayed = RelayedResponse.glm(stream);

        List<Frame> frames = RelayedResponse.frames(relayed);
        assertThat(relayed)
                .startsWith(stream.substring(0, stream.indexOf("event: response.output_text.delta")))
                .contains(stream.substring(stream.indexOf("event: response.output_text.delta"))
                        .split("\n\n")[0])
                .contains(stream.substring(stream.indexOf("data: {\"type\":\"response.completed"))
                        .split(",\"sequence_number\"")[0]);
        assertThat(strictly(frames).at("/output/0/content/0/text").asText()).isEqualTo("Hello\nworld!");
        assertThat(deltas(frames)).containsExactly("Hello", "\nworld", "!");
        assertThat(numbers(frames)).isEqualTo(rising(frames.size()));
    }

    @Test
    void otherItemsStayAsTheyCameAroundAChangedOne() {
        String added = "{'type':'response.output_item.added','output_index':%d,'item':{'id':'%s','type':'%s',%s}}";
        String[] before = {
            CREATED,
            added.formatted(0, "rs_1", "reasoning", "'status':'in_progress','summary':[],'x':1"),
            "{'type':'response.reasoning_text.delta','item_id':'rs_1','output_index':0,'content_index':0,"
                    + "'delta':'why','x':2}",
            added.formatted(0, "rs_1", "reasoning", "'summary':[],'content':[{'text':'why','x':3}]")
                    .replace(".added", ".done")
        };
        String[] after = {
            added.formatted(2, "fc_1", "function_call", "'call_id':'c','name':'f','arguments':'','x':4"),
            "{'type':'response.function_call_arguments.delta','item_id':'fc_1','output_index':2,'delta':'{}','x':5}",
            "{'type':'response.function_call_arguments.done','item_id':'fc_1','output_index':2,'arguments':'{}'}",
            added.formatted(2, "fc_1", "function_call", "'call_id':'c','name':'f','arguments':'{}','x':6")
                    .replace(".added", ".done")
        };
        List<String> events = new java.util.ArrayList<>(List.of(before));
        String text = "a\\nb";
        for (String event : List.of(ADDED, PART, delta("a\\n"), delta("b"), textDone(text), done(text))) {
            events.add(event.replace("'output_index':0", "'output_index':1"));
        }
        events.addAll(List.of(after));
        events.add("{'type':'response.completed','response':{'status':'completed','output':[]}}");

        String relayed = RelayedResponse.glm(RelayedResponse.stream(events.toArray(String[]::new)));

        assertThat(relayed).startsWith(RelayedResponse.stream(before));
        for (String event : after) {
            String json = event.replace('\'', '"');
            assertThat(relayed).contains(json.substring(0, json.length() - 1) + ",\"sequence_number\"");
        }
        List<Frame> frames = RelayedResponse.frames(relayed);
        assertThat(deltas(frames)).containsExactly("why", "a", "\nb", "{}");
        assertThat(numbers(frames)).isEqualTo(rising(frames.size()));
    }

    @Test
    void itemThatBeginsWhileTextOfAnotherIsHeldBackIsForwarded() {
        String call = "{'type':'response.output_item.%s','output_index':1,"
                + "'item':{'id':'fc_1','type':'function_call','call_id':'c','name':'f','arguments':'%s','x':4}}";
        String arguments = "{'type':'response.function_call_arguments.delta','item_id':'fc_1','output_index':1,"
                + "'delta':'{}','x':5}";
        String[] events = {
            CREATED,
            ADDED,
            PART,
            delta("a"),
            delta("b<"),
            textDone("ab<"),
            done("ab<"),
            call.formatted("added", ""),
            arguments,
            call.formatted("done", "{}"),
            completed("ab<", "")
        };

        String relayed = RelayedResponse.glm(RelayedResponse.stream(events));

        for (String event : List.of(call.formatted("added", ""), arguments, call.formatted("done", "{}"))) {
            String json = event.replace('\'', '"');
            assertThat(relayed).contains(json.substring(0, json.length() - 1) + ",\"sequence_number\"");
        }
        List<Frame> frames = RelayedResponse.frames(relayed);
        assertThat(deltas(frames)).containsExactly("a", "b", "<", "{}");
        assertThat(numbers(frames)).isEqualTo(rising(frames.size()));
    }

    @Test
    void restOfAChangedTextThatArrivesWithinAnUnchangedCallIsNotLost() {
        String call = "{'type':'response.output_item.%s','output_index':1,"
                + "'item':{'id':'fc_1','type':'function_call','call_id':'c','name':'f','arguments':'%s'}}";
        String arguments =
                "{'type':'response.function_call_arguments.delta','item_id':'fc_1','output_index':1," + "'delta':'%s'}";
        List<Frame> frames = RelayedResponse.frames(RelayedResponse.glm(RelayedResponse.stream(
                CREATED,
                ADDED,
                PART,
                delta("a</think>b"),
                call.formatted("added", ""),
                arguments.formatted("{"),
                delta("c"),
                arguments.formatted("}"),
                call.formatted("done", "{}"),
                done("a</think>bc"),
                completed("a</think>bc", ""))));

        assertThat(String.join("", deltas(frames))).isEqualTo("ab{}c");
        assertThat(frames.getLast().data().at("/response/output")).hasSize(3);
        assertThat(frames.getLast()
                        .data()
                        .at("/response/output/2/content/0/text")
                        .asText())
                .isEqualTo("c");
        assertThat(numbers(frames)).isEqualTo(rising(frames.size()));
    }

    @Test
    void argumentsOfACallThatIsMadeGoOnWhileAnotherMessageGrows() {
        String added = ADDED.replace("msg_1", "msg_2").replace("'output_index':0", "'output_index':1");
        String markup = delta("<tool_call>f<arg_key>k</arg_key><arg_value>1")
                .replace("msg_1", "msg_2")
                .replace("'output_index':0", "'output_index':1");
        List<Frame> frames = RelayedResponse.frames(RelayedResponse.glm(RelayedResponse.stream(
                CREATED,
                ADDED,
                PART,
                delta("Hi"),
                added,
                markup,
                delta("2</arg_value></tool_call>"),
                done("Hi2</arg_value></tool_call>"))));

        JsonNode output = frames.getLast().data().at("/response/output");
        assertThat(output.findValuesAsText("arguments")).containsExactly("{\"k\":12}");
        assertThat(output.at("/0/content/0/text").asText()).isEqualTo("Hi");
        assertThat(numbers(frames)).isEqualTo(rising(frames.size()));
    }

    @Test
    void itemEndsWhereReasoningThatWasHeldBackPassesWithinIt() {
        List<StreamEvent> held = new java.util.ArrayList<>();

        List<Frame> frames = RelayedResponse.frames(RelayedResponse.through(
                (event, next) -> {
                    if (event.equals(new TextDelta("why"))) {
                        held.add(new ReasoningDelta("why"));
                    } else {
                        held.forEach(next);
                        held.clear();
                        next.accept(event);
                    }
                },
                answer("Hi", "why", "there")));

        JsonNode response = strictly(frames);
        assertThat(response.path("output").findValuesAsText("id")).containsExactly("msg_1", "rs_1_x0", "msg_1_x1");
        assertThat(deltas(frames)).containsExactly("Hi", "why", "there");
        assertThat(numbers(frames)).isEqualTo(rising(frames.size()));
    }

    @Test
    void endsOfAChangedTextSayWhatWasStreamedAndKeepTheirOtherFields() {
        List<Frame> frames = RelayedResponse.frames(RelayedResponse.glm(answer("Hello</think>", " world")));

        assertThat(strictly(frames).at("/output/0/content/0/text").asText()).isEqualTo("Hello world");
        assertThat(data(frames, "response.output_text.done").at("/text").asText())
                .isEqualTo("Hello world");
        assertThat(data(frames, "response.content_part.done")
                        .at("/part/annotations/0/x")
                        .asInt())
                .isEqualTo(8);
        assertThat(data(frames, "response.output_item.done").at("/item/x").asInt())
                .isEqualTo(9);
        assertThat(data(frames, "response.completed").at("/response/usage/x").asInt())
                .isEqualTo(11);
        assertThat(data(frames, "response.completed").at("/response/output/0/x").asInt())
                .isEqualTo(9);
        assertThat(data(frames, "response.output_text.delta").at("/item_id").asText())
                .isEqualTo("msg_1");
    }

    @Test
    void markupInTheTextBecomesItemsOfItsOwn() {
        List<Frame> frames = RelayedResponse.frames(RelayedResponse.glm(answer(
                "<think>why",
                "</think>Hi",
                " there<tool_",
                "call>f<arg_key>a</arg_key><arg_value>1",
                "</arg_value>",
                "</tool_call>")));

        JsonNode response = strictly(frames);
        assertThat(response.path("output")).hasSize(3);
        assertThat(response.at("/output/0/type").asText()).isEqualTo("reasoning");
        assertThat(response.at("/output/0/content/0/text").asText()).isEqualTo("why");
        assertThat(response.at("/output/0/id").asText()).isEqualTo("rs_1_x0");
        assertThat(response.at("/output/1/id").asText()).isEqualTo("msg_1");
        assertThat(response.at("/output/1/x").asInt()).isEqualTo(2);
        assertThat(response.at("/output/1/content/0/text").asText()).isEqualTo("Hi there");
        assertThat(response.at("/output/2/call_id").asText()).isEqualTo("call_x0");
        assertThat(response.at("/output/2/arguments").asText()).isEqualTo("{\"a\":1}");
        assertThat(response.at("/usage/x").asInt()).isEqualTo(11);
        assertThat(numbers(frames)).isEqualTo(rising(frames.size()));
    }

    @Test
    void messageOfWhichNothingIsLeftIsNotToldOf() {
        List<Frame> frames = RelayedResponse.frames(RelayedResponse.glm(answer("<tool_call>f</tool_call>")));

        JsonNode response = strictly(frames);
        assertThat(response.path("output")).hasSize(1);
        assertThat(response.at("/output/0/type").asText()).isEqualTo("function_call");
        assertThat(data(frames, "response.output_item.added")
                        .path("output_index")
                        .asInt())
                .isZero();
        assertThat(numbers(frames)).isEqualTo(rising(frames.size()));
    }

    @Test
    void itemsThatTheProviderRunsAndUnknownEventsStayAtTheirNewPlace() {
        String stream = RelayedResponse.stream(
                CREATED,
                ADDED,
                PART,
                delta("<think>why</think>Hi"),
                textDone("<think>why</think>Hi"),
                partDone("<think>why</think>Hi"),
                done("<think>why</think>Hi"),
                SEARCH_ADDED,
                SEARCH,
                "{'type':'response.x','x':6}",
                SEARCH_DONE,
                completed("<think>why</think>Hi", ",{'id':'ws_1','type':'web_search_call','x':5}"));

        List<Frame> frames = RelayedResponse.frames(RelayedResponse.glm(stream));

        assertThat(data(frames, "response.web_search_call.searching")
                        .path("output_index")
                        .asInt())
                .isEqualTo(2);
        assertThat(data(frames, "response.web_search_call.searching").path("x").asInt())
                .isEqualTo(4);
        assertThat(data(frames, "response.x").path("x").asInt()).isEqualTo(6);
        assertThat(frames.getLast().data().at("/response/output/2/x").asInt()).isEqualTo(5);
        assertThat(frames.getLast()
                        .data()
                        .at("/response/output/1/content/0/text")
                        .asText())
                .isEqualTo("Hi");
        assertThat(numbers(frames)).isEqualTo(rising(frames.size()));
    }

    @Test
    void itemOfWhichNothingMayPassIsLeftOut() {
        String reasoning = EncodedResponses.stream(List.of(
                new StreamEvent.Start("m"),
                new ReasoningDelta("why"),
                new TextDelta("Hi"),
                new StreamEvent.Finish(dev.throughline.stream.FinishReason.STOP)));

        List<Frame> frames = RelayedResponse.frames(RelayedResponse.through(
                (event, next) -> {
                    if (!(event instanceof ReasoningDelta)) {
                        next.accept(event);
                    }
                },
                reasoning));

        assertThat(strictly(frames).path("output")).hasSize(1);
        assertThat(numbers(frames)).isEqualTo(rising(frames.size()));
    }

    @Test
    void incompleteAnswerStaysOneWithWhatWasStreamed() {
        String stream = answer("<think>why").replace("response.completed", "response.incomplete");

        List<Frame> frames = RelayedResponse.frames(RelayedResponse.glm(stream));

        assertThat(frames.getLast().event()).isEqualTo("response.incomplete");
        assertThat(strictly(frames).path("output")).hasSize(1);
        assertThat(frames.getLast()
                        .data()
                        .at("/response/output/0/summary/0/text")
                        .asText())
                .isEqualTo("why");
    }

    @Test
    void turnThatTheModelOverranEndsWithAResponseOfWhatWasSaid() {
        List<Frame> frames = RelayedResponse.frames(RelayedResponse.glm(
                RelayedResponse.stream(CREATED, ADDED, PART, delta("Hi"), delta("<|user|>"), delta("What"))));

        JsonNode response = strictly(frames);
        assertThat(frames.getLast().event()).isEqualTo("response.completed");
        assertThat(response.at("/output/0/content/0/text").asText()).isEqualTo("Hi");
        assertThat(response.path("x").asInt()).isEqualTo(1);
        assertThat(response.at("/usage/total_tokens").asInt(-1)).isZero();
    }

    @Test
    void failureIsAFailedResponseWithWhatWasStreamed() {
        String stream = RelayedResponse.stream(CREATED, ADDED, PART, delta("<think>why</think>Hi"));

        List<Frame> frames = RelayedResponse.frames(
                RelayedResponse.failing(stream, Failure.of(FailureKind.RATE_LIMIT, "Slow down.")));

        JsonNode response = frames.getLast().data().path("response");
        assertThat(frames.getLast().event()).isEqualTo("response.failed");
        assertThat(response.at("/error/message").asText()).isEqualTo("Slow down.");
        assertThat(response.at("/output/0/content/0/text").asText()).isEqualTo("why");
        assertThat(response.at("/output/1/status").asText()).isEqualTo("incomplete");
        assertThat(numbers(frames)).isEqualTo(rising(frames.size()));
    }

    @Test
    void failedResponseOfTheBackendTellsWhatWasStreamedOnly() {
        String failed = "{'type':'response.failed','response':{'id':'resp_1','status':'failed','x':1,"
                + "'error':{'code':'server_error','message':'Broken.'},'output':[" + item("<think>why</think>Hi")
                + "]}}";
        String stream = RelayedResponse.stream(CREATED, ADDED, PART, delta("<think>why</think>Hi"), failed);

        List<Frame> frames = RelayedResponse.frames(RelayedResponse.glm(stream));

        JsonNode response = frames.getLast().data().path("response");
        assertThat(response.at("/error/message").asText()).isEqualTo("Broken.");
        assertThat(response.at("/x").asInt()).isEqualTo(1);
        assertThat(response.path("output").findValuesAsText("status")).containsExactly("completed", "incomplete");
        assertThat(response.path("output").toString()).doesNotContain("<think>");
        assertThat(numbers(frames)).isEqualTo(rising(frames.size()));
    }

    @Test
    void itemThatIsMadeIsIncompleteWhereTheBackendFailsWithinIt() {
        String failed = "{'type':'response.failed','response':{'status':'failed','output':[]}}";

        List<Frame> frames = RelayedResponse.frames(RelayedResponse.glm(
                RelayedResponse.stream(CREATED, ADDED, PART, delta("<think>wh"), delta("y"), failed)));

        assertThat(frames.getLast().data().at("/response/output/0/id").asText()).isEqualTo("rs_1_x0");
        assertThat(frames.getLast().data().at("/response/output/0/status").asText())
                .isEqualTo("incomplete");
    }

    @Test
    void dataInSeveralLinesIsPutTogetherWhereItIsChanged() {
        String stream = answer("<think>why</think>Hi").replace(",\"sequence_number\"", ",\ndata: \"sequence_number\"");

        assertThat(strictly(RelayedResponse.frames(RelayedResponse.glm(stream)))
                        .at("/output/1/content/0/text")
                        .asText())
                .isEqualTo("Hi");
    }

    @Test
    void reasoningInTwoVoicesPassesAsItCame() {
        String delta = "{'type':'response.reasoning_%s.delta','item_id':'rs_1','output_index':0,'delta':'a'}";
        String stream = RelayedResponse.stream(
                CREATED,
                "{'type':'response.output_item.added','output_index':0,'item':{'id':'rs_1','type':'reasoning'}}",
                delta.formatted("summary_text"),
                delta.formatted("text"),
                delta.formatted("summary_text"),
                delta.formatted("text"),
                "{'type':'response.completed','response':{'output':[]}}");

        assertThat(RelayedResponse.glm(stream)).isEqualTo(stream);
    }

    private static String answer(String... deltas) {
        String whole = String.join("", deltas).replace("\n", "\\n");
        String[] events = new String[deltas.length + 7];
        events[0] = CREATED;
        events[1] = ADDED;
        events[2] = PART;
        for (int i = 0; i < deltas.length; i++) {
            events[3 + i] = delta(deltas[i].replace("\n", "\\n"));
        }
        int end = 3 + deltas.length;
        events[end] = textDone(whole);
        events[end + 1] = partDone(whole);
        events[end + 2] = done(whole);
        events[end + 3] = completed(whole, "");
        return RelayedResponse.stream(events);
    }

    private static String delta(String text) {
        return "{'type':'response.output_text.delta','item_id':'msg_1','output_index':0,'content_index':0,'delta':'"
                + text + "','logprobs':[],'x':7}";
    }

    private static String textDone(String text) {
        return "{'type':'response.output_text.done','item_id':'msg_1','output_index':0,'content_index':0,'text':'"
                + text + "'}";
    }

    private static String partDone(String text) {
        return "{'type':'response.content_part.done','item_id':'msg_1','output_index':0,'content_index':0,"
                + "'part':{'type':'output_text','text':'" + text + "','annotations':[{'x':8}]}}";
    }

    private static String done(String text) {
        return "{'type':'response.output_item.done','output_index':0,'item':" + item(text) + "}";
    }

    private static String item(String text) {
        return "{'id':'msg_1','type':'message','status':'completed','role':'assistant',"
                + "'content':[{'type':'output_text','text':'" + text + "'}],'x':9}";
    }

    private static String completed(String text, String more) {
        return "{'type':'response.completed','response':{'id':'resp_1','status':'completed','output':[" + item(text)
                + more + "],'usage':{'input_tokens':3,'output_tokens':4,'x':11}}}";
    }

    private static JsonNode strictly(List<Frame> frames) {
        var reader = new StrictResponsesReader();
        frames.forEach(reader::take);
        reader.assertAllDone();
        return reader.terminal();
    }

    private static JsonNode data(List<Frame> frames, String event) {
        return frames.stream()
                .filter(frame -> frame.event().equals(event))
                .findFirst()
                .orElseThrow()
                .data();
    }

    private static List<String> deltas(List<Frame> frames) {
        return frames.stream()
                .filter(frame -> frame.event().endsWith(".delta"))
                .map(frame -> frame.text("/delta"))
                .toList();
    }

    private static List<Integer> numbers(List<Frame> frames) {
        return frames.stream().map(frame -> frame.at("sequence_number")).toList();
    }

    private static List<Integer> rising(int count) {
        return java.util.stream.IntStream.range(0, count).boxed().toList();
    }
}
