package dev.throughline.wire.chat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.wire.ReasoningDetails;
import dev.throughline.wire.StrictJson;
import org.junit.jupiter.api.Test;

import static dev.throughline.wire.chat.ChatRequests.json;
import static org.assertj.core.api.Assertions.assertThat;

class ChatCallExtrasTest {
    private static final String CALLS =
            "'tool_calls':[{'id':'c1','extra_content':{'google':{'thought_signature':'S'}}},{'id':'c2'}]";

    @Test
    void areKeptOfAnAnswerAndPutBackIntoTheirCall() {
        ObjectNode body = json("{'choices':[{'index':0,'message':{'content':null," + CALLS + "}}]}");

        ReasoningDetails kept = ChatWholeDecoder.reasoningDetails(body);
        ObjectNode message = json("{'role':'assistant','tool_calls':[{'id':'c1'},{'id':'c2'}]}");
        message.set("reasoning_details", StrictJson.array(kept.json().orElseThrow()));

        assertThat(kept.isKept()).isTrue();
        assertThat(ChatCallExtras.placed(message)).isEqualTo(json("{'role':'assistant'," + CALLS + "}"));
    }

    @Test
    void otherDetailsStay() {
        ObjectNode message = json("{'reasoning_details':[{'type':'reasoning.encrypted','data':'d'}]," + CALLS + "}");
        ObjectNode both = message.deepCopy();
        ArrayNode details = (ArrayNode) both.path("reasoning_details");
        details.addAll(ChatCallExtras.in(both));

        assertThat(ChatCallExtras.placed(message)).isSameAs(message);
        assertThat(ChatCallExtras.placed(both)).isEqualTo(message);
    }

    @Test
    void whatBelongsToNoCallIsLeftOut() {
        ObjectNode message = json("{'content':'a','reasoning_details':[{'type':'call.extra_content','id':'c9',"
                + "'extra_content':{}}]}");

        assertThat(ChatCallExtras.placed(message)).isEqualTo(json("{'content':'a'}"));
    }
}
