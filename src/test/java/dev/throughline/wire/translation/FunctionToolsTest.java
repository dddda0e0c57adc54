package dev.throughline.wire.translation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Tool;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.Start;
import dev.throughline.stream.StreamEvent.ToolCallArgs;
import dev.throughline.stream.StreamEvent.ToolCallEnd;
import dev.throughline.stream.StreamEvent.ToolCallStart;
import dev.throughline.wire.AnswerHead;
import dev.throughline.wire.ClientTools;
import dev.throughline.wire.ReasoningField;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.WireException;
import dev.throughline.wire.responses.ResponsesCodec;
import dev.throughline.wire.sse.FrameBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class FunctionToolsTest {
    private static final String TOOLS = "'tools':[{'type':'custom','name':'apply_patch','description':'Patch.',"
            + "'format':{'type':'grammar','syntax':'lark','definition':'start: x'}},"
            + "{'type':'namespace','name':'mcp__files','tools':["
            + "{'type':'function','name':'read','parameters':{'a':1}}]},"
            + "{'type':'function','name':'f'}]";
    private static final String HISTORY = "'input':[{'role':'user','content':'u'},"
            + "{'type':'custom_tool_call','call_id':'c1','name':'apply_patch','input':'a b'},"
            + "{'type':'custom_tool_call_output','call_id':'c1','output':'done'},"
            + "{'type':'function_call','call_id':'c2','namespace':'mcp__files','name':'read','arguments':'{}'},"
            + "{'type':'function_call_output','call_id':'c2','output':'text'}]";
    private static final List<StreamEvent> ANSWER = List.of(
            new Start("m"),
            new ToolCallStart(0, "c3", "apply_patch"),
            new ToolCallArgs(0, "{\"input\":\"*** Be"),
            new ToolCallArgs(0, "gin\\nx\"}"),
            new ToolCallEnd(0),
            new ToolCallStart(1, "c4", "mcp__files__read"),
            new ToolCallArgs(1, "{}"),
            new ToolCallEnd(1),
            new Finish(FinishReason.TOOL_CALLS));

    private final Conversation request = TranslationLossTest.request(Dialect.RESPONSES, TOOLS + "," + HISTORY);

    @Test
    void freeformAndNamespaceToolsAreFunctions() {
        List<Tool> tools = FunctionTools.of(request, Dialect.OPENAI_CHAT).tools();

        assertThat(tools).extracting(Tool::name).containsExactly("apply_patch", "mcp__files__read", "f");
        assertThat(tools.getFirst().schema().at("/properties/input/type").asText())
                .isEqualTo("string");
        assertThat(tools.getFirst().description()).startsWith("Patch.").endsWith("lark grammar:\nstart: x");
        assertThat(tools.get(1).schema().path("a").asInt()).isEqualTo(1);
        assertThat(TranslationLoss.of(request, Dialect.OPENAI_CHAT).dropped()).isEmpty();
        assertThat(FunctionTools.of(request, Dialect.RESPONSES)).isSameAs(request);
    }

    @Test
    void theHistoryCallsThemByTheSameNames() {
        List<Part> parts = FunctionTools.of(request, Dialect.ANTHROPIC).messages().stream()
                .flatMap(message -> message.parts().stream())
                .toList();

        assertThat(parts)
                .contains(
                        new Part.ToolCall("/input/1", "c1", "apply_patch", "{\"input\":\"a b\"}"),
                        new Part.ToolResult("/input/2", "c1", "done", false),
                        new Part.ToolCall("/input/3", "c2", "mcp__files__read", "{}"));
    }

    @Test
    void theAnswerCallsThemAsTheClientDoes() throws WireException {
        var encoder = new ResponsesCodec().wholeEncoder(head());
        ANSWER.forEach(encoder::on);

        JsonNode output = StrictJson.parse(encoder.body()).path("output");

        assertThat(output.path(0).path("type").asText()).isEqualTo("custom_tool_call");
        assertThat(output.path(0).path("id").asText()).isEqualTo("ctc_k_0");
        assertThat(output.path(0).path("input").asText()).isEqualTo("*** Begin\nx");
        assertThat(output.path(1).path("namespace").asText()).isEqualTo("mcp__files");
        assertThat(output.path(1).path("name").asText()).isEqualTo("read");
    }

    @Test
    void theInputOfAFreeformToolStreams() {
        var out = new FrameBuffer();
        var encoder = new ResponsesCodec().streamEncoder(head());
        ANSWER.forEach(event -> encoder.on(event, out));

        String stream = new String(out.take(), StandardCharsets.UTF_8);

        assertThat(stream)
                .contains("\"delta\":\"*** Be\"", "\"delta\":\"gin\\nx\"")
                .contains("event: response.custom_tool_call_input.done")
                .contains("\"input\":\"*** Begin\\nx\"");
        assertThat(stream.split("event: response.custom_tool_call_input.delta", -1))
                .hasSize(3);
    }

    @Test
    void longNamesAreShortAndStayApart() {
        String one = ClientTools.function("n".repeat(70), "a");
        String other = ClientTools.function("n".repeat(70), "b");

        assertThat(one).hasSize(64).isNotEqualTo(other).isEqualTo(ClientTools.function("n".repeat(70), "a"));
    }

    private AnswerHead head() {
        return new AnswerHead("k", "m", Instant.EPOCH, true, ReasoningField.REASONING_CONTENT, "")
                .withTools(ClientTools.of(request));
    }
}
