package dev.throughline.wire.responses;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.wire.WireException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// What becomes of a whole response of which filters changed what it says. `'` stands for `"`.
class ResponsesRewriteTest {

    @Test
    void unchangedItemsAndAllOtherFieldsStay() {
        String body = "{'id':'resp_1','x':1.50,'status':'completed','output':["
                + "{'id':'rs','type':'reasoning','summary':[{'type':'summary_text','text':'why'}],'x':2},"
                + "{'id':'ws','type':'web_search_call','x':3},"
                + "{'id':'m','type':'message','content':[{'type':'output_text','text':'Hi','x':4},{'type':'y'}],'x':5},"
                + "{'id':'fc','type':'function_call','call_id':'c','name':'f','arguments':'{}','x':6},"
                + "{'type':'message','content':[]}],'usage':{'x':7}}";

        assertThat(rewritten(body)).isEqualTo(ResponsesRequestBodies.json(body));
    }

    @Test
    void markupBecomesItemsAroundWhatStays() {
        String body = "{'id':'resp_1','status':'completed','output_text':'all','output':["
                + "{'id':'ws','type':'web_search_call','x':3},"
                + "{'id':'m','type':'message','content':[{'type':'output_text','text':'"
                + "<think>why</think>Hi<tool_call>f</tool_call>','x':4},{'type':'y'}],'x':5},"
                + "{'id':'ws2','type':'web_search_call'},"
                + "{'id':'m2','type':'message','content':[{'type':'output_text','text':'there'}],'x':6}]}";

        ObjectNode rewritten = rewritten(body);

        assertThat(rewritten.path("output").findValuesAsText("id"))
                .containsExactly("ws", "rs_1_x0", "m", "fc_1_x1", "ws2", "m2");
        assertThat(rewritten.at("/output/2"))
                .isEqualTo(ResponsesRequestBodies.json("{'id':'m','type':'message','content':["
                        + "{'type':'output_text','text':'Hi','x':4},{'type':'y'}],'x':5}"));
        assertThat(rewritten.at("/output/3/call_id").asText()).isEqualTo("call_x0");
        assertThat(rewritten.at("/output_text").asText()).isEqualTo("Hithere");
    }

    @Test
    void itemOfWhichNothingPassesIsLeftOut() {
        String body = "{'output':[{'id':'rs','type':'reasoning','content':[{'text':'why'}]},"
                + "{'id':'m','type':'message','content':[{'type':'output_text','text':'Hi'}]}]}";

        ObjectNode rewritten = rewritten(body, (event, next) -> {
            if (!(event instanceof StreamEvent.ReasoningDelta)) {
                next.accept(event);
            }
        });

        assertThat(rewritten.path("output").findValuesAsText("id")).containsExactly("m");
    }

    @Test
    void reasoningThatMovesIntoTheTextChangesTheMessage() {
        String body = "{'output':[{'id':'rs','type':'reasoning','content':[{'text':'why'}]},"
                + "{'id':'m','type':'message','content':[{'type':'output_text','text':'Hi'}],'x':1}]}";

        ObjectNode rewritten = rewritten(
                body,
                (event, next) -> next.accept(
                        event instanceof StreamEvent.ReasoningDelta(String text)
                                ? new StreamEvent.TextDelta("<" + text + ">")
                                : event));

        assertThat(rewritten.path("output")).hasSize(1);
        assertThat(rewritten.at("/output/0/x").asInt()).isEqualTo(1);
        assertThat(rewritten.at("/output/0/content/0/text").asText()).isEqualTo("<why>Hi");
    }

    @Test
    void anotherReasonIsTheStatus() {
        String body = "{'id':'resp_1','status':'completed','incomplete_details':null,'output':["
                + "{'id':'m','type':'message','content':[{'type':'output_text','text':'Hi'}]}]}";

        ObjectNode rewritten = rewritten(
                body,
                (event, next) -> next.accept(
                        event instanceof StreamEvent.Finish ? new StreamEvent.Finish(FinishReason.LENGTH) : event));

        assertThat(rewritten)
                .isEqualTo(ResponsesRequestBodies.json(
                        body.replace("completed", "incomplete").replace("null", "{'reason':'max_output_tokens'}")));
    }

    private static ObjectNode rewritten(String body) {
        return rewritten(body, RelayedResponse.glm());
    }

    private static ObjectNode rewritten(String body, BiConsumer<StreamEvent, Consumer<StreamEvent>> filter) {
        var codec = new ResponsesBackendCodec();
        List<StreamEvent> passed = new ArrayList<>();
        codec.decode(ResponsesRequestBodies.json(body), event -> filter.accept(event, passed::add));
        byte[] bytes = codec.rewrite(ResponsesRequestBodies.json(body), passed);
        try {
            return EncodedResponses.json(new String(bytes, StandardCharsets.UTF_8));
        } catch (WireException e) {
            throw new IllegalStateException(e);
        }
    }
}
