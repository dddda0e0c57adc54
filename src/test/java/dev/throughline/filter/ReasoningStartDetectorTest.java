package dev.throughline.filter;

import dev.throughline.stream.FailureKind;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.stream.StreamEvent.Start;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.stream.StreamEvent.ToolCallStart;
import dev.throughline.testing.Cut;
import dev.throughline.testing.Cuts;
import dev.throughline.testing.GlmFilters;
import dev.throughline.testing.Thorough;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

@Thorough
class ReasoningStartDetectorTest {
    private final ReasoningStartDetector detector =
            new ReasoningStartDetector(Set.of("tick"), ReasoningOpening.UNKNOWN, GlmFilters.MARKERS);

    @ParameterizedTest
    @CsvSource({"PROMPT, PROMPT", "MODEL, MODEL", "UNKNOWN, UNKNOWN", "UNDESCRIBED, UNKNOWN"})
    void whatOtherAnswersShowedSettlesAnUndecidedOne(ReasoningOpening learnt, ReasoningOpening opening) {
        detector.on(new TextDelta("I wonder"));

        detector.settle(learnt);

        assertThat(detector.found()).isEqualTo(opening);
        assertThat(detector.isTalkOnly()).isFalse();
    }

    @Test
    void whatAnAnswerShowsItselfStands() {
        detector.on(new TextDelta("I think.</think>Hello"));

        detector.settle(ReasoningOpening.MODEL);

        assertThat(detector.found()).isEqualTo(ReasoningOpening.PROMPT);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "I think.</think>Hello                                ; STOP   ; PROMPT",
                "I think.\\n</think>\\n\\nHello                       ; STOP   ; PROMPT",
                "I close `</think>` and so on.</think>Hello           ; STOP   ; PROMPT",
                "</think>Hello                                        ; STOP   ; PROMPT",
                "\\n</think>Hello                                     ; STOP   ; PROMPT",
                "I think.</think>                                     ; STOP   ; PROMPT",
                "I think.</think><tool_call>tick</tool_call>          ; STOP   ; PROMPT",
                "I think                                              ; LENGTH ; PROMPT",
                "I go<tool_call>tick</tool_call>                      ; STOP   ; PROMPT",
                "<tool_call>tick\\n<arg_key>a</arg_key></tool_call>   ; STOP   ; PROMPT",
                "Hello                                                ; STOP   ; MODEL",
                "Use `</think>` to close.                             ; STOP   ; MODEL",
                "Close with </think>.                                 ; STOP   ; MODEL",
                "Close with </think>                                  ; STOP   ; MODEL",
                "Write <tool_call>other</tool_call> for it.           ; STOP   ; MODEL",
                "Write <tool_call> and tick</tool_call> it.           ; STOP   ; MODEL",
                "<think>hm</think>Hello                               ; STOP   ; MODEL",
                "\\n<think>hm</think>Hello                            ; STOP   ; MODEL",
                "Wait<think>hm</think>Hello                           ; STOP   ; MODEL",
                "[THINK]hm[/THINK]Hello                               ; STOP   ; MODEL",
                "Hello<|user|>and                                     ; LENGTH ; MODEL",
                "Hello<|user|>and                                     ; STOP   ; MODEL",
                "I read <|user|> here.</think>Hello                   ; STOP   ; PROMPT",
                "I read `<|user|>` here.</think>Hello                 ; STOP   ; PROMPT",
                "I read `<|user|>` here                               ; LENGTH ; PROMPT",
                "I think.</think><|user|>and                          ; STOP   ; PROMPT",
                "Hello<|user|>and<|assistant|></think>so              ; LENGTH ; MODEL",
                "Hello<|user|>and<|assistant|><think>hm</think>so     ; LENGTH ; MODEL",
                "Hello<|observation|><tool_call>tick</tool_call>      ; LENGTH ; MODEL",
                "'  '                                                 ; LENGTH ; MODEL"
            })
    void findsTheSameHoweverTheTextIsCut(String line, FinishReason reason, ReasoningOpening opening) {
        String text = line.replace("\\n", "\n");
        for (Cuts set : Cuts.of(text.length(), 7)) {
            for (Cut cut : set.cuts()) {
                var reader = new ReasoningStartDetector(Set.of("tick"), ReasoningOpening.UNKNOWN, GlmFilters.MARKERS);
                cut.pieces(text).forEach(piece -> reader.on(new TextDelta(piece)));
                reader.on(new Finish(reason));
                assertThat(reader.found()).as(set.name() + ", " + cut.name()).isEqualTo(opening);
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "I think.</think>Hello                                ; STOP   ; PROMPT",
                "I think.</think>                                     ; STOP   ; PROMPT",
                "I think                                              ; LENGTH ; MODEL",
                "I go<tool_call>tick</tool_call>                      ; STOP   ; MODEL",
                "Hello                                                ; STOP   ; MODEL",
                "<think>hm</think>Hello                               ; STOP   ; MODEL"
            })
    void ofAModelThatNoNameDescribesOnlyACloserShowsReasoning(
            String text, FinishReason reason, ReasoningOpening opening) {
        var reader = new ReasoningStartDetector(Set.of("tick"), ReasoningOpening.UNDESCRIBED, GlmFilters.MARKERS);

        reader.on(new TextDelta(text));
        reader.on(new Finish(reason));

        assertThat(reader.found()).isEqualTo(opening);
        assertThat(reader.isGivenUp()).isFalse();
    }

    @Test
    void whatWasWaitedForInVainIsContent() {
        detector.on(new TextDelta("I think"));

        detector.giveUp();
        detector.on(new TextDelta(".</think>Hello"));

        assertThat(detector.found()).isEqualTo(ReasoningOpening.MODEL);
        assertThat(detector.isGivenUp()).isTrue();
    }

    static List<StreamEvent> signsOfAServerThatParses() {
        return List.of(new ReasoningDelta("hm"), new ToolCallStart(0, "call_1", "tick"), new Finish(FinishReason.STOP));
    }

    @ParameterizedTest
    @MethodSource("signsOfAServerThatParses")
    void takesWhatTheBackendParsedForASignThatItsContentIsContent(StreamEvent sign) {
        detector.on(new Start("glm"));
        detector.on(new TextDelta("Hello"));
        assertThat(detector.isHolding()).isTrue();

        detector.on(sign);

        assertThat(detector.found()).isEqualTo(ReasoningOpening.MODEL);
        assertThat(detector.isHolding()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "hm"})
    void holdsNothingBeforeTheFirstText(String reasoning) {
        detector.on(new Start("glm"));
        detector.on(new TextDelta(""));
        detector.on(new ReasoningDelta(reasoning));

        assertThat(detector.isHolding()).isFalse();
        assertThat(detector.found()).isEqualTo(reasoning.isEmpty() ? ReasoningOpening.UNKNOWN : ReasoningOpening.MODEL);
    }

    @Test
    void takesAnAnswerThatAFailureCutOffForReasoning() {
        detector.on(new TextDelta("I think"));

        detector.on(Failure.of(FailureKind.BACKEND, "gone"));

        assertThat(detector.found()).isEqualTo(ReasoningOpening.PROMPT);
    }

    @Test
    void holdsNoMoreThanAReasonableReasoning() {
        var piece = new TextDelta("word ".repeat(100));
        int pieces = 0;
        do {
            detector.on(piece);
            pieces++;
        } while (detector.isHolding() && pieces < 1_000);

        assertThat(pieces * 500).isBetween(64 * 1024, 66 * 1024);
        assertThat(detector.found()).isEqualTo(ReasoningOpening.PROMPT);
    }

    @Test
    void staysWithWhatItFound() {
        detector.on(new TextDelta("I think.</think>Hello"));

        detector.on(new ReasoningDelta("hm"));

        assertThat(detector.found()).isEqualTo(ReasoningOpening.PROMPT);
    }
}
