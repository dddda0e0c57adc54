package dev.throughline.conversation;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class EffortInForceTest {
    private static final JsonMapper JSON = new JsonMapper();

    /// The columns: messages, by their first letters: user, assistant, results of tools, and an effort; the effort of
    /// the whole request is medium.
    @ParameterizedTest
    @CsvSource({
        "u, medium",
        "u high, high",
        "u a high u, high",
        "u a high, medium",
        "u a high r, medium",
        "u a r high, medium",
        "u a r high u, high",
        "u high a r, high",
        "u high a u low, low",
        "u high a low r, high",
        "u high low, low",
        "high u a r, high"
    })
    void aMessageSetsTheEffortOfTheTurnsThatFollow(String messages, String effort) throws Exception {
        ObjectNode body = (ObjectNode) JSON.readTree("{\"output_config\":{\"effort\":\"medium\"}}");
        for (String one : messages.split(" ")) {
            body.withArray("messages").add(JSON.readTree(message(one).replace('\'', '"')));
        }

        assertThat(EffortInForce.of(body).asText()).isEqualTo(effort);
    }

    private static String message(String letter) {
        return switch (letter) {
            case "u" -> "{'role':'user','content':'go'}";
            case "a" -> "{'role':'assistant','content':'I go'}";
            case "r" -> "{'role':'user','content':[{'type':'tool_result','tool_use_id':'t','content':'x'}]}";
            default -> "{'role':'system','content':[],'output_config':{'effort':'" + letter + "'}}";
        };
    }
}
