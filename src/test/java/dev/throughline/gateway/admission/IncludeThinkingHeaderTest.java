package dev.throughline.gateway.admission;

import dev.throughline.stream.EventSink;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.stream.StreamEvent.ReasoningSignature;
import dev.throughline.stream.StreamEvent.Start;
import dev.throughline.stream.StreamEvent.TextDelta;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class IncludeThinkingHeaderTest {
    private static final List<StreamEvent> ANSWER = List.of(
            new Start("glm"),
            new ReasoningDelta("a"),
            new ReasoningDelta("b"),
            new ReasoningSignature("s"),
            new TextDelta("c"),
            new Finish(FinishReason.STOP));

    @ParameterizedTest
    @ValueSource(strings = {"true", "1", "yes", " True "})
    void wrapsReasoningIntoTheText(String value) {
        assertThat(filtered(value))
                .containsExactly(
                        new Start("glm"),
                        new TextDelta("<think>a"),
                        new TextDelta("b"),
                        new TextDelta("</think>"),
                        new TextDelta("c"),
                        new Finish(FinishReason.STOP));
    }

    @Test
    void dropsReasoning() {
        assertThat(filtered("false"))
                .containsExactly(new Start("glm"), new TextDelta("c"), new Finish(FinishReason.STOP));
    }

    @Test
    void leavesTheAnswerAloneWithoutTheHeader() {
        assertThat(filtered(null)).isEqualTo(ANSWER);
    }

    private static List<StreamEvent> filtered(@Nullable String value) {
        List<StreamEvent> seen = new ArrayList<>();
        EventSink sink = IncludeThinkingHeader.filter(value, seen::add);
        ANSWER.forEach(sink::on);
        return seen;
    }
}
