package dev.throughline.filter;

import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.testing.GlmFilters;
import dev.throughline.testing.Thorough;
import dev.throughline.testing.Thoroughness;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

/// A megabyte of what could be quadratic. The limit is far above linear cost and far below quadratic cost. The
/// brief form has a tenth of it, for what is emitted.
@Thorough
class LinearityTest {
    private static final int SIZE = Thoroughness.tries(1_000_000, 100_000);
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final String VALUE = "<tool_call>shelve<arg_key>title</arg_key><arg_value>";
    private static final String JSON = "<tool_call>shelve<arg_key>labels</arg_key><arg_value>";

    private long emitted;

    static Stream<String> texts() {
        Stream<String> content = Stream.of(
                "<",
                "[",
                " ",
                "<tool_call>",
                "<tool_call>name",
                "<tool_call>{",
                "<tool_call> ",
                "<arg_key>",
                "<arg_key>k",
                "</tool_call>",
                "<tool_cal",
                "<think>",
                "<think>a</think>",
                "<tool_call>tick",
                "<tool_call>tick {\"");
        Stream<String> values = Stream.of(
                "a",
                "<tool_call>",
                "</arg_value>",
                "</arg_value> ",
                "</tool_call>",
                "<arg_key>",
                "<arg_key>title</arg_key>",
                "<arg_key>title</arg_key><arg_value>",
                "<tool_call></arg_value>",
                "\"",
                "<|user|>");
        Stream<String> held = Stream.of("[", "[1,", "7", "'", "\\", "</arg_value> ", "<tool_call>");
        Stream<String> bodies = Stream.of("{", "}", "\"", "\\", "</tool_call>x", "{} ");
        return Stream.of(
                        content.map(LinearityTest::sized),
                        values.map(part -> VALUE + sized(part)),
                        held.map(part -> JSON + sized(part)),
                        bodies.map(part -> "<tool_call>shelve {" + sized(part)))
                .flatMap(some -> some);
    }

    private static String sized(String part) {
        return part.repeat(SIZE / part.length());
    }

    @ParameterizedTest(name = "{index}")
    @MethodSource("texts")
    void costIsLinearInPiecesAndWhole(String text) {
        assertThatCode(() -> assertTimeoutPreemptively(LIMIT, () -> {
                    filter(text, 5);
                    filter(text, text.length());
                }))
                .as(text.substring(0, 80))
                .doesNotThrowAnyException();
        assertThat(emitted).isLessThan(10L * SIZE);
    }

    private void filter(String text, int piece) {
        var filter = GlmFilters.of(FilterCase.named("text without markup").settings());
        for (int from = 0; from < text.length(); from += piece) {
            filter.on(new TextDelta(text.substring(from, Math.min(text.length(), from + piece))), this::count);
        }
        filter.on(new Finish(FinishReason.STOP), this::count);
    }

    private void count(StreamEvent event) {
        emitted++;
    }
}
