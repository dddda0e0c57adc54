package dev.throughline.render;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.filter.Anomaly;
import dev.throughline.render.ParsedAnswer.ParsedCall;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Calls of models of many families, in the layout that their template shows.
class CallLayoutsTest {
    private static final JsonNode SCHEMA = RenderedConversations.json("""
            {"type": "object", "properties": {"city": {"type": "string"}, "days": {"type": "integer"},
              "tags": {"type": "array"}}}""");
    private static final Map<String, JsonNode> TOOLS = Map.of("weather", SCHEMA, "now", SCHEMA);
    private static final ParsedCall ONE = new ParsedCall("weather", "{\"city\":\"Oslo\",\"days\":3}");
    private static final ParsedCall TWO = new ParsedCall("now", "{\"tags\":[1,2]}");

    private static ParsedAnswer parse(String template, String text) {
        return new AnswerParser(
                        new MarkerFinder(template, Set.of(), Map.of("eos_token", "</s>", "bos_token", "<s>")).find(),
                        TOOLS)
                .parse(text);
    }

    /// The calls, their arguments without the model's white space.
    private static List<ParsedCall> compact(ParsedAnswer answer) {
        return answer.calls().stream()
                .map(call -> new ParsedCall(call.name(), call.arguments().replaceAll("(?<=[:,]) ", "")))
                .toList();
    }

    static Stream<Arguments> written() {
        return Stream.concat(objects(), tags());
    }

    private static Stream<Arguments> objects() {
        return Stream.of(
                Arguments.of("json", CallTemplates.OBJECTS, """
                        Look.
                        <tool_call>
                        {"name": "weather", "arguments": {"city": "Oslo", "days": 3}}
                        </tool_call>
                        <tool_call>{"name": "now", "arguments": {"tags": [1, 2]}}</tool_call><|im_end|>"""),
                Arguments.of(
                        "json-list",
                        CallTemplates.LIST,
                        "Look.[TOOL_CALLS] [{\"name\": \"weather\", \"arguments\":"
                                + " {\"city\": \"Oslo\", \"days\": 3}, \"id\": \"a1b2c3d4e\"}, {\"name\": \"now\","
                                + " \"arguments\": {\"tags\": [1, 2]}}]</s>"),
                Arguments.of(
                        "named-json",
                        CallTemplates.NAMED,
                        "Look.[TOOL_CALLS]weather[CALL_ID]x9[ARGS]{\"city\":"
                                + " \"Oslo\", \"days\": 3}[TOOL_CALLS]now[CALL_ID]x8[ARGS]{\"tags\": [1, 2]}</s>"),
                Arguments.of("named-json", CallTemplates.FENCED, """
                        Look.<\uFF5Ccalls\u2581begin\uFF5C><\uFF5Ccall\u2581begin\uFF5C>function<\uFF5Csep\uFF5C>weather
                        ```json
                        {"city": "Oslo", "days": 3}
                        ```<\uFF5Ccall\u2581end\uFF5C>
                        <\uFF5Ccall\u2581begin\uFF5C>function<\uFF5Csep\uFF5C>now
                        ```json
                        {"tags": [1, 2]}
                        ```<\uFF5Ccall\u2581end\uFF5C><\uFF5Ccalls\u2581end\uFF5C><|im_end|>"""),
                Arguments.of(
                        "named-json",
                        CallTemplates.IDS,
                        "Look.<|calls_begin|><|call_begin|>functions.weather:0"
                                + "<|argument_begin|>{\"city\": \"Oslo\", \"days\": 3}<|call_end|><|call_begin|>functions.now:12"
                                + "<|argument_begin|>{\"tags\": [1, 2]}<|call_end|><|calls_end|><|im_end|>"));
    }

    private static Stream<Arguments> tags() {
        return Stream.of(
                Arguments.of("tagged", CallTemplates.PARAMETERS, """
                        Look.
                        <tool_call>
                        <function=weather>
                        <parameter=city>
                        Oslo
                        </parameter>
                        <parameter=days>
                        3
                        </parameter>
                        </function>
                        </tool_call>
                        <tool_call>
                        <function=now><parameter=tags>[1,2]</parameter></function></tool_call><|im_end|>"""),
                Arguments.of("tagged", CallTemplates.ATTRIBUTES, """
                        Look.<mini:tool_call>
                        <invoke name="weather">
                        <parameter name="city">Oslo</parameter>
                        <parameter name="days">3</parameter>
                        </invoke>
                        <invoke name="now"><parameter name="tags">[1,2]</parameter></invoke>
                        </mini:tool_call><|im_end|>"""));
    }

    @ParameterizedTest(name = "{0}: {2}")
    @MethodSource("written")
    void readsCallsAsTheTemplateWritesThem(String layout, String template, String text) {
        ParsedAnswer answer = parse(template, text);

        assertThat(answer.callLayout()).hasValue(layout);
        assertThat(compact(answer)).containsExactly(ONE, TWO);
        assertThat(answer.content()).isEqualTo("Look.");
        assertThat(answer.anomalies()).isEmpty();
        assertThat(answer.stop()).isPresent();
    }

    @ParameterizedTest(name = "{0}: {2}")
    @MethodSource("written")
    void callsThatAreCutStayOpen(String layout, String template, String text) {
        String cut = text.substring(0, text.indexOf("Oslo") + 2);

        ParsedAnswer answer = parse(template, cut);

        assertThat(compact(answer)).containsExactly(new ParsedCall("weather", "{\"city\":\"Os"));
        assertThat(answer.content()).isEqualTo("Look.");
        assertThat(answer.anomalies()).extracting(Anomaly::kind).containsExactly(Anomaly.Kind.UNFINISHED_CALL);
    }

    @ParameterizedTest(name = "{0}: {2}")
    @MethodSource("written")
    void whatDoesNotFitTheLayoutIsNeverACall(String layout, String template, String text) {
        String other = text.replace("weather", "two words").replace("now", "two words");

        assertThat(parse(template, other).calls()).isEmpty();
        assertThat(parse(template, other).content()).contains("two words").contains("Oslo");
    }

    @Test
    void aRecipientIsReadBeforeAndBehindTheChannel() {
        String arguments = "{\"city\": \"Oslo\", \"days\": 3}<|call|>";
        ParsedAnswer before = parse(
                CallTemplates.RECIPIENT, " to=functions.weather<|channel|>commentary json<|message|>" + arguments);
        ParsedAnswer behind = parse(
                CallTemplates.RECIPIENT,
                "<|channel|>analysis<|message|>Look.<|end|><|start|>assistant<|channel|>commentary to=functions.weather"
                        + " <|constrain|>json<|message|>" + arguments);

        assertThat(compact(before)).containsExactly(ONE);
        assertThat(compact(behind)).containsExactly(ONE);
        assertThat(behind.reasoning()).isEqualTo("Look.");
    }

    @Test
    void aLayoutThatIsNotUnderstoodIsNamedAndItsCallsStayText() {
        String text = "Look.<|calls_start|>[weather(city=\"Oslo\")]<|calls_end|>";
        ParsedAnswer answer = parse(CallTemplates.CODE, text + "<|im_end|>");

        assertThat(answer.callLayout()).hasValue("unknown");
        assertThat(answer.calls()).isEmpty();
        assertThat(answer.content()).isEqualTo(text);
    }

    @Test
    void aCallWithVeryManyKeysHasNoLayout() {
        for (String template : List.of(
                CallTemplates.OBJECTS.replace("\"name\":", "\"a\": \"b\", ".repeat(100_000) + "\"name\":"),
                CallTemplates.OBJECTS.replace("tojson }}}", "tojson }}" + ", \"a\": \"b\"".repeat(100_000) + "}"))) {
            assertThat(template).hasSizeGreaterThan(1_000_000);
            assertThat(parse(template, "Look.").calls()).isEmpty();
        }
    }

    @Test
    void aModelWithoutCallsHasNoLayout() {
        assertThat(parse("{% for m in messages %}<{{ m.role }}>{{ m.content }}</s>{% endfor %}", "Hi</s>")
                        .callLayout())
                .isEmpty();
    }

    @Test
    void markersInsideArgumentsAreData() {
        ParsedAnswer json = parse(
                CallTemplates.OBJECTS,
                "<tool_call>{\"name\": \"weather\", \"arguments\": {\"city\": \"</tool_call>\"}}</tool_call>");
        ParsedAnswer tagged = parse(CallTemplates.PARAMETERS, """
                <tool_call>
                <function=weather>
                <parameter=city>
                a</parameter>b </tool_call>
                </parameter>
                </function>
                </tool_call>""");

        assertThat(compact(json)).containsExactly(new ParsedCall("weather", "{\"city\":\"</tool_call>\"}"));
        assertThat(tagged.calls())
                .containsExactly(new ParsedCall("weather", "{\"city\":\"a</parameter>b </tool_call>\"}"));
    }

    @Test
    void twoHundredCallsInOneBlockAreAllRead() {
        String call = "<|call_begin|>functions.now:7<|argument_begin|>{\"tags\": []}<|call_end|>";

        List<ParsedCall> calls = parse(
                        CallTemplates.IDS, "<|calls_begin|>" + call.repeat(200) + "<|calls_end|><|im_end|>")
                .calls();

        assertThat(calls).hasSize(200).containsOnly(new ParsedCall("now", "{\"tags\": []}"));
    }
}
