package dev.throughline.backend;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.throughline.filter.Families;
import dev.throughline.filter.FilterSettings;
import dev.throughline.stream.StreamEvent.TextDelta;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class UnparsedMarkupTest {
    private final List<String> found = new ArrayList<>();

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "I look.<tool_call>tick<arg_key>n</arg_key><arg_value>1</arg_value></tool_call> # glm",
                "I look.<tool_call>{\"name\": \"tick\", \"arguments\": {\"n\": 1}}</tool_call> # hermes",
                "[TOOL_CALLS]tick[ARGS]{\"n\": 1} # mistral",
                "<|tool_calls_section_begin|><|tool_call_begin|>functions.tick:0<|tool_call_argument_begin|>{\"n\": 1}<|tool_call_end|><|tool_calls_section_end|> # kimi-k2",
            })
    void callOfADeclaredToolNamesItsFamily(String text, String family) {
        assertThat(read(text)).contains(family);
        assertThat(found).containsExactly(family);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "The answer is 4.",
                "<tool_call>other<arg_key>n</arg_key><arg_value>1</arg_value></tool_call>",
                "GLM writes <tool_call> before a call.",
                "`<tool_call>tick<arg_key>n</arg_key><arg_value>1</arg_value></tool_call>`",
                "```json\n{\"name\": \"tick\", \"arguments\": {\"n\": 1}}\n```",
                "{\"name\": \"tick\", \"arguments\": {\"n\": 1}}",
                "[tick(n=1)]"
            })
    void whatMayBeTextNamesNone(String text) {
        assertThat(read(text)).isEmpty();
        assertThat(found).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "<think>It is even.</think>The answer is 4. # <think>",
                "It is even.</think>The answer is 4. # </think>",
            })
    void reasoningAloneIsNamedByItsMarkerAndNoFamilyIsLearned(String text, String marker) {
        assertThat(look(text).named()).contains(marker);
        assertThat(found).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "The answer is 4.",
                "Models write `<think>` before and `</think>` behind it.",
                "First <think>, then </think>.",
                "<think>It never ends",
            })
    void markersWithinATextNameNothing(String text) {
        assertThat(look(text).named()).isEmpty();
    }

    @Test
    void onlyTheBeginningOfALongTextIsKept() {
        String call = "<tool_call>tick<arg_key>n</arg_key><arg_value>1</arg_value></tool_call>";

        assertThat(read("x".repeat(100_000) + call)).isEmpty();
        assertThat(read(call + "x".repeat(100_000))).contains("glm");
    }

    private Optional<String> read(String text) {
        return look(text).family();
    }

    private UnparsedMarkup look(String text) {
        var settings =
                new FilterSettings(false, Map.of("tick", JsonNodeFactory.instance.objectNode()), 9, () -> "call");
        var markup = new UnparsedMarkup(Families.SHIPPED, settings, found::add);
        for (int at = 0; at < text.length(); at += 7) {
            markup.on(new TextDelta(text.substring(at, Math.min(at + 7, text.length()))));
        }
        return markup;
    }
}
