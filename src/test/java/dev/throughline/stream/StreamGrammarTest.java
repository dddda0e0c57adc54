package dev.throughline.stream;

import dev.throughline.stream.StreamEvent.Failure;
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
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

class StreamGrammarTest {
    private static final StreamEvent START = new Start("m");
    private static final StreamEvent REASONING = new ReasoningDelta("r");
    private static final StreamEvent SIGNATURE = new ReasoningSignature("s");
    private static final StreamEvent REDACTED = new RedactedReasoning("d");
    private static final StreamEvent TEXT = new TextDelta("t");
    private static final StreamEvent CALL = new ToolCallStart(0, "call_a", "tick");
    private static final StreamEvent ARGS = new ToolCallArgs(0, "{}");
    private static final StreamEvent END = new ToolCallEnd(0);
    private static final StreamEvent SECOND = new ToolCallStart(1, "call_b", "tick");
    private static final StreamEvent USAGE = new Usage(1, 2, 0, 0);
    private static final StreamEvent FINISH = new Finish(FinishReason.STOP);
    private static final StreamEvent FAILURE = Failure.of(FailureKind.BACKEND, "broken");

    static Stream<List<StreamEvent>> answers() {
        return Stream.of(
                List.of(START, FINISH),
                List.of(FAILURE),
                List.of(START, REASONING, REASONING, SIGNATURE, REDACTED, TEXT, TEXT, USAGE, FINISH),
                List.of(START, TEXT, REASONING, CALL, ARGS, ARGS, END, SECOND, new ToolCallEnd(1), TEXT, FINISH),
                List.of(START, CALL, ARGS, FAILURE),
                List.of(START, TEXT, USAGE, FAILURE));
    }

    @ParameterizedTest
    @MethodSource("answers")
    void acceptsAnAnswerAndKnowsItsEnd(List<StreamEvent> answer) {
        var grammar = new StreamGrammar();

        List<Optional<String>> objections =
                answer.stream().map(grammar::objection).toList();

        assertThat(objections).allMatch(Optional::isEmpty);
        assertThat(grammar.isOver()).isTrue();
    }

    static Stream<Arguments> breaches() {
        return Stream.of(
                Arguments.of("text before the start", List.of(), TEXT),
                Arguments.of("a second start", List.of(START), START),
                Arguments.of("a signature of nothing", List.of(START), SIGNATURE),
                Arguments.of("a second signature", List.of(START, REASONING, SIGNATURE), SIGNATURE),
                Arguments.of("a signature behind text", List.of(START, REASONING, TEXT), SIGNATURE),
                Arguments.of("a call that skips a number", List.of(START), SECOND),
                Arguments.of("a call inside a call", List.of(START, CALL), SECOND),
                Arguments.of("text inside a call", List.of(START, CALL), TEXT),
                Arguments.of("arguments of another call", List.of(START, CALL), new ToolCallArgs(1, "{}")),
                Arguments.of("arguments behind the end", List.of(START, CALL, END), ARGS),
                Arguments.of("an end of another call", List.of(START, CALL), new ToolCallEnd(1)),
                Arguments.of("a finish inside a call", List.of(START, CALL, ARGS), FINISH),
                Arguments.of("a number used twice", List.of(START, CALL, END), CALL),
                Arguments.of("text behind the usage", List.of(START, USAGE), TEXT),
                Arguments.of("a second usage", List.of(START, USAGE), USAGE),
                Arguments.of("a second terminal", List.of(START, FINISH), FINISH),
                Arguments.of("a failure behind the end", List.of(START, FINISH), FAILURE));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("breaches")
    void objectsTo(String name, List<StreamEvent> before, StreamEvent event) {
        var grammar = new StreamGrammar();
        before.forEach(grammar::objection);

        Optional<String> objection = grammar.objection(event);

        assertThat(objection).isPresent();
    }

    @Test
    void saysWhereAndWhatWasExpected() {
        var grammar = new StreamGrammar();
        grammar.objection(START);
        grammar.objection(CALL);

        Optional<String> objection = grammar.objection(TEXT);

        assertThat(objection).contains("event 3: expected arguments or end of call 0, or Failure, found TextDelta");
    }
}
