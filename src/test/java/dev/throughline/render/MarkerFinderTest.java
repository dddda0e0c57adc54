package dev.throughline.render;

import dev.throughline.render.ModelMarkers.MarkerPair;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// Templates of our own, each with one way in which families differ.
class MarkerFinderTest {
    private static final String CLOSED_TURNS = """
            {%- for m in messages -%}
            <|turn|>{{ m.role }}
            {% if m.reasoning_content %}<seed:think>{{ m.reasoning_content }}</seed:think>{% endif %}
            {{- m.content }}
            {%- for call in m.tool_calls or [] %}
            <calls><call name={{ call.function.name }}>{{ call.function.arguments|tojson }}</call></calls>
            {%- endfor -%}
            <|done|>
            {% endfor -%}
            {%- if add_generation_prompt %}<|turn|>assistant
            <seed:think>{% endif %}""";

    private static final String ROLE_MARKERS = """
            {%- for m in messages -%}
            {%- if m.role == 'user' %}<|user|>{{ m.content }}
            {%- elif m.role == 'tool' %}<|observation|>{{ m.content }}
            {%- else %}<|assistant|>{% if m.reasoning_content %}<think>{{ m.reasoning_content }}</think>{% else -%}
            </think>{% endif %}{{ m.content }}
            {%- for call in m.tool_calls or [] -%}
            <tool_call>{{ call.function.name }}
            {%- for k, v in call.function.arguments.items() -%}
            <arg_key>{{ k }}</arg_key><arg_value>{{ v }}</arg_value>{% endfor %}</tool_call>{% endfor %}
            {%- endif %}{% endfor -%}
            {%- if add_generation_prompt %}<|assistant|>{{ '</think>' if quiet else '<think>' }}{% endif %}""";

    private static final String CHANNELS = """
            {%- for m in messages -%}
            {%- if m.tool_calls %}
            {%- if m.content %}{{ raise_exception('either content or calls') }}{% endif %}
            {{- '<|start|>assistant<|channel|>analysis<|message|>' + m.thinking + '<|end|>' }}
            {{- '<|start|>assistant to=functions.' + m.tool_calls[0].function.name }}
            {{- '<|channel|>commentary json<|message|>' + m.tool_calls[0].function.arguments|tojson + '<|call|>' }}
            {%- elif m.role == 'assistant' %}
            {{- '<|start|>assistant<|channel|>final<|message|>' + m.content + '<|return|>' }}
            {%- else %}
            {{- '<|start|>' + m.role + '<|message|>' + m.content + '<|end|>' }}
            {%- endif %}{% endfor -%}
            {%- if add_generation_prompt %}<|start|>assistant{% endif %}""";

    private static final String ONLY_CUTS = """
            {%- for m in messages -%}
            {%- if m.role == 'user' %}[INST]{{ m.content }}[/INST]
            {%- else %}{{ m.content.split('</think>')[-1] }}{{ eos_token }}{% endif %}{% endfor -%}""";

    private static ModelMarkers find(String template, String... vocabulary) {
        return new MarkerFinder(template, Set.of(vocabulary), Map.of("eos_token", "<eos>")).find();
    }

    @Test
    void findsThePairAroundReasoning() {
        assertThat(find(CLOSED_TURNS).reasoning()).hasValue(pair("<seed:think>", "</seed:think>"));
        assertThat(find(ROLE_MARKERS).reasoning()).hasValue(pair("<think>", "</think>"));
        assertThat(find(CHANNELS).reasoning()).hasValue(pair("<|channel|>analysis<|message|>", "<|end|>"));
    }

    @Test
    void findsThePairOfATemplateThatOnlyCutsReasoningOff() {
        assertThat(find(ONLY_CUTS).reasoning()).hasValue(pair("<think>", "</think>"));
    }

    @Test
    void findsThePairByTheNamesOfAVocabulary() {
        String plain = "{% for m in messages %}{{ m.content }}<eos>{% endfor %}";

        assertThat(find(plain).reasoning()).isEmpty();
        assertThat(find(plain, "[THINK]", "[/THINK]", "rethink").reasoning()).hasValue(pair("[THINK]", "[/THINK]"));
        assertThat(find(plain, "<|START_THINKING|>", "<|END_THINKING|>").reasoning())
                .hasValue(pair("<|START_THINKING|>", "<|END_THINKING|>"));
    }

    @Test
    void findsTheMarkersOfCalls() {
        assertThat(find(CLOSED_TURNS).toolCall()).hasValue(pair("<calls>", "</calls>"));
        assertThat(find(ROLE_MARKERS).toolCall()).hasValue(pair("<tool_call>", "</tool_call>"));
        assertThat(find(CHANNELS).toolCall()).hasValue(new MarkerPair("to=functions.", Optional.empty()));
        assertThat(find(ONLY_CUTS).toolCall()).isEmpty();
        assertThat(find(ONLY_CUTS, "<|tool_call|>").toolCall())
                .hasValue(new MarkerPair("<|tool_call|>", Optional.empty()));
    }

    @Test
    void knowsWhetherAnAnswerStartsInReasoning() {
        assertThat(find(CLOSED_TURNS).startsInReasoning()).isTrue();
        assertThat(find(ROLE_MARKERS).startsInReasoning()).isTrue();
        assertThat(find("{% set quiet = true %}" + ROLE_MARKERS).startsInReasoning())
                .isFalse();
        assertThat(find(CHANNELS).startsInReasoning()).isFalse();
    }

    @Test
    void findsWhatEndsAnAnswer() {
        assertThat(find(CLOSED_TURNS).stops()).containsExactly("<|done|>", "<eos>");
        assertThat(find(ROLE_MARKERS).stops()).containsExactly("<|user|>", "<|observation|>", "<eos>");
        assertThat(find(CHANNELS).stops()).containsExactly("<|return|>", "<|call|>", "<eos>");
        assertThat(find(ONLY_CUTS).stops()).containsExactly("<eos>");
    }

    @Test
    void aTemplateThatRefusesEverythingHasNoMarkers() {
        ModelMarkers found = find("{{ raise_exception('no') }}");

        assertThat(found.reasoning()).isEmpty();
        assertThat(found.toolCall()).isEmpty();
        assertThat(found.stops()).containsExactly("<eos>");
    }

    private static MarkerPair pair(String opener, String closer) {
        return new MarkerPair(opener, Optional.of(closer));
    }
}
