package dev.throughline.filter;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.testing.Cut;
import dev.throughline.testing.Cuts;
import dev.throughline.testing.GlmFilters;
import dev.throughline.testing.Thorough;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

@Thorough
class ReasoningEvidenceTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "false | I think.</think>Hello               | STOP   | CLOSED",
                "false | I think.\\n</think>\\n\\nHello       | STOP   | CLOSED_APART",
                "false | I think. </think>\\nHello           | STOP   | CLOSED_APART",
                "false | I think.</think>`x` it is           | STOP   | CLOSED",
                "false | I think.</think><tool_call>tick</tool_call> | STOP | CLOSED",
                "false | I think.</think>Hello               | LENGTH | CLOSED",
                "false | Use `</think>` to close.            | STOP   | NONE",
                "false | Use \"</think>\" to close.          | STOP   | NONE",
                "false | Use </think> to close.              | STOP   | NONE",
                "false | Close with </think>.                | STOP   | NONE",
                "false | Close with </think>                 | STOP   | NONE",
                "false | ```\\n</think>\\n```                | STOP   | NONE",
                "false | </think>Hello                       | STOP   | NONE",
                "false | <think>hm</think>Hello              | STOP   | NONE",
                "false | Hello                               | STOP   | ABSENT",
                "false | Hello                               | LENGTH | NONE",
                "false | Hello<tool_call>tick</tool_call>    | STOP   | NONE",
                "true  | I think.</think>Hello               | STOP   | CLOSED",
                "true  | I think.\\n</think>\\nHello         | STOP   | CLOSED_APART",
                "true  | I think.</think>\\nHello           | STOP   | CLOSED",
                "true  | I think.</think>                    | STOP   | CLOSED",
                "true  | <think>I think.</think>Hello        | STOP   | CLOSED",
                "true  | Hello                               | STOP   | ABSENT",
                "true  | Hello                               | LENGTH | NONE",
                "true  | I go<tool_call>tick</tool_call>     | STOP   | NONE"
            })
    void isTheSameHoweverTheTextIsCut(boolean prefilled, String line, FinishReason reason, ReasoningEvidence shown) {
        String text = line.replace("\\n", "\n");

        for (Cut cut : cuts(text)) {
            assertThat(evidence(prefilled, texts(text, cut), reason))
                    .as(cut.name())
                    .isEqualTo(shown);
        }
    }

    @Test
    void aReasoningFieldIsEvidenceOfItselfAndMakesTagsInTheContentText() {
        List<StreamEvent> input = List.of(
                new ReasoningDelta("hm"),
                new TextDelta("Use `<think>` and `</think>`"),
                new TextDelta(" to close."),
                new Finish(FinishReason.STOP));

        FilteredAnswer answer = FilteredAnswer.of(settings(false), input);

        assertThat(answer.content()).isEqualTo("Use `<think>` and `</think>` to close.");
        assertThat(answer.reasoning()).isEqualTo("hm");
        assertThat(answer.anomalies()).isEmpty();
    }

    @Test
    void aModelKnownForItsReasoningFieldMayTalkAboutTheTags() {
        String text = "Use <think> and </think> here.";
        for (Cut cut : cuts(text)) {
            List<StreamEvent> input = texts(text, cut);
            input.add(new Finish(FinishReason.STOP));

            FilteredAnswer answer = FilteredAnswer.of(settings(false).withReasoningField(), input);

            assertThat(answer.content()).as(cut.name()).isEqualTo(text);
            assertThat(answer.reasoning()).isEmpty();
        }
    }

    private static List<Cut> cuts(String text) {
        return Cuts.of(text.length(), 7).stream()
                .flatMap(set -> set.cuts().stream())
                .toList();
    }

    private static List<StreamEvent> texts(String text, Cut cut) {
        List<StreamEvent> events = new ArrayList<>();
        cut.pieces(text).forEach(piece -> events.add(new TextDelta(piece)));
        return events;
    }

    private static FilterSettings settings(boolean prefilled) {
        return new FilterSettings(prefilled, Map.of("tick", JsonNodeFactory.instance.objectNode()), 128, () -> "call");
    }

    private static ReasoningEvidence evidence(boolean prefilled, List<StreamEvent> input, FinishReason reason) {
        var filter = GlmFilters.of(settings(prefilled));
        input.forEach(event -> filter.on(event, _ -> {}));
        filter.on(new Finish(reason), _ -> {});
        return filter.reasoningEvidence();
    }
}
