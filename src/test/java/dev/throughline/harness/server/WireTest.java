package dev.throughline.harness.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// What a client keeps of a stream is what an answer that is not streamed says.
class WireTest {
    @Test
    void chatDeltasGrowByIndexAndUnknownFieldsStay() {
        JsonNode answer = assembled(new ChatWire(), """
                {"choices":[{"delta":{"role":"assistant","content":""}}]}
                {"choices":[{"delta":{"reasoning":"a",
                  "reasoning_details":[{"type":"reasoning.text","text":"a","index":0}]}}]}
                {"choices":[{"delta":{"reasoning":"b",
                  "reasoning_details":[{"type":"reasoning.text","text":"b","index":0}]}}]}
                {"choices":[{"delta":{"reasoning_details":[{"type":"reasoning.text","signature":"s","index":0}]}}]}
                {"choices":[{"delta":{"reasoning_details":[{"type":"reasoning.encrypted","data":"d","index":0}]}}]}
                {"choices":[{"delta":{"content":"x ","vendor":{"kept":1}}}]}
                {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"c1","type":"function",
                  "function":{"name":"bash","arguments":""}}]}}]}
                {"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\\"command\\":"}}]}}]}
                {"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"\\"ls\\"}"}}]}}]}
                {"choices":[{"delta":{},"finish_reason":"tool_calls"}],"usage":{}}""");

        assertThat(answer.at("/choices/0/message")).isEqualTo(Wire.parse("""
                {"role":"assistant","content":"x ","reasoning":"ab","reasoning_details":[
                  {"type":"reasoning.text","text":"ab","index":0,"signature":"s"},
                  {"type":"reasoning.encrypted","data":"d","index":0}],"vendor":{"kept":1},
                 "tool_calls":[{"id":"c1","type":"function",
                   "function":{"name":"bash","arguments":"{\\"command\\":\\"ls\\"}"}}]}"""));
        assertThat(new ChatWire().thoughts(answer)).isEqualTo("ab");
        assertThat(new ChatWire().calls(answer)).extracting(Wire.Call::id).containsExactly("c1");
    }

    @Test
    void anthropicBlocksStayInOrderWithSignatureAndExactNumbers() {
        JsonNode answer = assembled(new AnthropicWire(), """
                {"type":"message_start","message":{}}
                {"type":"content_block_start","index":0,
                  "content_block":{"type":"thinking","thinking":"","signature":""}}
                {"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"a\\n"}}
                {"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"s"}}
                {"type":"content_block_start","index":1,
                  "content_block":{"type":"tool_use","id":"t","name":"bash","input":{}}}
                {"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\\"n\\":1"}}
                {"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":".0}"}}
                {"type":"content_block_start","index":2,"content_block":{"type":"redacted_thinking","data":"r"}}
                {"type":"message_stop"}""");

        assertThat(answer)
                .hasToString("{\"content\":[{\"type\":\"thinking\",\"thinking\":\"a\\n\",\"signature\":\"s\"},"
                        + "{\"type\":\"tool_use\",\"id\":\"t\",\"name\":\"bash\",\"input\":{\"n\":1.0}},"
                        + "{\"type\":\"redacted_thinking\",\"data\":\"r\"}]}");
    }

    @Test
    void responsesItemsAreTheFinishedOnes() {
        JsonNode answer = assembled(new ResponsesWire(), """
                {"type":"response.output_item.added","item":{"type":"reasoning","id":"r","summary":[]}}
                {"type":"response.output_item.done",
                  "item":{"type":"reasoning","id":"r","summary":[{"text":"a"}],"encrypted_content":"e"}}
                {"type":"response.completed","response":{}}""");

        assertThat(answer.at("/output/0/encrypted_content").asText()).isEqualTo("e");
        assertThat(new ResponsesWire().thoughts(answer)).isEqualTo("a");
    }

    private static JsonNode assembled(Wire wire, String lines) {
        List<ObjectNode> events = Stream.of(lines.split("\n(?=\\{)"))
                .map(event -> (ObjectNode) Wire.parse(event))
                .toList();
        return wire.assembled(events);
    }

    @Test
    void endsAreThoseOfTheDialect() {
        assertThat(Stream.of(new ChatWire(), new AnthropicWire(), new ResponsesWire())
                        .map(wire -> wire.isEnd("[DONE]")
                                + " " + wire.isEnd("{\"type\":\"message_stop\"}")
                                + " " + wire.isEnd("{\"type\":\"response.completed\"}")))
                .containsExactly("true false false", "false true false", "false false true");
    }
}
