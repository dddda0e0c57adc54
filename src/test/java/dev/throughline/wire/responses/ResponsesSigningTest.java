package dev.throughline.wire.responses;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.wire.sse.SseDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class ResponsesSigningTest {
    private static final String DELTA = frame("response.reasoning_text.delta", "\"item_id\":\"rs_1\",\"delta\":\"I\"");
    private static final String TEXT = frame("response.output_text.delta", "\"item_id\":\"m\",\"delta\":\"a\"");

    private static String frame(String type, String fields) {
        return "event: " + type + "\ndata: {\"type\":\"" + type + "\",\"sequence_number\":7," + fields + "}\n\n";
    }

    private static String done(String item) {
        return frame("response.output_item.done", "\"output_index\":0,\"item\":" + item);
    }

    private static String item(String encrypted) {
        return "{\"id\":\"rs_1\",\"type\":\"reasoning\",\"summary\":[],\"content\":[{\"type\":\"reasoning_text\","
                + "\"text\":\"I think\"}],\"encrypted_content\":" + encrypted + ",\"vendor\":0.10}";
    }

    private static String completed(String item) {
        return frame("response.completed", "\"response\":{\"id\":\"r\",\"output\":[" + item + "]}");
    }

    private static String signed(String stream) {
        int[] count = {0};
        var signing = new ResponsesSigning(() -> "proof" + count[0]++);
        var out = new StringBuilder();
        new SseDecoder(1 << 20)
                .feed(
                        stream.getBytes(StandardCharsets.UTF_8),
                        frame -> signing.on(
                                frame,
                                given -> out.append(new String(
                                        given.bytes(), given.from(), given.length(), StandardCharsets.UTF_8))));
        return out.toString();
    }

    @Test
    void anItemWithoutAProofGetsTheSameOneAtItsEndAndAtTheEndOfTheResponse() {
        assertThat(signed(DELTA + done(item("null")) + TEXT + completed(item("null"))))
                .isEqualTo(DELTA + done(item("\"proof0\"")) + TEXT + completed(item("\"proof0\"")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"id\":\"rs_1\",\"type\":\"reasoning\",\"summary\":[],\"encrypted_content\":null}",
                "{\"id\":\"m\",\"type\":\"message\",\"content\":[{\"text\":\"\\\"reasoning\\\"\"}]}",
                "{\"id\":\"rs_1\",\"type\":\"reasoning\",\"summary\":[{\"text\":\"a\"}],\"encrypted_content\":\"x\"}"
            })
    void whatNeedsNoProofStaysByteForByte(String item) {
        String sent =
                ": comment\n\n" + DELTA + done(item) + completed(item) + "data: [DONE]\n\n" + "data: \"reasoning\n\n";

        assertThat(signed(sent)).isEqualTo(sent);
    }

    @Test
    void aWholeResponseIsSignedItemByItem() {
        ObjectNode body =
                ResponsesRequestBodies.json("{'output':[{'type':'reasoning','id':'a','content':[{'text':'x'}]},"
                        + "{'type':'message'},"
                        + "{'type':'reasoning','summary':[{'text':'y'}],'encrypted_content':null}]}");
        int[] count = {0};
        var signing = new ResponsesSigning(() -> "proof" + count[0]++);

        assertThat(signing.whole(body)).isTrue();

        assertThat(body.findValuesAsText("encrypted_content")).isEqualTo(List.of("proof0", "proof1"));
        assertThat(signing.whole(body)).isFalse();
    }
}
