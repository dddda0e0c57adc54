package dev.throughline.filter;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.testing.Cut;
import dev.throughline.testing.Cuts;
import dev.throughline.testing.DerivedFamilies;
import dev.throughline.testing.Thorough;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

@Thorough
class TemplateFilterTest {
    private static final FamilyMarkers BRACKETS = DerivedFamilies.BRACKETS;
    private static final FamilyMarkers SEED = DerivedFamilies.of(DerivedFamilies.pair("<seed:think>", "</seed:think>"));
    private static final int LONGEST_MARKER = "</seed:think>".length();

    private static FamilyFilter filter(FamilyMarkers markup, boolean startsInReasoning, int maxCalls) {
        Map<String, JsonNode> tools = Map.of("find", JsonNodeFactory.instance.objectNode());
        return new FamilyFilter(new FilterSettings(startsInReasoning, tools, maxCalls, () -> "call"), markup);
    }

    private static FilteredAnswer read(FamilyMarkers markup, boolean startsInReasoning, List<String> pieces) {
        List<StreamEvent> input = new ArrayList<>();
        pieces.forEach(piece -> input.add(new TextDelta(piece)));
        input.add(new Finish(FinishReason.STOP));
        return FilteredAnswer.of(filter(markup, startsInReasoning, 128), input);
    }

    static Stream<Arguments> answers() {
        return Stream.of(
                Arguments.of("[THINK]why[/THINK]\n\nSo.", false, "RT", "why", "So.", 0),
                Arguments.of("why[/THINK]So [THIN and [/THINK].", true, "RT", "why", "So [THIN and .", 0),
                Arguments.of("[THINK]why[THINK][/THINK]a[THINK]b[/THINK]c", false, "RTRT", "why[THINK]b", "ac", 0),
                Arguments.of(
                        "[THINK]w[/THINK]Go.<calls><call:find>{\"q\":\"</call></calls>\"}</call></calls>",
                        false,
                        "RTC",
                        "w",
                        "Go.",
                        1),
                Arguments.of(
                        "<calls><call:find>{}</call>\n<call:find>{}</call></calls> end", false, "CCT", "", "end", 2),
                Arguments.of(
                        "<calls><call:find>{\"q\":</call></calls>",
                        false,
                        "T",
                        "",
                        "<calls><call:find>{\"q\":</call></calls>",
                        0),
                Arguments.of("a <calls> b", false, "T", "", "a <calls> b", 0),
                Arguments.of("no markers at all, <b> [1]", false, "T", "", "no markers at all, <b> [1]", 0));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("answers")
    void theSameHoweverItIsCut(
            String text, boolean startsInReasoning, String order, String reasoning, String content, int calls) {
        FilteredAnswer whole = read(BRACKETS, startsInReasoning, List.of(text));

        assertThat(whole.reasoning()).isEqualTo(reasoning);
        assertThat(whole.content()).isEqualTo(content);
        assertThat(whole.calls()).hasSize(calls);
        assertThat(whole.order()).isEqualTo(order);
        for (Cuts set : Cuts.of(text.length(), text.length())) {
            for (Cut cut : set.cuts()) {
                FilteredAnswer found = read(BRACKETS, startsInReasoning, cut.pieces(text));
                assertThat(found).as(set.name() + ", " + cut.name()).isEqualTo(whole);
            }
        }
    }

    @Test
    void anOpenerThatThePromptHasWrittenIsDropped() {
        assertThat(read(SEED, true, List.of("<seed:th", "ink>why</seed:think>So.")))
                .extracting(FilteredAnswer::reasoning, FilteredAnswer::content)
                .containsExactly("why", "So.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a <seed <seed: <seed:thin x </seed:think", "<<<<<seed:t<seed:th<", "words without markup"})
    void holdsBackLessThanTheLongestMarker(String text) {
        FamilyFilter filter = filter(SEED, false, 128);
        int[] passed = {0};
        for (int read = 0; read < text.length(); read++) {
            filter.on(new TextDelta(text.substring(read, read + 1)), event -> {
                if (event instanceof TextDelta(String out)) {
                    passed[0] += out.length();
                }
            });
            // White space behind a text is held back if a call may follow.
            String held = text.substring(passed[0], read + 1);
            assertThat(held.stripLeading()).hasSizeLessThan(LONGEST_MARKER);
        }
    }

    @Test
    void aDeltaWithoutMarkersIsTheSameInstance() {
        List<StreamEvent> passed = new ArrayList<>();
        var event = new TextDelta("word [1] <b>");

        filter(BRACKETS, false, 128).on(event, passed::add);

        assertThat(passed).singleElement().isSameAs(event);
    }

    @Test
    void aReasoningFieldOfTheBackendSaysThatItsContentIsContent() {
        FilteredAnswer found = FilteredAnswer.of(
                filter(BRACKETS, true, 128),
                List.of(new ReasoningDelta("why"), new TextDelta("So."), new Finish(FinishReason.STOP)));

        assertThat(found.reasoning()).isEqualTo("why");
        assertThat(found.content()).isEqualTo("So.");
    }

    @Test
    void aCallInWhichTheAnswerIsCutStaysOpen() {
        FilteredAnswer found = FilteredAnswer.of(
                filter(BRACKETS, false, 128),
                List.of(new TextDelta("Go.<calls><call:find>{\"q"), new Finish(FinishReason.LENGTH)));

        assertThat(found.content()).isEqualTo("Go.");
        assertThat(found.calls()).containsExactly(new FilteredAnswer.Call("find", "{\"q"));
        assertThat(found.kinds()).containsExactly(Anomaly.Kind.UNFINISHED_CALL);
    }

    @Test
    void theTurnIsOverAtTheCeilingOfCalls() {
        FamilyFilter filter = filter(BRACKETS, false, 2);
        List<StreamEvent> passed = new ArrayList<>();

        filter.on(new TextDelta("<calls>" + "<call:find>{}</call>".repeat(3) + "</calls>x"), passed::add);

        assertThat(filter.isTurnOver()).isTrue();
        assertThat(passed)
                .filteredOn(StreamEvent.ToolCallStart.class::isInstance)
                .hasSize(2);
        assertThat(passed).noneMatch(TextDelta.class::isInstance);
    }

    @Test
    void workIsLinear() {
        // 256 KB whose closers all have to be tried: a filter that reads all of it at each of them takes minutes.
        String hostile = "<calls><call:find>{\"q\":\"" + "</calls>".repeat(32 * 1024) + "\"}</call></calls>";

        assertTimeoutPreemptively(Duration.ofSeconds(5), () -> {
            FilteredAnswer found = read(BRACKETS, false, List.of(hostile));
            assertThat(found.calls()).hasSize(1);
        });
    }
}
