package dev.throughline.filter;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Tool;
import dev.throughline.conversation.ToolChoice;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.TextDelta;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

class FilterSettingsTest {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final List<Tool> TOOLS = List.of(new Tool("look", "", JSON.objectNode()));
    private static final String THOUGHT = "<think>why</think>";
    private static final String CALL = "<tool_call>look<arg_key>at</arg_key><arg_value>me</arg_value></tool_call>";

    static Stream<ToolChoice> choicesThatAllowCalls() {
        return Stream.of(new ToolChoice.Auto(), new ToolChoice.Required(), new ToolChoice.Named("look"));
    }

    @ParameterizedTest
    @MethodSource("choicesThatAllowCalls")
    void extractsCallsOfDeclaredTools(ToolChoice choice) {
        FilteredAnswer answer = answer(TOOLS, choice);

        assertThat(answer.calls()).containsExactly(new FilteredAnswer.Call("look", "{\"at\":\"me\"}"));
        assertThat(answer.content()).isEmpty();
        assertThat(answer.reasoning()).isEqualTo("why");
    }

    @Test
    void leavesCallsOfDeclaredToolsOutWhenTheRequestForbidsCalls() {
        FilteredAnswer answer = answer(TOOLS, new ToolChoice.None());

        assertThat(answer.calls()).isEmpty();
        assertThat(answer.content()).isEmpty();
        assertThat(answer.kinds()).containsExactly(Anomaly.Kind.FORBIDDEN_CALL);
        assertThat(answer.reasoning()).isEqualTo("why");
        assertThat(answer.reason()).isEqualTo(FinishReason.STOP);
    }

    @Test
    void leavesCallsOfOtherToolsInTheTextWhenTheRequestForbidsCalls() {
        List<Tool> others = List.of(new Tool("see", "", JSON.objectNode()));

        assertThat(answer(others, new ToolChoice.None()).content()).isEqualTo(CALL);
    }

    @Test
    void leavesMarkupOfCallsAloneWhenThereAreNoTools() {
        assertThat(answer(List.of(), new ToolChoice.Auto()).content()).isEqualTo(CALL);
    }

    private static FilteredAnswer answer(List<Tool> tools, ToolChoice choice) {
        var request = new Conversation(
                Dialect.OPENAI_CHAT,
                "glm-4.7",
                List.of(),
                tools,
                choice,
                true,
                false,
                OptionalInt.empty(),
                Optional.empty(),
                JSON.objectNode());
        return FilteredAnswer.of(
                FilterSettings.of(request, ReasoningOpening.MODEL, 128, () -> "call_1"),
                List.of(new TextDelta(THOUGHT + CALL), new Finish(FinishReason.STOP)));
    }
}
