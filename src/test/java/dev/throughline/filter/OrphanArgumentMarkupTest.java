package dev.throughline.filter;

import dev.throughline.filter.Anomaly.Kind;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.TextDelta;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Argument tags outside a call.
class OrphanArgumentMarkupTest {
    private static FilteredAnswer filtered(String... texts) {
        List<StreamEvent> events = new ArrayList<>();
        List.of(texts).forEach(text -> events.add(new TextDelta(text)));
        events.add(new Finish(FinishReason.STOP));
        return FilteredAnswer.of(FilterCase.named("text without markup").settings(), events);
    }

    @Test
    void aWholePairOnOneLineIsTaken() {
        FilteredAnswer answer = filtered("a <arg_key>ti", "tle</arg_key><arg_value>x</arg_value> b");

        assertThat(answer.content()).isEqualTo("a  b");
        assertThat(answer.kinds()).containsExactly(Kind.ORPHAN_PAIR);
    }

    @ParameterizedTest
    @CsvSource({
        "<arg_key>a<think>b, a, b",
        "<arg_key>a</think>b, ab, ''",
        "<arg_key>a<|user|>, a, ''",
        "<arg_key>a<|begin_of_box|>b, ab, ''",
        "<arg_key>a</tool_call>b, ab, ''",
        "<arg_key>a<arg_key>b</arg_value>c, ac, ''",
        "<arg_key>a</arg_key>b<arg_value>c, abc, ''"
    })
    void noOtherMarkerBelongsToAPair(String text, String content, String reasoning) {
        FilteredAnswer answer = filtered(text);

        assertThat(answer.content()).isEqualTo(content);
        assertThat(answer.reasoning()).isEqualTo(reasoning);
    }

    @Test
    void aLineBreakEndsIt() {
        assertThat(filtered("<arg_key>title", "\nrest</arg_value>.").content()).isEqualTo("title\nrest.");
    }

    @Test
    void aLongTextIsNoPair() {
        String longest = "a".repeat(4_096);

        assertThat(filtered("<arg_key>" + longest + "</arg_value>b").content()).isEqualTo("b");
        assertThat(filtered("<arg_key>" + longest, "b</arg_value>").content()).isEqualTo(longest + "b");
    }

    @Test
    void eachBeginsAnew() {
        assertThat(filtered("<arg_key>first<arg_key>").content()).isEqualTo("first");
        assertThat(filtered("<arg_key>").content()).isEmpty();
    }
}
