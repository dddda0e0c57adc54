package dev.throughline.wire.anthropic;

import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.stream.StreamEvent.ToolCallArgs;
import dev.throughline.stream.StreamEvent.ToolCallEnd;
import dev.throughline.stream.StreamEvent.ToolCallStart;
import dev.throughline.stream.StreamEvent.Usage;
import dev.throughline.testing.Thorough;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// A stream as llama.cpp 0.7.0 (b11669, Debian) sent it at `/v1/messages`, ids shortened: blocks overlap.
@Thorough
class LlamaCppMessagesTest {
    private static final String RECORDED = """
            {"type":"message_start","message":{"id":"chatcmpl-1","type":"message","role":"assistant",\
            "content":[],"model":"glm-4.7","stop_reason":null,"stop_sequence":null,\
            "usage":{"cache_read_input_tokens":0,"input_tokens":501,"output_tokens":0}}}
            {"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":""}}
            {"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"Learnt"}}
            {"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":" by"}}
            {"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":" heart:"}}
            {"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":" look"}}
            {"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":" outside."}}
            {"type":"content_block_start","index":1,"content_block":{"type":"text","text":""}}
            {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"I"}}
            {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":" will"}}
            {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":" look."}}
            {"type":"content_block_start","index":2,"content_block":{"type":"tool_use","id":"IRGYrKn3",\
            "name":"get_weather"}}
            {"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta",\
            "partial_json":"{\\"city\\":\\"Oslo\\"}"}}
            {"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":""}}
            {"type":"content_block_stop","index":0}
            {"type":"content_block_stop","index":1}
            {"type":"content_block_stop","index":2}
            {"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null},\
            "usage":{"output_tokens":19}}
            {"type":"message_stop"}
            """;

    @Test
    void readsBlocksThatEndTogether() {
        assertThat(DecodedAnthropicAnswer.data(RECORDED.split("\n")))
                .filteredOn(event -> !(event instanceof StreamEvent.Start) && !(event instanceof Usage))
                .containsExactly(
                        new ReasoningDelta("Learnt by heart: look outside."),
                        new TextDelta("I will look."),
                        new ToolCallStart(0, "IRGYrKn3", "get_weather"),
                        new ToolCallArgs(0, "{\"city\":\"Oslo\"}"),
                        new ToolCallEnd(0),
                        new Finish(FinishReason.TOOL_CALLS));
    }

    @Test
    void refusesTextForABlockThatIsOver() {
        String late = RECORDED.replace(
                "{\"type\":\"signature_delta\",\"signature\":\"\"}",
                "{\"type\":\"thinking_delta\",\"thinking\":\"late\"}");

        assertThat(DecodedAnthropicAnswer.data(late.split("\n"))).last().isInstanceOf(Failure.class);
    }
}
