package dev.throughline.render.jinja;

import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/// Without limits each of these would run for hours or fill the heap; with them each ends with a
/// descriptive error.
class HostileTemplateTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{% for a in range(99999) %}{% for b in range(99999) %}{{ a * b }}{% endfor %}{% endfor %}",
                "{% set ns = namespace(s='ab') %}{% for i in range(99) %}{% set ns.s = ns.s + ns.s %}{% endfor %}",
                "{% set ns = namespace(s='ab') %}{% for i in range(99) %}{% set ns.s = ns.s ~ ns.s %}{% endfor %}",
                "{% set ns = namespace(l=[1]) %}{% for i in range(99) %}{% set ns.l = ns.l + ns.l %}{% endfor %}",
                "{% set ns = namespace(d={}) %}{% for i in range(99999) %}"
                        + "{% set ns.d = dict(ns.d, **{('k' ~ i): i}) %}{% endfor %}",
                "{{ 'x' * 1000000000 }}",
                "{{ [1] * 1000000000 }}",
                "{{ 'x'.center(1000000000) }}",
                "{{ 'x'.zfill(1000000000) }}",
                "{{ [1, 2]|batch(100000000, 'x')|list }}",
                "{{ 2 ** 2 ** 30 }}{{ 3 ** 100000 }}",
                "{% set s = 'a' * 4000000 %}{% for i in range(99999) %}{% if 'b' in s %}{% endif %}{% endfor %}",
                "{% set s = 'a b ' * 500000 %}{{ s.split() }}",
                "{% set s = 'a' * 1000000 %}{{ s.replace('', 'b' * 1000) }}",
                "{% set s = '\"' * 3000000 %}{{ s|tojson|tojson|tojson }}",
                // A key has few values, however they are nested.
                "{% set ns = namespace(l=(1,)) %}{% for i in range(99999) %}{% set ns.l = (ns.l, 1) %}{% endfor %}"
                        + "{{ {ns.l: 1} }}"
            })
    void endsAtTheLimitsOfCost(String template) {
        TemplateException ended =
                catchThrowableOfType(TemplateException.class, () -> TestRenderer.render(template, "{}"));

        assertThat(ended).isNotNull();
        assertThat(ended.error()).isEqualTo(PythonError.LIMIT_EXCEEDED);
    }

    @Test
    void rangesAreLimitedAsInTheSandbox() {
        assertThatThrownBy(() -> TestRenderer.render("{% for i in range(10**9) %}x{% endfor %}", "{}"))
                .isInstanceOfSatisfying(
                        TemplateException.class, e -> assertThat(e.error()).isEqualTo(PythonError.OVERFLOW_ERROR));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{% macro m(x) %}{{ m(x) }}{% endmacro %}{{ m(1) }}",
                "{% for x in [1] recursive %}{{ loop([1]) }}{% endfor %}",
                "{% macro m(x) %}{% call m(x) %}{{ caller() }}{% endcall %}{% endmacro %}{{ m(1) }}",
                "{% set ns = namespace(l=[]) %}{% for i in range(9999) %}{% set ns.l = [ns.l] %}{% endfor %}{{ ns.l }}"
            })
    void recursionEndsAtADepth(String template) {
        assertThatThrownBy(() -> TestRenderer.render(template, "{}"))
                .isInstanceOfSatisfying(
                        TemplateException.class, e -> assertThat(e.error()).isEqualTo(PythonError.RECURSION_ERROR));
    }

    /// A hundred and twenty macros within one another, close to the limit, need less than half of the default stack.
    @Test
    void nestedMacrosFitIntoHalfOfAStack() throws InterruptedException {
        AtomicReference<Throwable> raised = new AtomicReference<>();
        Thread small = new Thread(
                null,
                () -> raised.set(catchThrowable(() -> TestRenderer.render(
                        "{% macro m(x) %}{{ m(x + 1) if x < 120 else 'end' }}{% endmacro %}{{ m(1) }}", "{}"))),
                "half a stack",
                512 * 1024);
        small.start();
        small.join();

        assertThat(raised.get()).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{% set ns.l = [ns.l] %}{% set ns.k = [ns.k] %}{% endfor %}{{ ns.l == ns.k }}",
                "{% set ns.l = (ns.l, 1) %}{% set ns.k = (ns.k, 1) %}{% endfor %}{{ ns.l < ns.k }}",
                "{% set ns.l = ns.l|map('upper') %}{% endfor %}{{ ns.l|list }}"
            })
    void valuesNestedTooDeeplyEndLikeARecursion(String steps) {
        String template = "{% set ns = namespace(l=[1], k=[1]) %}{% for i in range(99999) %}" + steps;

        assertThatThrownBy(() -> TestRenderer.render(template, "{}"))
                .isInstanceOfSatisfying(
                        TemplateException.class, e -> assertThat(e.error()).isEqualTo(PythonError.RECURSION_ERROR));
    }

    @Test
    void namesOfALongOperatorChainEndLikeARecursion() {
        JinjaTemplate chain = JinjaTemplate.parse("{{ 1" + "+1".repeat(200_000) + " }}");

        assertThatThrownBy(chain::variables)
                .isInstanceOfSatisfying(
                        TemplateException.class, e -> assertThat(e.error()).isEqualTo(PythonError.RECURSION_ERROR));
    }

    @ParameterizedTest
    @ValueSource(strings = {"(", "[", "-", "not ", "1 if 0 else "})
    void deepNestingIsASyntaxError(String opener) {
        assertThatThrownBy(() -> TestRenderer.render("{{ " + opener.repeat(20_000) + "1 }}", "{}"))
                .isInstanceOfSatisfying(
                        TemplateException.class,
                        e -> assertThat(e.error()).isEqualTo(PythonError.TEMPLATE_SYNTAX_ERROR));
    }

    @Test
    void longOperatorChainsEndAtADepth() {
        assertThatThrownBy(() -> TestRenderer.render("{{ 1" + "+1".repeat(50_000) + " }}", "{}"))
                .isInstanceOf(TemplateException.class);
    }

    @Test
    void textOfMessagesIsNeverEvaluated() {
        String text = TestRenderer.render("{{ m.content }}", "{\"m\": {\"content\": \"{{ 7 * 7 }}{% raw %}\"}}")
                .value();

        assertThat(text).isEqualTo("{{ 7 * 7 }}{% raw %}");
    }

    @Test
    void errorsNameLineAndColumn() {
        TemplateException raised = catchThrowableOfType(
                TemplateException.class, () -> TestRenderer.render("one\ntwo {{ a.b.c }}", "{\"a\": {}}"));

        assertThat(raised.line()).isEqualTo(2);
        assertThat(raised.column()).isEqualTo(11);
        assertThat(raised).hasMessage("'dict object' has no attribute 'b'");
    }
}
