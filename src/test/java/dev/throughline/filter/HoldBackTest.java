package dev.throughline.filter;

import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.stream.StreamEvent.ToolCallArgs;
import dev.throughline.testing.Cuts;
import dev.throughline.testing.GlmFilters;
import dev.throughline.testing.Thorough;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

@Thorough
class HoldBackTest {
    private static final int LONGEST_MARKER = "<|begin_of_box|>".length();
    private static final String TEXT = "a <tool <think [THIN <|user x\ny";

    private int passed;

    static Stream<String> contents() {
        return Stream.of(TEXT, "words without any markup", "<<<<[[[[<|<|<|", "<tool_cal".repeat(20));
    }

    /// Characters read less characters passed on.
    @ParameterizedTest
    @MethodSource("contents")
    void contentHoldsBackLessThanTheLongestMarker(String text) {
        var filter = GlmFilters.of(FilterCase.named("text without markup").settings());

        int read = 0;
        for (String unit : Cuts.of(text.length(), 0).get(1).cuts().getFirst().pieces(text)) {
            filter.on(new TextDelta(unit), this::count);
            read++;
            assertThat(read - passed).isLessThan(LONGEST_MARKER);
        }
    }

    @Test
    void stringValueHoldsBackLessThanItsCloserAndOneMarker() {
        var filter = GlmFilters.of(FilterCase.named("text without markup").settings());
        filter.on(new TextDelta("<tool_call>shelve<arg_key>title</arg_key><arg_value>"), _ -> {});
        String value = "a </arg_value> b < c </arg_value><tool> d";

        int read = 0;
        for (String unit : Cuts.of(value.length(), 0).get(1).cuts().getFirst().pieces(value)) {
            filter.on(new TextDelta(unit), this::count);
            read++;
            assertThat(read - passed).isLessThan("</arg_value> ".length() + LONGEST_MARKER);
        }
        assertThat(passed).isEqualTo(value.length());
    }

    private void count(StreamEvent event) {
        if (event instanceof TextDelta(String text)) {
            passed += text.length();
        } else if (event instanceof ToolCallArgs(int _, String fragment)) {
            passed += fragment.length();
        }
    }
}
