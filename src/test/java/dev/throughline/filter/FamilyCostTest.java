package dev.throughline.filter;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.stream.StreamEvent.ToolCallArgs;
import dev.throughline.testing.Thorough;
import dev.throughline.testing.Thoroughness;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

/// What a hostile text costs, and when an honest one passes. The limit is far above linear cost and far below quadratic
/// cost.
@Thorough
class FamilyCostTest {
    private static final int SIZE = Thoroughness.tries(1_000_000, 100_000);
    private static final int DEEP = 100_000;
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final List<StreamEvent> passed = new ArrayList<>();

    private static FamilyFilter filter(String model) {
        Map<String, JsonNode> tools = Map.of("tick", JsonNodeFactory.instance.objectNode());
        return new FamilyFilter(
                new FilterSettings(false, tools, 10_000, () -> "call"),
                Families.SHIPPED.ofModel(model).orElseThrow());
    }

    static Stream<Arguments> hostile() {
        Stream<Arguments> openers = Families.SHIPPED.ids().stream()
                .flatMap(id -> Families.SHIPPED.withId(id).orElseThrow().family().calls().stream()
                        .flatMap(form -> form.open().stream())
                        .map(open ->
                                open.replaceAll("\\{(name|word|any)}", "tick").replaceAll("\\{\\??([^}]*)}", "$1"))
                        .flatMap(open ->
                                Stream.of(open, open + "{", open + "{\"name\": \"tick\", \"arguments\": {", open + " "))
                        .filter(open -> !open.isBlank())
                        .map(open -> Arguments.of(
                                Families.SHIPPED
                                        .withId(id)
                                        .orElseThrow()
                                        .family()
                                        .names()
                                        .getFirst()
                                        .replace("*", ""),
                                open.repeat(SIZE / open.length() + 1))));
        Stream<Arguments> others = Stream.of(
                Arguments.of("qwen3", "<tool_call>{\"name\": \"tick\", \"arguments\": {\"a\": " + "[".repeat(DEEP)),
                Arguments.of(
                        "qwen3", "<tool_call>{\"name\": \"tick\", \"arguments\": {\"a\": " + "{\"b\":".repeat(DEEP)),
                Arguments.of("gemma-4", "<|tool_call>call:tick{a:" + "{b:".repeat(DEEP)),
                Arguments.of("lfm2", "<|tool_call_start|>[tick(a=" + "[".repeat(DEEP) + ")]"),
                Arguments.of("qwen3-coder", "<tool_call><function=tick><parameter=a>" + "</parameter> ".repeat(DEEP)),
                Arguments.of(
                        "minimax-m3",
                        "]<]minimax[>[<invoke name=\"tick\">]<]minimax[>[<a>" + "]<]minimax[>[<b>".repeat(DEEP)),
                Arguments.of("llama-3", "{".repeat(SIZE)),
                Arguments.of("llama-3", "{\"name\": ".repeat(SIZE / 9)),
                Arguments.of("qwen3", "`<tool_call>".repeat(SIZE / 12)));
        return Stream.concat(openers, others);
    }

    @ParameterizedTest(name = "{index} {0}")
    @MethodSource("hostile")
    void costIsLinearInPiecesAndWhole(String model, String text) {
        assertThatCode(() -> assertTimeoutPreemptively(LIMIT, () -> {
                    read(model, text, 5);
                    read(model, text, text.length());
                }))
                .as("%s %s", model, text.substring(0, 60))
                .doesNotThrowAnyException();
    }

    private static void read(String model, String text, int piece) {
        FamilyFilter filter = filter(model);
        for (int at = 0; at < text.length(); at += piece) {
            filter.on(new TextDelta(text.substring(at, Math.min(text.length(), at + piece))), _ -> {});
        }
        filter.on(new Finish(FinishReason.STOP), _ -> {});
    }

    @ParameterizedTest
    @ValueSource(strings = {"word", "a\n\nb", "x <b> [1]: y < z", "{c: d}", "f(x)=[1, 2]", "北京 🌧"})
    void passesADeltaWithoutMarkersAsTheSameInstanceAlone(String text) {
        for (String model : List.of("qwen3", "gpt-oss", "gemma-4", "mistral", "kimi-k3", "deepseek-v4")) {
            passed.clear();
            FamilyFilter filter = filter(model);
            var event = new TextDelta(text);

            filter.on(event, passed::add);

            assertThat(passed).as(model).singleElement().isSameAs(event);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "qwen3 ~ <tool_call>{\"name\": \"tick\", \"arguments\": {\"a\": \"",
                "deepseek-v3.1 ~ <｜tool▁calls▁begin｜><｜tool▁call▁begin｜>tick<｜tool▁sep｜>{\"a\": \"",
                "gpt-oss ~ <|channel|>commentary to=functions.tick<|message|>{\"a\": \"",
                "gemma-4 ~ <|tool_call>call:tick{a:<|\"|>",
                "lfm2 ~ <|tool_call_start|>[tick(a=\"",
                "llama-3.2-1b ~ [tick(a=\"",
                "deepseek-v4 ~ <｜DSML｜invoke name=\"tick\"><｜DSML｜parameter name=\"a\" string=\"true\">"
            })
    void aLongArgumentLeavesAsItArrives(String model, String opener) {
        FamilyFilter filter = filter(model);
        String text = "the sea is wide. ".repeat(10);

        filter.on(new TextDelta(opener), passed::add);
        filter.on(new TextDelta(text), passed::add);

        assertThat(arguments()).endsWith(text);
    }

    private String arguments() {
        StringBuilder arguments = new StringBuilder();
        passed.forEach(event -> {
            if (event instanceof ToolCallArgs(int _, String fragment)) {
                arguments.append(fragment);
            }
        });
        return arguments.toString();
    }

    @Test
    void aCallThatIsRefusedLeavesNoTrace() {
        FamilyFilter filter = filter("qwen3");

        filter.on(new TextDelta("<tool_call>{\"name\": \"tick\", \"arguments\": nil}"), passed::add);
        filter.on(new Finish(FinishReason.STOP), passed::add);

        assertThat(passed).noneMatch(StreamEvent.ToolCallStart.class::isInstance);
    }
}
