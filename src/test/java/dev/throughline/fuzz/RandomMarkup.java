package dev.throughline.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.filter.FilterSettings;
import dev.throughline.stream.StreamEvent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// What a model without a parser may write, and tools that it may call.
final class RandomMarkup {
    static final List<String> MARKERS = List.of(
            "<think>",
            "</think>",
            "[THINK]",
            "[/THINK]",
            "<thought>",
            "</thought>",
            "<reasoning>",
            "</reasoning>",
            "<tool_call>",
            "</tool_call>",
            "<arg_key>",
            "</arg_key>",
            "<arg_value>",
            "</arg_value>",
            "<|user|>",
            "<|observation|>",
            "<|system|>",
            "<|assistant|>",
            "<|endoftext|>",
            "<|begin_of_box|>",
            "<|end_of_box|>");
    private static final List<String> CALLS = List.of(
            "<tool_call>tick0<arg_key>a</arg_key><arg_value>",
            "<tool_call>tick1\n<arg_key>n</arg_key>\n<arg_value>",
            "<tool_call>{\"name\":\"tick2\",\"arguments\":{",
            "<tool_call>tick0 {\"a\":",
            "</arg_value></tool_call>",
            "</arg_value>\n</tool_call>",
            "</arg_value><arg_key>b</arg_key><arg_value>",
            "tick0",
            "tick1\n",
            "unknown",
            "a",
            "n");
    private static final List<String> VALUES = List.of(
            "1",
            "1.10",
            "1e9999999999",
            "-",
            "True",
            "None",
            "[1,2]",
            "[1e9999999999]",
            "{'a': 1}",
            "{\"a\":1}",
            "'",
            "\"",
            "\\",
            "\\u0041",
            "(",
            ")",
            "]",
            "}",
            "{",
            "[",
            ",",
            ":",
            "nan",
            "[".repeat(2_000),
            "{\"a\":".repeat(500));
    private static final List<String> LAYOUT = List.of(" ", "\n", "\n\n", "\t", "\u00a0", "\u0000", "\ud83d", "\udc4d");
    private static final List<String> SCHEMAS = List.of(
            "{}",
            "{\"properties\":{\"a\":{\"type\":\"string\"},\"n\":{\"type\":\"integer\"}}}",
            "{\"properties\":{\"a\":{\"type\":\"object\",\"required\":[\"x\"]},\"b\":{\"type\":[\"array\",\"null\"]}}}",
            "{\"properties\":{\"a\":{\"$ref\":\"#/$defs/n\"}},\"$defs\":{\"n\":{\"anyOf\":[{\"$ref\":\"#/$defs/n\"},"
                    + "{\"$ref\":\"#\"},{\"type\":\"string\"}]}}}",
            "{\"properties\":{\"a\":{\"enum\":[\"1\",1,null,[1]]},\"n\":{\"const\":{}}}}",
            "{\"properties\":[],\"type\":7,\"$ref\":[]}",
            "{\"properties\":{\"a\":true,\"n\":{\"oneOf\":{},\"allOf\":[false,1]}}}");

    private RandomMarkup() {}

    /// An answer and how it is to be read.
    record Written(List<StreamEvent> events, List<String> schemas, boolean startsInReasoning, int maxCalls) {
        FilterSettings settings() {
            Map<String, JsonNode> tools = new HashMap<>();
            for (int i = 0; i < schemas.size(); i++) {
                tools.put("tick" + i, RandomJson.object(schemas.get(i)));
            }
            int[] next = {0};
            return new FilterSettings(startsInReasoning, tools, maxCalls, () -> "made_" + next[0]++);
        }

        Written with(List<StreamEvent> others) {
            return new Written(others, schemas, startsInReasoning, maxCalls);
        }
    }

    static final InputShape<List<StreamEvent>> ANSWERS = RandomAnswers.shape(RandomMarkup::soup);
    static final InputShape<Written> WRITTEN =
            new InputShape<>(RandomMarkup::written, RandomMarkup::smaller, RandomMarkup::shown);

    static String soup(SeededChoices seededChoices) {
        var text = new StringBuilder();
        for (int i = seededChoices.length(12); i > 0; i--) {
            String piece = seededChoices.of(
                    seededChoices.of(MARKERS, MARKERS, CALLS, CALLS, VALUES, LAYOUT, List.of("word", "<", "[", "é")));
            text.append(seededChoices.oneIn(15) ? piece.substring(0, seededChoices.below(piece.length())) : piece);
        }
        return text.toString();
    }

    private static Written written(SeededChoices seededChoices) {
        List<String> schemas = seededChoices.oneIn(4)
                ? List.of()
                : List.of(seededChoices.of(SCHEMAS), seededChoices.of(SCHEMAS), seededChoices.of(SCHEMAS));
        return new Written(
                ANSWERS.made().apply(seededChoices),
                schemas,
                seededChoices.oneIn(3),
                seededChoices.oneIn(5) ? seededChoices.below(3) : 128);
    }

    private static Stream<Written> smaller(Written input) {
        Stream<Written> fewer = RandomAnswers.smaller(input.events).map(input::with);
        Stream<Written> plainer = Stream.of(
                        new Written(input.events, input.schemas, false, input.maxCalls),
                        new Written(
                                input.events,
                                input.schemas.stream().map(_ -> "{}").toList(),
                                false,
                                128))
                .filter(other -> !other.equals(input) && input.startsInReasoning | !other.startsInReasoning);
        return Stream.concat(fewer, plainer.filter(other -> !other.schemas.equals(input.schemas)));
    }

    private static String shown(Written input) {
        return input.schemas + (input.startsInReasoning ? " in reasoning" : "") + " at most " + input.maxCalls
                + RandomAnswers.shown(input.events);
    }
}
