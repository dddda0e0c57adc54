package dev.throughline.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.stream.StreamEvent.ReasoningSignature;
import dev.throughline.stream.StreamEvent.RedactedReasoning;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.stream.StreamEvent.ToolCallArgs;
import dev.throughline.stream.StreamEvent.ToolCallEnd;
import dev.throughline.stream.StreamEvent.ToolCallStart;
import dev.throughline.wire.ElementRewrite.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Elements are written as the first letter of their kind and their content: `t` text, `r` reasoning, `s` sealed, `c`
/// call, `-` silent. In a result, one as received has its place before it, a changed one its place and `~`; a new one
/// has neither.
class ElementRewriteTest {
    private static final Form FORM = new Form();

    private static final class Form implements ElementRewrite.Form {
        @Override
        public Kind kind(JsonNode element) {
            return Kind.valueOf(element.get("kind").textValue());
        }

        @Override
        public String content(JsonNode element) {
            return element.get("content").textValue();
        }

        @Override
        public JsonNode changed(ObjectNode element, String text) {
            return element.deepCopy()
                    .put("place", element.get("place").textValue() + "~")
                    .put("content", text);
        }

        @Override
        public Optional<JsonNode> made(AnswerElement answerElement) {
            return answerElement.content().equals("unknown")
                    ? Optional.empty()
                    : Optional.of(element("", answerElement.kind(), answerElement.content()));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', nullValues = "none", textBlock = """
            ta ca tb        | ta ca tb          | 0ta 1ca 2tb
            -x ta -y        | ta                | 0-x 1ta 2-y
            -x ta -y        | none              | 0-x 2-y
            -x ta -y        | tb                | 0-x 1~tb 2-y
            ta ca tb        | ta tb             | 0ta 2tb
            ta              | tb                | 0~tb
            ta              | tb tc             | 0~tbc
            ta              | ta tb             | 0~tab
            ta tb           | tb                | 1tb
            ta ta           | ta ta             | 0ta 1ta
            ta              | rx tb             | rx 0~tb
            ra ta           | rb tc             | 0~rb 1~tc
            ra ta           | tc                | 1~tc
            ta ca           | ta cb             | 0ta cb
            ca              | cb                | cb
            sa              | sb                | sb
            sa ta           | sa tb             | 0sa 1~tb
            ta              | cunknown tb       | 0~tb
            ta -x           | tb cn             | 0~tb cn 1-x
            ta -x           | ta cn             | 0ta 1-x cn
            ca tb           | tc ca             | tc 0ca
            """)
    void elementsKeepWhatDidNotChange(String original, String passed, String expected) {
        List<StreamEvent> events = new ArrayList<>();
        for (String one : passed == null ? new String[0] : passed.split(" ")) {
            String content = one.substring(1);
            switch (one.charAt(0)) {
                case 't' -> events.add(new TextDelta(content));
                case 'r' -> events.add(new ReasoningDelta(content));
                case 's' -> events.add(new RedactedReasoning(content));
                default -> {
                    events.add(new ToolCallStart(0, content, "f"));
                    events.add(new ToolCallArgs(0, "{}"));
                    events.add(new ToolCallEnd(0));
                }
            }
        }

        ArrayNode result = ElementRewrite.of(elements(original), events, FORM);

        assertThat(written(result)).isEqualTo(expected);
    }

    @Test
    void aProofEndsItsReasoning() {
        List<StreamEvent> events = List.of(
                new ReasoningDelta("a"),
                new ReasoningSignature("p"),
                new ReasoningDelta("b"),
                new ReasoningDelta("c"),
                new ReasoningSignature("q"),
                new ReasoningSignature(""),
                new TextDelta("t"),
                new ReasoningSignature("alone"),
                new TextDelta("u"),
                new ReasoningSignature(""));

        List<AnswerElement> pieces = AnswerElement.of(events);

        assertThat(pieces)
                .extracting(AnswerElement::kind)
                .containsExactly(Kind.REASONING, Kind.REASONING, Kind.REASONING, Kind.TEXT, Kind.SEALED, Kind.TEXT);
        assertThat(pieces).extracting(AnswerElement::signature).containsExactly("p", "", "", "", "", "");
        assertThat(written(ElementRewrite.of(elements("rx"), events, FORM))).isEqualTo("0~ra rbc tt salone tu");
    }

    @Test
    void aPieceIsMadeOfEventsAgain() {
        List<StreamEvent> call =
                List.of(new ToolCallStart(0, "c1", "f"), new ToolCallArgs(0, "{\"a\":1}"), new ToolCallEnd(0));
        List<StreamEvent> split = List.of(
                new ToolCallStart(3, "c1", "f"),
                new ToolCallArgs(3, "{\"a\""),
                new ToolCallArgs(3, ":1}"),
                new ToolCallEnd(3));

        assertThat(AnswerElement.of(split).getFirst().events()).isEqualTo(call);
        assertThat(AnswerElement.of(split).getFirst().name()).isEqualTo("f");
        assertThat(events(new TextDelta("a"))).containsExactly(new TextDelta("a"));
        assertThat(events(new RedactedReasoning("d"))).containsExactly(new RedactedReasoning("d"));
        assertThat(events(new ReasoningDelta("a"), new ReasoningSignature("p")))
                .containsExactly(new ReasoningDelta("a"), new ReasoningSignature("p"));
    }

    private static List<StreamEvent> events(StreamEvent... events) {
        return AnswerElement.of(List.of(events)).getFirst().events();
    }

    private static ArrayNode elements(String written) {
        ArrayNode elements = JsonNodeFactory.instance.arrayNode();
        for (String one : written.split(" ")) {
            Kind kind = switch (one.charAt(0)) {
                case 't' -> Kind.TEXT;
                case 'r' -> Kind.REASONING;
                case 's' -> Kind.SEALED;
                case 'c' -> Kind.CALL;
                default -> Kind.SILENT;
            };
            elements.add(element(String.valueOf(elements.size()), kind, one.substring(1)));
        }
        return elements;
    }

    private static ObjectNode element(String place, Kind kind, String content) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("place", place)
                .put("kind", kind.name())
                .put("content", content);
    }

    private static String written(ArrayNode elements) {
        return StreamSupport.stream(elements.spliterator(), false)
                .map(one -> one.get("place").textValue()
                        + (FORM.kind(one) == Kind.SILENT
                                ? "-"
                                : FORM.kind(one).name().substring(0, 1).toLowerCase(Locale.ROOT))
                        + FORM.content(one))
                .collect(Collectors.joining(" "));
    }
}
