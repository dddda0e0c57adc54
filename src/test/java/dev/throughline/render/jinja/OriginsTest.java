package dev.throughline.render.jinja;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

class OriginsTest {
    private static final String CHAT = """
            <bos>{% if tools %}<tools>
            {% for tool in tools %}
            {{ tool|tojson }}
            {% endfor %}
            </tools>{% endif %}
            {% macro visible(content) %}
            {%- if content is string %}{{ content }}{% else %}
            {%- for part in content %}{{ part.text }}{% endfor %}{% endif %}
            {% endmacro -%}
            {% for m in messages -%}
            <{{ m.role }}>
            {%- if m.reasoning_content %}<think>{{ m.reasoning_content.strip() }}</think>{% endif %}
            {{- visible(m.content)|trim }}
            {%- for call in m.tool_calls %}<call>{{ call.function.name }}
            {%- for k, v in call.function.arguments.items() %}[{{ k }}={{ v|tojson if v is not string else v|upper }}]
            {%- endfor %}{% endfor %}
            {%- endfor %}
            """;
    private static final String CONTEXT = """
            {"tools": [{"name": "find", "note": "say \\"x\\"\\n"}],
             "messages": [
               {"role": "user", "content": "  where is it?  "},
               {"role": "assistant", "content": "", "reasoning_content": " think hard ",
                "tool_calls": [{"function": {"name": "find", "arguments": {"q": "keys", "deep": {"a": ["b", null]}}}}]},
               {"role": "tool", "content": [{"text": "under"}, {"text": " the mat"}]}]}
            """;

    @Test
    void everyCharacterHasAnOrigin() {
        TextValue textValue = TestRenderer.render(CHAT, CONTEXT);

        int covered = textValue.runs().stream().mapToInt(TextValue.Run::length).sum();

        assertThat(covered).isEqualTo(textValue.value().length());
    }

    @Test
    void contentPointsAtTheFieldItCameFrom() {
        TextValue textValue = TestRenderer.render(CHAT, CONTEXT);

        assertThat(pointerAt(textValue, "where is it?")).isEqualTo("/messages/0/content");
        assertThat(pointerAt(textValue, "think hard")).isEqualTo("/messages/1/reasoning_content");
        assertThat(pointerAt(textValue, "KEYS")).isEqualTo("/messages/1/tool_calls/0/function/arguments/q");
        assertThat(pointerAt(textValue, "the mat")).isEqualTo("/messages/2/content/1/text");
        assertThat(pointerAt(textValue, "say \\\"x")).isEqualTo("/tools/0/note");
    }

    @Test
    void scaffoldNamesTheMessageItWasWrittenFor() {
        TextValue textValue = TestRenderer.render(CHAT, CONTEXT);

        assertThat(textValue.originAt(textValue.value().indexOf("<think>"))).isEqualTo(new Origin.Scaffold(1));
        assertThat(textValue.originAt(textValue.value().indexOf("<call>"))).isEqualTo(new Origin.Scaffold(1));
        assertThat(textValue.originAt(0)).isEqualTo(Origin.FRAME);
    }

    @Test
    void aMacrosArgumentDecidesWhomItsTextIsFor() {
        TextValue textValue =
                TestRenderer.render("{% macro m(x) %}<{{ x.role }}>{% endmacro %}{{ m(messages[2]) }}", CONTEXT);

        assertThat(textValue.originAt(0)).isEqualTo(new Origin.Scaffold(2));
    }

    @Test
    void offsetsLeadBackToTheValue() {
        TextValue textValue = TestRenderer.render("{{ messages[0].content|trim }}", CONTEXT);

        assertThat(textValue.runs())
                .singleElement()
                .satisfies(run -> assertThat(run.offset()).isEqualTo(2));
    }

    static Stream<Arguments> leaves() {
        List<Arguments> found = new ArrayList<>();
        collect(TestRenderer.json(CONTEXT), "", found);
        return found.stream();
    }

    private static void collect(JsonNode node, String pointer, List<Arguments> found) {
        if (node.isTextual() && !pointer.endsWith("/role")) {
            found.add(Arguments.of(pointer));
        }
        node.properties().forEach(member -> collect(member.getValue(), pointer + "/" + member.getKey(), found));
        for (int index = 0; node.isArray() && index < node.size(); index++) {
            collect(node.get(index), pointer + "/" + index, found);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("leaves")
    void changingAFieldChangesExactlyTheCharactersThatClaimIt(String pointer) {
        JsonNode context = TestRenderer.json(CONTEXT);
        TextValue before = TestRenderer.render(CHAT, context);
        String value = context.at(pointer).textValue();
        for (int at = 0; at < value.length(); at++) {
            if (Character.isLetter(value.charAt(at))) {
                TextValue after = TestRenderer.render(CHAT, with(context, pointer, value, at));
                assertThat(changed(before, after)).isEqualTo(claiming(before, pointer, at));
            }
        }
    }

    private static JsonNode with(JsonNode context, String pointer, String value, int at) {
        JsonNode copy = context.deepCopy();
        int slash = pointer.lastIndexOf('/');
        String changed = value.substring(0, at) + (value.charAt(at) == 'q' ? 'w' : 'q') + value.substring(at + 1);
        JsonNode parent = copy.at(pointer.substring(0, slash));
        if (parent instanceof ObjectNode object) {
            object.put(pointer.substring(slash + 1), changed);
        } else {
            ((com.fasterxml.jackson.databind.node.ArrayNode) parent)
                    .set(Integer.parseInt(pointer.substring(slash + 1)), changed);
        }
        return copy;
    }

    private static List<Integer> changed(TextValue before, TextValue after) {
        assertThat(after.value()).hasSameSizeAs(before.value());
        List<Integer> found = new ArrayList<>();
        for (int at = 0; at < before.value().length(); at++) {
            if (before.value().charAt(at) != after.value().charAt(at)) {
                found.add(at);
            }
        }
        return found;
    }

    private static List<Integer> claiming(TextValue textValue, String pointer, int offset) {
        List<Integer> found = new ArrayList<>();
        int at = 0;
        for (TextValue.Run run : textValue.runs()) {
            for (int each = 0; each < run.length(); each++, at++) {
                if (run.offset() + each == offset
                        && run.origin() instanceof Origin.Content content
                        && content.pointer().toString().equals(pointer)) {
                    found.add(at);
                }
            }
        }
        return found;
    }

    private static String pointerAt(TextValue textValue, String part) {
        int at = textValue.value().indexOf(part);
        assertThat(at).as("where %s is", part).isNotNegative();
        return textValue.originAt(at) instanceof Origin.Content content
                ? content.pointer().toString()
                : textValue.originAt(at).toString();
    }
}
