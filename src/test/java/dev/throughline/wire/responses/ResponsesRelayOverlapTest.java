package dev.throughline.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.wire.responses.EncodedResponses.Frame;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// What becomes of the items of a Responses backend that grow in turn.
class ResponsesRelayOverlapTest {
    private static final String CREATED =
            "{'type':'response.created','response':{'id':'resp_1','model':'m','output':[]}}";
    private static final String REASONING = "{'type':'response.output_item.added','output_index':0,"
            + "'item':{'id':'rs_1','type':'reasoning','status':'in_progress','summary':[]}}";
    private static final String MESSAGE = "{'type':'response.output_item.added','output_index':1,"
            + "'item':{'id':'msg_1','type':'message','status':'in_progress','role':'assistant','content':[]}}";
    private static final String COMPLETED = "{'type':'response.completed','response':{'status':'completed','output':["
            + "{'id':'rs_1','type':'reasoning','summary':[]},{'id':'msg_1','type':'message','content':[]},"
            + "{'id':'ws_1','type':'web_search_call'}],'output_text':'Hi there'}}";

    @Test
    void itemThatGrowsStaysAsItCameBehindWhatWasHeldBackOfAnother() {
        String[] message = {text("Hi"), text(" there")};
        String stream = RelayedResponse.stream(
                CREATED, REASONING, MESSAGE, why("a"), message[0], why("<"), message[1], COMPLETED);
        List<StreamEvent> held = new ArrayList<>();

        String relayed = RelayedResponse.through(
                (event, next) -> {
                    if (event.equals(new ReasoningDelta("<"))) {
                        held.add(event);
                    } else {
                        held.forEach(next);
                        held.clear();
                        next.accept(event);
                    }
                },
                stream);

        List<Frame> frames = RelayedResponse.frames(relayed);
        for (String event : message) {
            String json = event.replace('\'', '"');
            assertThat(relayed).contains(json.substring(0, json.length() - 1) + ",\"sequence_number\"");
        }
        assertThat(frames.stream()
                        .filter(frame -> frame.event().endsWith(".delta"))
                        .map(frame -> frame.text("/delta")))
                .containsExactly("a", "Hi", "<", " there");
        assertThat(frames)
                .extracting(frame -> frame.at("sequence_number"))
                .containsExactlyElementsOf(
                        IntStream.range(0, frames.size()).boxed().toList());
        JsonNode response = frames.getLast().data().path("response");
        assertThat(response.path("output").findValuesAsText("id")).containsExactly("rs_1", "msg_1", "ws_1");
        assertThat(response.at("/output/0/content/0/text").asText()).isEqualTo("a<");
    }

    @Test
    void frameOfTheItemThatBeginsSaysThatItBegins() {
        String done = MESSAGE.replace(".added", ".done").replace("in_progress", "completed");
        String whole = done.replace("'content':[]", "'content':[{'type':'output_text','text':'Hi<'}]");

        List<Frame> frames = RelayedResponse.frames(
                RelayedResponse.glm(RelayedResponse.stream(CREATED, REASONING, why("a"), text("<"), whole, COMPLETED)));

        assertThat(frames.stream()
                        .filter(frame -> frame.event().equals("response.output_item.added"))
                        .map(frame -> frame.text("/item/status")))
                .containsOnly("in_progress");
    }

    private static String why(String text) {
        return "{'type':'response.reasoning_text.delta','item_id':'rs_1','output_index':0,'content_index':0,"
                + "'delta':'" + text + "','x':1}";
    }

    private static String text(String text) {
        return "{'type':'response.output_text.delta','item_id':'msg_1','output_index':1,'content_index':0,"
                + "'delta':'" + text + "','x':2}";
    }
}
