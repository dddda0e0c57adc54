package dev.throughline.render;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.filter.Families;
import dev.throughline.filter.Family.Style;
import dev.throughline.render.ModelMarkers.CallLayout;
import dev.throughline.render.ModelMarkers.MarkerPair;
import dev.throughline.render.ParsedAnswer.ParsedCall;
import dev.throughline.render.jinja.RenderWork;
import dev.throughline.render.tokenizer.Tokenizer;
import dev.throughline.testing.DerivedFamilies;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class AnswerParserTest {
    private static final Map<String, JsonNode> TOOLS =
            Map.of("f", RenderedConversations.json("{\"properties\": {\"a\": {\"type\": \"string\"}}}"));
    private static final ModelMarkers GLM = new ModelMarkers(
            Optional.of(new MarkerPair("<think>", Optional.of("</think>"))),
            Optional.of(new MarkerPair("<tool_call>", Optional.of("</tool_call>"))),
            Optional.of(new CallLayout("tagged", List.of(), Families.SHIPPED.withId(Families.GLM))),
            true,
            List.of("<|user|>", "<|observation|>", "<|endoftext|>"));
    private static final ModelMarkers OTHER = new ModelMarkers(
            Optional.of(new MarkerPair("<seed:think>", Optional.of("</seed:think>"))),
            Optional.of(new MarkerPair("<call>", Optional.of("</call>"))),
            Optional.of(new CallLayout(
                    "json", List.of(DerivedFamilies.form(Style.JSON, "", "<call>", "</call>", "")), Optional.empty())),
            false,
            List.of("<|done|>"));

    /// A long answer is parsed in pieces; between two of them its work may end.
    @Test
    void parsingEndsWithItsWork() {
        var work = new RenderWork(Duration.ofDays(1));
        work.cancel();

        assertThatThrownBy(() -> work.run(() -> new AnswerParser(GLM, TOOLS).parse("a".repeat(200_000))))
                .isInstanceOf(RenderWork.StoppedException.class);
    }

    @Test
    void aLongAnswerIsTheSameInPieces() {
        String text = "why ".repeat(30_000) + "</think>" + "see ".repeat(30_000);

        ParsedAnswer answer = new AnswerParser(GLM, TOOLS).parse(text);

        assertThat(answer.reasoning() + "</think>" + answer.content()).isEqualTo(text);
    }

    @Test
    void idsGiveBackReasoningContentAndCalls() {
        Tokenizer tokenizer = RenderedConversations.TOKENIZER;
        int[] ids = tokenizer
                .encode("why</think>see<tool_call>f<arg_key>a</arg_key><arg_value>b</arg_value></tool_call>"
                        + "<|observation|>never read")
                .ids();

        ParsedAnswer answer = new AnswerParser(GLM, TOOLS).parse(ids, tokenizer);

        assertThat(answer)
                .isEqualTo(new ParsedAnswer(
                        "why",
                        "see",
                        List.of(new ParsedCall("f", "{\"a\":\"b\"}")),
                        true,
                        Optional.of("<|observation|>"),
                        List.of(),
                        Optional.of("glm")));
    }

    @Test
    void markersOfAnotherModelAreRead() {
        ParsedAnswer answer = new AnswerParser(OTHER, TOOLS)
                .parse(
                        "<seed:think>why</seed:think>see<call>{\"name\": \"f\", \"arguments\": {\"a\": 1}}</call><|done|>");

        assertThat(answer.reasoning()).isEqualTo("why");
        assertThat(answer.content()).isEqualTo("see");
        assertThat(answer.calls()).extracting(ParsedCall::name).containsExactly("f");
        assertThat(answer.stop()).hasValue("<|done|>");
    }

    @Test
    void withoutToolsACallIsText() {
        ParsedAnswer answer = new AnswerParser(GLM, Map.of()).parse("</think><tool_call>f</tool_call>");

        assertThat(answer.calls()).isEmpty();
        assertThat(answer.content()).isEqualTo("<tool_call>f</tool_call>");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
                    why</think>see | true
                    why</think>    | true
                    </think>       | true
                    why            | false
                    ''             | false
                    why</thi       | false
                    a</think>b<think>c | false
                    a</think>b<think>c</think>d | true
                    """)
    void reasoningIsCompleteWhereItIsClosed(String text, boolean isComplete) {
        assertThat(new AnswerParser(GLM, TOOLS).parse(text).isReasoningComplete())
                .isEqualTo(isComplete);
    }

    @Test
    void anAnswerThatNeverReasonsIsComplete() {
        assertThat(new AnswerParser(OTHER, TOOLS).parse("").isReasoningComplete())
                .isTrue();
        assertThat(new AnswerParser(OTHER, TOOLS).parse("see").isReasoningComplete())
                .isTrue();
    }

    @Test
    void argumentsThatWereCutStayUnclosed() {
        ParsedAnswer answer =
                new AnswerParser(GLM, TOOLS).parse("</think><tool_call>f<arg_key>a</arg_key><arg_value>the begin");

        assertThat(answer.stop()).isEmpty();
        assertThat(answer.calls())
                .singleElement()
                .satisfies(call -> assertThat(call.arguments())
                        .startsWith("{\"a\":\"the begin")
                        .doesNotEndWith("}"));
    }
}
