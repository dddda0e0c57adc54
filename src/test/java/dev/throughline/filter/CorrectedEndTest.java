package dev.throughline.filter;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.stream.StreamEvent.ToolCallArgs;
import dev.throughline.stream.StreamEvent.ToolCallEnd;
import dev.throughline.stream.StreamEvent.ToolCallStart;
import dev.throughline.stream.StreamEvent.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// Servers say wrongly why answers with calls end: vLLM gives a call that the limit cut as `{}` and says `tool_calls`,
/// old mlx-lm always says `length`.
class CorrectedEndTest {
    private static final int LIMIT = 100;
    private static final String CALL = "<tool_call>tick<arg_key>n</arg_key><arg_value>1</arg_value></tool_call>";
    private static final List<StreamEvent> PARSED =
            List.of(new ToolCallStart(0, "call_1", "tick"), new ToolCallArgs(0, "{}"), new ToolCallEnd(0));

    @Test
    void parsedCallThatUsedUpTheLimitWasCut() {
        assertThat(end(PARSED, LIMIT, FinishReason.TOOL_CALLS)).isEqualTo(FinishReason.LENGTH);
        assertThat(end(PARSED, LIMIT - 1, FinishReason.TOOL_CALLS)).isEqualTo(FinishReason.TOOL_CALLS);
        assertThat(end(PARSED, LIMIT - 1, FinishReason.LENGTH)).isEqualTo(FinishReason.LENGTH);
    }

    @Test
    void completeCallThatEndsTheTextIsNoCutAnswerUnlessTheLimitIsUsedUp() {
        List<StreamEvent> call = List.of(new TextDelta("I look." + CALL));

        assertThat(end(call, 15, FinishReason.LENGTH)).isEqualTo(FinishReason.TOOL_CALLS);
        assertThat(end(call, LIMIT, FinishReason.LENGTH)).isEqualTo(FinishReason.LENGTH);
        assertThat(end(call, 15, FinishReason.CONTENT_FILTER)).isEqualTo(FinishReason.CONTENT_FILTER);
    }

    @Test
    void openCallAndTextBehindACallStayCut() {
        List<StreamEvent> open = List.of(new TextDelta(CALL.substring(0, CALL.length() - 20)));
        List<StreamEvent> text = List.of(new TextDelta(CALL + " And then the"));

        assertThat(end(open, 15, FinishReason.LENGTH)).isEqualTo(FinishReason.LENGTH);
        assertThat(end(text, 15, FinishReason.LENGTH)).isEqualTo(FinishReason.LENGTH);
    }

    @Test
    void answerWithoutCallsEndsAsItsServerSays() {
        assertThat(end(List.of(new TextDelta("Done.")), LIMIT, FinishReason.STOP))
                .isEqualTo(FinishReason.STOP);
    }

    private static FinishReason end(List<StreamEvent> events, int used, FinishReason said) {
        var settings = new FilterSettings(
                ReasoningOpening.MODEL,
                false,
                Map.of("tick", JsonNodeFactory.instance.objectNode()),
                false,
                9,
                () -> "call",
                OptionalInt.of(LIMIT));
        var filter =
                new FamilyFilter(settings, Families.SHIPPED.withId(Families.GLM).orElseThrow());
        List<StreamEvent> given = new ArrayList<>();
        events.forEach(event -> filter.on(event, given::add));
        filter.on(new Usage(10, used, 0, 0), given::add);
        filter.on(new Finish(said), given::add);
        return ((Finish) given.getLast()).reason();
    }
}
