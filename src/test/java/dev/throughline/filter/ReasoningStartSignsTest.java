package dev.throughline.filter;

import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.stream.StreamEvent.ReasoningSignature;
import dev.throughline.stream.StreamEvent.RedactedReasoning;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.stream.StreamEvent.ToolCallArgs;
import dev.throughline.stream.StreamEvent.ToolCallEnd;
import dev.throughline.stream.StreamEvent.Usage;
import dev.throughline.testing.GlmFilters;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Single signs of where an answer starts. Line breaks are written as `|`.
class ReasoningStartSignsTest {
    private static final Finish STOP = new Finish(FinishReason.STOP);
    private static final Finish CUT = new Finish(FinishReason.LENGTH);

    private final ReasoningStartDetector detector =
            new ReasoningStartDetector(Set.of("tick"), ReasoningOpening.UNKNOWN, GlmFilters.MARKERS);

    @Test
    void whatSaysNothingDecidesNothing() {
        for (StreamEvent event :
                List.of(new ReasoningDelta(""), new ToolCallArgs(0, "{}"), new ToolCallEnd(0), new Usage(1, 2, 0, 0))) {
            detector.on(event);
            assertThat(detector.found()).as("%s", event).isEqualTo(ReasoningOpening.UNKNOWN);
        }
    }

    @Test
    void aProofOrAnOpaqueBlockIsOfAServerThatParses() {
        var opaque = new ReasoningStartDetector(Set.of(), ReasoningOpening.UNKNOWN, GlmFilters.MARKERS);
        detector.on(new ReasoningSignature(""));
        opaque.on(new RedactedReasoning(""));

        assertThat(detector.found()).isEqualTo(ReasoningOpening.MODEL);
        assertThat(opaque.found()).isEqualTo(ReasoningOpening.MODEL);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "Use `</think>` to close., true",
                "Use </think> to close., true",
                "a|```|</think>|```|b, true",
                "Hello, false",
                "why</think>Hello, false",
                "Use `</think>` or <think>, false"
            })
    void anAnswerMayTalkOfClosersOnly(String text, boolean isTalk) {
        read(text, STOP);

        assertThat(detector.isTalkOnly()).isEqualTo(isTalk);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "Use `a </think> b` so, MODEL",
                "Use `a</think>b` so, MODEL",
                "Use `a</think>b|Hello, PROMPT",
                "Use `a`</think>b` so, PROMPT",
                "a|```|b</think>c|```|d, MODEL",
                "a|```|b|```|c</think>d, PROMPT"
            })
    void aCloserInCodeIsAMention(String text, ReasoningOpening opening) {
        read(text, STOP);

        assertThat(detector.found()).isEqualTo(opening);
    }

    @Test
    void otherOpenersCountAtTheStartOnly() {
        read("Wait [THINK]hm[/THINK]", CUT);

        assertThat(detector.found()).isEqualTo(ReasoningOpening.PROMPT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Go<tool_call> tick\\n </tool_call>",
                "Go<tool_call>|tick|<arg_key>",
                "Go<tool_call>other</tool_call><tool_call>tick</tool_call>"
            })
    void aDeclaredCallInTheTextIsOfAServerThatParsesNothing(String text) {
        read(text, STOP);

        assertThat(detector.found()).isEqualTo(ReasoningOpening.PROMPT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Go<tool_call>ti<tool_call>ck</tool_call>",
                "Go<tool_call>tick",
                "Go<tool_call>tick<arg_value>",
                "Go tick</tool_call>",
                "Go<tool_call></tool_call>tick</tool_call>"
            })
    void otherCallMarkupIsText(String text) {
        read(text, STOP);

        assertThat(detector.found()).isEqualTo(ReasoningOpening.MODEL);
    }

    @Test
    void aNameHas128CharactersAtMost() {
        var longer = new ReasoningStartDetector(Set.of("tick"), ReasoningOpening.UNKNOWN, GlmFilters.MARKERS);
        read("Go<tool_call>", new TextDelta("tick" + " ".repeat(100)));
        read(" ".repeat(24) + "</tool_call>", STOP);
        longer.on(new TextDelta("Go<tool_call>tick" + " ".repeat(100)));
        longer.on(new TextDelta(" ".repeat(25) + "</tool_call>"));
        longer.on(STOP);

        assertThat(detector.found()).isEqualTo(ReasoningOpening.PROMPT);
        assertThat(longer.found()).isEqualTo(ReasoningOpening.MODEL);
    }

    @Test
    void waitsFor64KiCharacters() {
        detector.on(new TextDelta("a".repeat(64 * 1024)));
        assertThat(detector.found()).isEqualTo(ReasoningOpening.UNKNOWN);

        detector.on(new TextDelta("b"));
        assertThat(detector.found()).isEqualTo(ReasoningOpening.PROMPT);
    }

    private void read(String text, StreamEvent next) {
        detector.on(new TextDelta(text.replace('|', '\n')));
        detector.on(next);
    }
}
