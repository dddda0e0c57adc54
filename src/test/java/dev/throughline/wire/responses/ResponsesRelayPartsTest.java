package dev.throughline.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.stream.StreamEvent.ReasoningSignature;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.wire.responses.EncodedResponses.Frame;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// Items of which a filter changes a part, or all, or nothing. `'` stands for `"`.
class ResponsesRelayPartsTest {
    private static final String CREATED =
            "{'type':'response.created','response':{'id':'resp_1','model':'m','output':[]}}";
    private static final String REASONING = "{'type':'response.output_item.added','output_index':0,"
            + "'item':{'id':'rs_1','type':'reasoning','status':'in_progress','summary':[],'x':1}}";
    private static final String REASONING_DONE =
            "{'type':'response.output_item.done','output_index':0,'item':{'id':'rs_1','type':'reasoning',"
                    + "'summary':[],'content':[{'type':'reasoning_text','text':'why'}],'encrypted_content':'p','x':2}}";
    private static final String MESSAGE = "{'type':'response.output_item.added','output_index':%d,"
            + "'item':{'id':'msg_1','type':'message','status':'in_progress','role':'assistant','content':[]}}";
    private static final String SEARCH = "{'type':'response.output_item.added','output_index':%d,"
            + "'item':{'id':'ws_1','type':'web_search_call','status':'in_progress'}}";
    private static final String SEARCHING =
            "{'type':'response.web_search_call.searching','item_id':'ws_1','output_index':%d,'x':4}";
    private static final String COMPLETED = "{'type':'response.completed','response':{'output':[]}}";

    @Test
    void reasoningThatIsChangedKeepsItsItemAndItsProof() {
        List<Frame> frames =
                relayed(ResponsesRelayPartsTest::upper, CREATED, REASONING, why("why"), REASONING_DONE, COMPLETED);

        JsonNode response = frames.getLast().data().path("response");
        assertThat(response.path("output")).hasSize(1);
        assertThat(response.at("/output/0/id").asText()).isEqualTo("rs_1");
        assertThat(response.at("/output/0/x").asInt()).isEqualTo(2);
        assertThat(response.at("/output/0/encrypted_content").asText()).isEqualTo("p");
        assertThat(response.at("/output/0/content/0/text").asText()).isEqualTo("WHY");
    }

    @Test
    void reasoningThatWasNotAnnouncedIsAnnouncedWhenItIsChanged() {
        List<Frame> frames = relayed(ResponsesRelayPartsTest::upper, CREATED, why("wh"), why("y"), COMPLETED);

        JsonNode response = frames.getLast().data().path("response");
        assertThat(frames.get(1).event()).isEqualTo("response.output_item.added");
        assertThat(frames.get(1).text("/item/type")).isEqualTo("reasoning");
        assertThat(frames.get(1).data().at("/item/summary")).isEmpty();
        assertThat(response.path("output").findValuesAsText("id")).containsExactly("rs_1");
        assertThat(response.at("/output/0/content/0/text").asText()).isEqualTo("WHY");
    }

    @Test
    void messageThatWasNotAnnouncedIsAnnouncedWhenItIsChanged() {
        List<Frame> frames = relayed(ResponsesRelayPartsTest::upper, CREATED, text(0, 0, "hi"), COMPLETED);

        JsonNode response = strictly(frames);
        assertThat(frames.get(1).text("/item/role")).isEqualTo("assistant");
        assertThat(response.path("output").findValuesAsText("id")).containsExactly("msg_1");
        assertThat(response.at("/output/0/content/0/text").asText()).isEqualTo("HI");
    }

    @Test
    void aProofWithoutItsTextIsAnItemOfItsOwn() {
        List<Frame> frames = relayed(
                ResponsesRelayPartsTest::withoutReasoning, CREATED, REASONING, why("why"), REASONING_DONE, COMPLETED);

        JsonNode output = frames.getLast().data().at("/response/output");
        assertThat(output).hasSize(1);
        assertThat(output.at("/0/encrypted_content").asText()).isEqualTo("p");
        assertThat(output.toString()).doesNotContain("why");
    }

    @Test
    void emptyTextsBeginNothing() {
        List<Frame> frames = relayed(
                (event, next) -> {
                    switch (event) {
                        case TextDelta _ -> next.accept(new TextDelta(""));
                        case ReasoningDelta _ -> next.accept(new ReasoningDelta(""));
                        case ReasoningSignature _ -> next.accept(new ReasoningSignature(""));
                        default -> next.accept(event);
                    }
                },
                CREATED,
                REASONING,
                why("why"),
                MESSAGE.formatted(1),
                text(1, 0, "hi"),
                COMPLETED);

        assertThat(frames).extracting(Frame::event).containsExactly("response.created", "response.completed");
        assertThat(frames.getLast().data().at("/response/output")).isEmpty();
    }

    @Test
    void aChangedPartFollowsThoseThatEnded() {
        List<Frame> frames = relayed(
                ResponsesRelayPartsTest::upperB,
                CREATED,
                MESSAGE.formatted(0),
                part("added", 0, ""),
                text(0, 0, "a"),
                textDone(0, "a"),
                part("done", 0, "a"),
                part("added", 1, ""),
                text(0, 1, "b"),
                textDone(1, "b"),
                part("done", 1, "b"),
                done("a", "b"),
                COMPLETED);

        JsonNode item = frames.getLast().data().at("/response/output/0");
        assertThat(item.path("content").findValuesAsText("text")).containsExactly("a", "B");
        assertThat(frames)
                .filteredOn(frame -> frame.event().endsWith(".delta"))
                .extracting(frame -> frame.at("content_index") + frame.text("/delta"))
                .containsExactly("0a", "1B");
        assertThat(frames)
                .filteredOn(frame -> frame.event().equals("response.content_part.added"))
                .extracting(frame -> frame.at("content_index"))
                .containsExactly(0, 1);
    }

    @Test
    void aFrameOfAnItemThatDoesNotGrowGetsTheIndexOfItsOwnItem() {
        List<Frame> frames = relayed(
                ResponsesRelayPartsTest::withoutReasoning,
                CREATED,
                REASONING,
                why("why"),
                MESSAGE.formatted(1),
                text(1, 0, "a"),
                SEARCH.formatted(2),
                text(1, 0, "b"),
                SEARCHING.formatted(2),
                "{'type':'response.output_text.annotation.added','item_id':'msg_1','output_index':1,'x':5}",
                COMPLETED);

        assertThat(frames)
                .filteredOn(frame -> frame.event().endsWith(".delta"))
                .extracting(frame -> frame.at("output_index"))
                .containsExactly(0, 0);
        assertThat(index(frames, "response.web_search_call.searching")).isEqualTo(1);
        assertThat(index(frames, "response.output_text.annotation.added")).isZero();
    }

    @Test
    void unknownEventsAreSentAlthoughTheItemBeforeThemIsLeftOut() {
        List<Frame> frames = relayed(
                RelayedResponse.glm(),
                CREATED,
                MESSAGE.formatted(0),
                "{'type':'response.x','x':6}",
                part("added", 0, ""),
                text(0, 0, "<tool_call>f</tool_call>"),
                COMPLETED);

        assertThat(frames)
                .extracting(Frame::event)
                .startsWith("response.created", "response.x", "response.output_item.added");
        assertThat(frames.get(2).text("/item/type")).isEqualTo("function_call");
    }

    @Test
    void itemsWithoutAPlaceAreNumberedInTheirOrder() {
        String message = MESSAGE.formatted(0).replace("'output_index':0,", "");
        String text = text(0, 0, "a</think>").replace("'output_index':0,", "");

        List<Frame> frames = relayed(
                RelayedResponse.glm(),
                CREATED,
                SEARCH.formatted(0).replace("'output_index':0,", ""),
                message,
                text,
                COMPLETED);

        assertThat(frames.getLast().data().at("/response/output").findValuesAsText("id"))
                .containsExactly("ws_1", "msg_1");
        assertThat(frames)
                .filteredOn(frame -> frame.event().endsWith(".delta"))
                .extracting(frame -> frame.at("output_index"))
                .containsExactly(1);
    }

    private static void withoutReasoning(StreamEvent event, Consumer<StreamEvent> next) {
        if (!(event instanceof ReasoningDelta)) {
            next.accept(event);
        }
    }

    private static void upper(StreamEvent event, Consumer<StreamEvent> next) {
        next.accept(
                switch (event) {
                    case TextDelta(String text) -> new TextDelta(text.toUpperCase(Locale.ROOT));
                    case ReasoningDelta(String text) -> new ReasoningDelta(text.toUpperCase(Locale.ROOT));
                    default -> event;
                });
    }

    private static void upperB(StreamEvent event, Consumer<StreamEvent> next) {
        next.accept(event.equals(new TextDelta("b")) ? new TextDelta("B") : event);
    }

    private static String why(String text) {
        return "{'type':'response.reasoning_text.delta','item_id':'rs_1','output_index':0,'content_index':0,'delta':'"
                + text + "'}";
    }

    private static String text(int index, int part, String text) {
        return ("{'type':'response.output_text.delta','item_id':'msg_1','output_index':%d,'content_index':%d,"
                        + "'delta':'%s'}")
                .formatted(index, part, text);
    }

    private static String textDone(int part, String text) {
        return "{'type':'response.output_text.done','item_id':'msg_1','output_index':0,'content_index':%d,'text':'%s'}"
                .formatted(part, text);
    }

    private static String part(String step, int part, String text) {
        return ("{'type':'response.content_part.%s','item_id':'msg_1','output_index':0,'content_index':%d,"
                        + "'part':{'type':'output_text','text':'%s','annotations':[]}}")
                .formatted(step, part, text);
    }

    private static String done(String... texts) {
        return "{'type':'response.output_item.done','output_index':0,'item':{'id':'msg_1','type':'message',"
                + "'status':'completed','role':'assistant','content':["
                + String.join(
                        ",",
                        List.of(texts).stream()
                                .map(text -> "{'type':'output_text','text':'" + text + "'}")
                                .toList())
                + "]}}";
    }

    private static int index(List<Frame> frames, String event) {
        return frames.stream()
                .filter(frame -> frame.event().equals(event))
                .findFirst()
                .orElseThrow()
                .at("output_index");
    }

    private static List<Frame> relayed(BiConsumer<StreamEvent, Consumer<StreamEvent>> filter, String... events) {
        List<Frame> frames = RelayedResponse.frames(RelayedResponse.through(filter, RelayedResponse.stream(events)));
        assertThat(frames)
                .extracting(frame -> frame.at("sequence_number"))
                .containsExactlyElementsOf(
                        IntStream.range(0, frames.size()).boxed().toList());
        return frames;
    }

    private static JsonNode strictly(List<Frame> frames) {
        var reader = new StrictResponsesReader();
        frames.forEach(reader::take);
        reader.assertAllDone();
        return reader.terminal();
    }
}
