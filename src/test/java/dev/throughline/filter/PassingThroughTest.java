package dev.throughline.filter;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.stream.StreamEvent.ReasoningSignature;
import dev.throughline.stream.StreamEvent.RedactedReasoning;
import dev.throughline.stream.StreamEvent.Start;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.stream.StreamEvent.ToolCallArgs;
import dev.throughline.stream.StreamEvent.ToolCallEnd;
import dev.throughline.stream.StreamEvent.ToolCallStart;
import dev.throughline.stream.StreamEvent.Usage;
import dev.throughline.testing.GlmFilters;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class PassingThroughTest {
    private final List<StreamEvent> passed = new ArrayList<>();

    private static FamilyFilter filter(boolean startsInReasoning, boolean hasTools) {
        Map<String, JsonNode> tools = hasTools ? Map.of("tick", JsonNodeFactory.instance.objectNode()) : Map.of();
        return GlmFilters.of(new FilterSettings(startsInReasoning, tools, 128, () -> "call"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"word", " word", "a\n\nb", "x <b> [1]: y < z", "<tool shed>", "北京 🌧", "[THINKING]"})
    void passesADeltaWithoutMarkersAsTheSameInstanceAlone(String text) {
        FamilyFilter filter = filter(false, true);
        var event = new TextDelta(text);

        filter.on(event, passed::add);

        assertThat(passed).singleElement().isSameAs(event);
    }

    @ParameterizedTest
    @ValueSource(strings = {"word ", "\n\n", " ", "a\n"})
    void passesWhiteSpaceBehindATextAsTheSameInstanceWhenNoCallMayFollow(String text) {
        FamilyFilter filter = filter(false, false);
        filter.on(new TextDelta("said"), _ -> {});
        var event = new TextDelta(text);

        filter.on(event, passed::add);

        assertThat(passed).singleElement().isSameAs(event);
    }

    @Test
    void passesReasoningOfItsOwnFieldAsTheSameInstance() {
        FamilyFilter filter = filter(false, true);
        List<StreamEvent> events =
                List.of(new ReasoningDelta(" because\n"), new ReasoningDelta("\n"), new ReasoningDelta("a <b> [c] "));

        events.forEach(event -> filter.on(event, passed::add));

        assertThat(passed).usingElementComparator((a, b) -> a == b ? 0 : 1).isEqualTo(events);
    }

    @Test
    void turnsPrefilledReasoningIntoReasoningOfTheSameString() {
        FamilyFilter filter = filter(true, true);
        String text = new String("because ");

        filter.on(new TextDelta(text), passed::add);

        assertThat(passed)
                .singleElement()
                .isInstanceOfSatisfying(
                        ReasoningDelta.class, delta -> assertThat(delta.text()).isSameAs(text));
    }

    @Test
    void passesWhatABackendHasParsedAsTheSameInstances() {
        FamilyFilter filter = filter(false, true);
        List<StreamEvent> events = List.of(
                new Start("glm"),
                new RedactedReasoning("sealed"),
                new ToolCallStart(0, "call_x", "tick"),
                new ToolCallArgs(0, "{"),
                new ToolCallArgs(0, "}"),
                new ToolCallEnd(0),
                new Usage(1, 2, 3, 4),
                new Finish(FinishReason.TOOL_CALLS));

        events.forEach(event -> filter.on(event, passed::add));

        assertThat(passed).usingElementComparator((a, b) -> a == b ? 0 : 1).isEqualTo(events);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "<think>", "</think>"})
    void passesAProofOfReasoningOfWhichNothingIsPassed(String reasoning) {
        FamilyFilter filter = filter(false, true);

        filter.on(new ReasoningDelta(reasoning), passed::add);
        filter.on(new ReasoningSignature("proof"), passed::add);

        assertThat(passed).containsExactly(new ReasoningDelta(""), new ReasoningSignature("proof"));
    }

    @Test
    void emitsNothingForWhatIsHeldBackAndAllOfItAtTheEnd() {
        FamilyFilter filter = filter(false, true);

        filter.on(new TextDelta("<tool_cal"), passed::add);
        assertThat(passed).isEmpty();
        filter.on(new Finish(FinishReason.STOP), passed::add);

        assertThat(passed).containsExactly(new TextDelta("<tool_cal"), new Finish(FinishReason.STOP));
    }
}
