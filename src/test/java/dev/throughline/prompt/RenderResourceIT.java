package dev.throughline.prompt;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.testing.TestHttpClient;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

@QuarkusTest
class RenderResourceIT {
    private static final String PATH = "/api/v1/render";
    private static final JsonMapper JSON = new JsonMapper();

    private static String order(String template, String context) {
        ObjectNode order = JSON.createObjectNode().put("template", template);
        return order.toString().replaceFirst("}$", ", \"context\": ") + context + "}";
    }

    private static JsonNode rendered(String template, String context) {
        TestHttpClient.Answer answer = TestHttpClient.underTest().post(PATH, order(template, context));
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.json();
    }

    @Test
    void rendersAnyTemplateWithTheOriginOfEveryCharacter() {
        JsonNode prompt = rendered(
                "<s>{% for m in messages %}[{{ m.role }}]{{ m.content }}{% endfor %}",
                "{\"messages\": [{\"role\": \"user\", \"content\": \"h\uD83D\uDE00i\"}]}");

        assertThat(prompt.path("text").asText()).isEqualTo("<s>[user]h\uD83D\uDE00i");
        assertThat(prompt.path("spans").toString()).isEqualTo("""
                [{"from":0,"to":3,"origin":"frame"},\
                {"from":3,"to":4,"origin":"scaffold","message":0},\
                {"from":4,"to":8,"origin":"content","pointer":"/messages/0/role","message":0},\
                {"from":8,"to":9,"origin":"scaffold","message":0},\
                {"from":9,"to":12,"origin":"content","pointer":"/messages/0/content","message":0}]""");
        assertThat(prompt.at("/tokens/estimated").asBoolean()).isTrue();
        assertThat(prompt.at("/fingerprints/text").asText()).hasSize(64);
    }

    @Test
    void rendersATemplateOfOursByName() {
        TestHttpClient.Answer answer = TestHttpClient.underTest().post(PATH, """
                {"template": {"name": "glm-4.7"},
                 "context": {"messages": [{"role": "user", "content": "Hi"}], "add_generation_prompt": true}}""");

        assertThat(answer.json().path("text").asText()).isEqualTo("[gMASK]<sop><|user|>Hi<|assistant|><think>");
    }

    @Test
    void usesTheGivenClock() {
        TestHttpClient.Answer answer = TestHttpClient.underTest().post(PATH, """
                {"template": "{{ strftime_now('%Y-%m-%d %H') }}", "context": {}, "now": "2026-07-10T12:00:00"}""");

        assertThat(answer.json().path("text").asText()).isEqualTo("2026-07-10 12");
    }

    @Test
    void numbersAreThoseOfTheRequest() {
        JsonNode prompt = rendered(
                "{{ a }} {{ b }} {{ c }} {{ d | tojson }}",
                "{\"a\": 12345678901234567890, \"b\": 1e-07, \"c\": 1.50, \"d\": {\"x\": null, \"y\": true}}");

        assertThat(prompt.path("text").asText()).isEqualTo("12345678901234567890 1e-07 1.5 {\"x\": null, \"y\": true}");
    }

    @Test
    void argumentsStayAsTheyAreUnlessTheyAreToBeParsed() {
        String context = """
                {"messages": [{"tool_calls": [{"function": {"arguments": "{\\"q\\": 1}"}}]}]}""";
        String template = "{{ messages[0].tool_calls[0].function.arguments is string }}";

        assertThat(rendered(template, context).path("text").asText()).isEqualTo("True");
        TestHttpClient.Answer parsed = TestHttpClient.underTest()
                .post(PATH, order(template, context).replaceFirst("^\\{", "{\"parseArguments\": true, "));
        assertThat(parsed.json().path("text").asText()).isEqualTo("False");
    }

    @Test
    void aChatIsHandedToTheTemplateAsServersDo() {
        JsonNode prompt = TestHttpClient.underTest().post(PATH, """
                        {"template": {"name": "glm-4.7"}, "chat": {"messages": [
                          {"role": "user", "content": "Where?"},
                          {"role": "assistant", "content": null, "reasoning": "I THINK", "tool_calls": [
                            {"type": "function", "function": {"name": "f", "arguments": "{\\"a\\": 1}"}}]},
                          {"role": "tool", "content": "There."}]}}""").json();

        assertThat(prompt.path("text").asText())
                .contains("<think>I THINK</think><tool_call>f<arg_key>a</arg_key><arg_value>1</arg_value>")
                .doesNotContain("None")
                .endsWith("<|assistant|><think>");
        assertThat(prompt.path("mode").asText()).isEqualTo("transformers");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "'mode': 'transformers', | {\"q\": 1} str",
                "'mode': 'vllm',           | 1 map",
                "'parseArguments': true,   | 1 map",
            })
    void theServerDecidesWhetherArgumentsAreParsed(String options, String arguments) {
        TestHttpClient.Answer answer = TestHttpClient.underTest().post(PATH, """
                        {%s "template": "{% set a = messages[0].tool_calls[0].function.arguments %}\\
                        {{ a ~ ' str' if a is string else a.q ~ ' map' }}",
                         "chat": {"messages": [{"role": "assistant",
                           "tool_calls": [{"function": {"arguments": "{\\"q\\": 1}"}}]}]}}""".replace("\\\n", "")
                .replace("{%s", "{" + options.replace('\'', '"')));

        assertThat(answer.json().path("text").asText()).as(answer.body()).isEqualTo(arguments);
    }

    @Test
    void aChatThatBeginsAndContinuesAnAnswerIsRefused() {
        TestHttpClient.Answer answer = TestHttpClient.underTest().post(PATH, """
                {"template": "{{ messages[0].content }}", "chat": {"add_generation_prompt": true,
                 "continue_final_message": true, "messages": [{"role": "assistant", "content": "x"}]}}""");

        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.json().path("errorClass").asText()).isEqualTo("ValueError");
    }

    @Test
    void argumentsThatAreNoJsonAreNamed() {
        TestHttpClient.Answer answer = TestHttpClient.underTest().post(PATH, """
                {"template": "x", "parseArguments": true,
                 "context": {"messages": [{}, {"tool_calls": [{"function": {"arguments": "{q: 1"}}]}]}}""");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().path("pointer").asText())
                .isEqualTo("/context/messages/1/tool_calls/0/function/arguments");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "{{ raise_exception('No tools.') }} | TemplateError | 1 | 19",
                "{{ a.b.c }}                        | UndefinedError | 1 | 5",
                "{% if %}                           | TemplateSyntaxError | 1 | 7",
                "{{ 1 / 0 }}                        | ZeroDivisionError | 1 | 6",
            })
    void aTemplateThatFailsSaysWhereAndHow(String template, String errorClass, int line, int column) {
        TestHttpClient.Answer answer = TestHttpClient.underTest().post(PATH, order(template, "{}"));

        assertThat(answer.status()).as(answer.body()).isEqualTo(422);
        assertThat(answer.header("content-type")).startsWith("application/problem+json");
        assertThat(answer.json().path("type").asText()).isEqualTo("urn:throughline:problem:template-failed");
        assertThat(answer.json().path("errorClass").asText()).isEqualTo(errorClass);
        assertThat(answer.json().path("line").asInt()).isEqualTo(line);
        assertThat(answer.json().path("pointer").asText()).isEqualTo("/template");
        assertThat(answer.json().path("column").asInt()).isEqualTo(column);
    }

    @Test
    void aHostileTemplateIsStopped() {
        TestHttpClient.Answer answer = TestHttpClient.underTest()
                .post(
                        PATH,
                        order("{% for a in range(99999) %}{% for b in range(99999) %}x{% endfor %}{% endfor %}", "{}"));

        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.json().path("errorClass").asText()).isEqualTo("LimitExceeded");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"context\": {}} | /template",
                "{\"template\": 1, \"context\": {}} | /template",
                "{\"template\": \"glm-4.7\", \"context\": {}} | /template",
                "{\"template\": {\"name\": \"glm-9\"}, \"context\": {}} | /template/name",
                "{\"template\": {\"name\": \"glm-4.7\", \"x\": 1}, \"context\": {}} | /template",
                "{\"template\": \"x\"} | /chat",
                "{\"template\": \"x\", \"chat\": {}, \"context\": {}} | /chat",
                "{\"template\": \"x\", \"chat\": {}, \"mode\": \"x\"} | /mode",
                "{\"template\": \"x\", \"context\": []} | /context",
                "{\"template\": \"x\", \"context\": {}, \"now\": \"today\"} | /now",
                "{\"template\": \"x\", \"context\": {}, \"extra\": 1} | /extra",
            })
    void badInputIsNamed(String body, String pointer) {
        TestHttpClient.Answer answer = TestHttpClient.underTest().post(PATH, body);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().path("pointer").asText()).isEqualTo(pointer);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"before\": {\"template\": \"x\", \"context\": {}}} | /after",
                "{\"before\": {\"template\": \"x\"}, \"after\": {\"template\": \"x\", \"context\": {}}} | /before/chat",
                "{\"before\": {\"template\": \"x\", \"context\": {}}, \"answer\": 5,"
                        + " \"after\": {\"template\": \"x\", \"context\": {}}} | /answer",
            })
    void badComparisonIsNamed(String body, String pointer) {
        TestHttpClient.Answer answer = TestHttpClient.underTest().post(PATH + "/compare", body);

        assertThat(answer.status()).as(answer.body()).isEqualTo(400);
        assertThat(answer.json().path("pointer").asText()).isEqualTo(pointer);
    }

    private static final String FIRST = """
            {"template": {"name": "glm-4.7"}, "context":
             {"messages": [{"role": "user", "content": "Where?"}], "add_generation_prompt": true}}""";

    private static JsonNode compared(String answer, String history) {
        TestHttpClient.Answer found =
                TestHttpClient.underTest().post(PATH + "/compare", """
                {"before": %s, "answer": %s, "after": {"template": {"name": "glm-4.7"}, "context":
                 {"messages": [{"role": "user", "content": "Where?"}, %s], "add_generation_prompt": true}}}""".formatted(FIRST, answer, history));
        assertThat(found.status()).as(found.body()).isEqualTo(200);
        return found.json();
    }

    @Test
    void aPromptThatContinuesIsStable() {
        String answer = "{\"role\": \"assistant\", \"reasoning_content\": \"r\", \"content\": \"There.\"}";
        String next = answer + ", {\"role\": \"tool\", \"content\": \"x\"}";

        assertThat(compared(answer, next).path("stable").asBoolean()).isTrue();
        assertThat(compared("\"r</think>There.\"", next).path("stable").asBoolean())
                .isTrue();
        assertThat(compared("null", next).path("wasted").asInt()).isZero();
    }

    @Test
    void droppedReasoningIsNamedWithBothSides() {
        JsonNode found = compared(
                "{\"role\": \"assistant\", \"reasoning_content\": \"Look it up.\", \"content\": \"There.\"}",
                "{\"role\": \"assistant\", \"content\": \"There.\"}, {\"role\": \"tool\", \"content\": \"x\"}");

        assertThat(found.path("stable").asBoolean()).isFalse();
        assertThat(found.path("cause").asText()).isEqualTo("REASONING_DROPPED");
        assertThat(found.path("pointer").asText()).isEqualTo("/messages/1/reasoning_content");
        assertThat(found.path("before").asText()).contains("Look it up.");
        assertThat(found.path("after").asText()).contains("There.");
        assertThat(found.path("wasted").asInt()).isPositive();
        assertThat(found.path("templateClearsAnyway").asBoolean()).isFalse();
    }

    @Test
    void aPrefixThatAnOptionWouldHaveKeptIsAvoidable() {
        String answer = "{\"role\": \"assistant\", \"reasoning_content\": \"r\", \"content\": \"There.\"}";

        JsonNode found = compared(answer, answer + ", {\"role\": \"user\", \"content\": \"And?\"}");

        assertThat(found.path("cause").asText()).isEqualTo("REASONING_CLEARED");
        assertThat(found.path("avoidable").asBoolean()).isTrue();
        assertThat(found.path("remedy").asText()).isEqualTo("clear_thinking=false");
    }

    @Test
    void saysWhatTheModelWouldHaveWritten() {
        String context = """
                {"messages": [{"role": "user", "content": "Hi"},
                              {"role": "assistant", "reasoning_content": "r", "content": "A"}]}""";
        String named = "{\"template\": {\"name\": \"glm-4.7\"}, \"context\": " + context;
        JsonNode known = TestHttpClient.underTest().post(PATH, named + "}").json();
        String text = known.path("text").asText();

        assertThat(text.substring(
                        known.at("/sampled/0/from").asInt(),
                        known.at("/sampled/0/to").asInt()))
                .isEqualTo("r</think>A");
        assertThat(known.path("stops").toString()).contains("<|observation|>");
        assertThat(rendered("{{ messages[0].content }}", context).has("sampled"))
                .isFalse();
        TestHttpClient.Answer wrong = TestHttpClient.underTest()
                .post(
                        PATH,
                        "{\"template\": {\"name\": \"glm-4.7\"}, \"profile\": {\"headers\": []}," + " \"context\": "
                                + context + "}");
        assertThat(wrong.json().path("pointer").asText()).isEqualTo("/profile/headers");
    }

    @Test
    void readsAnAnswer() {
        TestHttpClient.Answer answer = TestHttpClient.underTest().post(PATH + "/parse", """
                {"template": {"name": "glm-4.7"},
                 "tools": [{"type": "function", "function": {"name": "find", "parameters": {}}}],
                 "text": "Look.</think>Wait.<tool_call>find<arg_key>q</arg_key><arg_value>x</arg_value></tool_call>"}
                """);

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.json().path("reasoning").asText()).isEqualTo("Look.");
        assertThat(answer.json().path("content").asText()).isEqualTo("Wait.");
        assertThat(answer.json().at("/calls/0/name").asText()).isEqualTo("find");
        assertThat(answer.json().at("/calls/0/arguments").asText()).isEqualTo("{\"q\":\"x\"}");
        assertThat(answer.json().path("reasoningComplete").asBoolean()).isTrue();
        assertThat(TestHttpClient.underTest()
                        .post(PATH + "/parse", "{\"template\": \"x\"}")
                        .status())
                .isEqualTo(400);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '~',
            value = {
                "'promptText': '<|user|>hi<|assistant|><think>' ; sure",
                "'promptText': '<|user|>hi<|assistant|></think>' ;",
                "'promptText': '<|user|>a <think> b<|assistant|>\\n' ;",
                "'promptText': '<|user|>hi<|assistant|><think>I was</think>Well, ' ;",
                "'promptText': '<|user|>hi<|assistant|><think>I was ' ; sure",
            })
    void thePromptDecidesWhetherAnAnswerStartsInsideReasoning(String prompt, String reasoning) {
        JsonNode answer = TestHttpClient.underTest()
                .post(
                        PATH + "/parse",
                        "{\"template\": {\"name\": \"glm-4.7\"}, \"text\": \"sure</think>yes\", "
                                + prompt.replace('\'', '"') + "}")
                .json();

        assertThat(answer.path("reasoning").asText()).isEqualTo(reasoning == null ? "" : reasoning);
    }

    @Test
    void templatesAreListedAndShown() {
        JsonNode listed = TestHttpClient.underTest().get("/api/v1/templates").json();
        JsonNode one =
                TestHttpClient.underTest().get("/api/v1/templates/glm-5.3").json();

        assertThat(listed.findValuesAsText("name"))
                .containsExactly(
                        "glm-4.5", "glm-4.6", "glm-4.7", "glm-5", "glm-5.1", "glm-5.1-r1", "glm-5.2", "glm-5.3");
        assertThat(one.path("options").toString()).contains("clear_thinking", "reasoning_effort");
        assertThat(one.path("text").asText()).contains("[gMASK]<sop>");
        assertThat(listed.at("/2/fingerprints/behavior")).isEqualTo(listed.at("/3/fingerprints/behavior"));
        assertThat(TestHttpClient.underTest().get("/api/v1/templates/none").status())
                .isEqualTo(404);
    }
}
