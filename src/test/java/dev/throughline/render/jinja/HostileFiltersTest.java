package dev.throughline.render.jinja;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.LocalDateTime;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/// Filters and methods that make much of little, in loops. Each ends at the limits within a second of its thread's
/// time.
class HostileFiltersTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    // Without limits each takes minutes. The processor may be slow, or shared.
    private static final long SOME_SECONDS = 10_000_000_000L;
    private static final int TRIES = 3;
    private static final LocalDateTime NOON = LocalDateTime.of(2026, 7, 10, 12, 0);

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "{% set ns = namespace(s='a') %}{% for i in range(99999) %}"
                        + "{% set ns.s = ns.s.replace('a', 'aa') %}{% endfor %}",
                "{% set ns = namespace(s='a') %}{% for i in range(99999) %}"
                        + "{% set ns.s = ns.s | replace('a', 'bab') | replace('b', 'aa') %}{% endfor %}",
                "{% set l = ['x' * 1000] * 1000 %}{% for i in range(99999) %}"
                        + "{% set j = l | join('y' * 1000) %}{% endfor %}",
                "{% set ns = namespace(s='\"') %}{% for i in range(99) %}"
                        + "{% set ns.s = ns.s | tojson %}{% endfor %}",
                "{% set ns = namespace(s='x') %}{% for i in range(99) %}"
                        + "{% set ns.s = '%s%s' | format(ns.s, ns.s) %}{% endfor %}",
                "{% set ns = namespace(s='x') %}{% for i in range(99) %}"
                        + "{% set ns.s = '{0}{0}'.format(ns.s) %}{% endfor %}",
                "{{ '%1000000000d' | format(1) }}",
                "{{ '{:>1000000000}'.format('x') }}",
                "{% for i in range(99999) %}{% for j in range(99999) %}{{ 'a' ~ i ~ j }}" + "{% endfor %}{% endfor %}",
                "{% set s = 'a,' * 100000 %}{% for i in range(9999) %}{% set l = s.split(',') %}{% endfor %}",
                "{% set s = 'ab' * 100000 %}{% for i in range(9999) %}{% set l = s.split('aba') %}{% endfor %}",
                "{% set s = ' ' * 1000000 %}{% for i in range(9999) %}{% set l = s.split() %}{% endfor %}",
                "{% set s = 'a\n' * 100000 %}{% for i in range(9999) %}" + "{% set l = s.splitlines() %}{% endfor %}",
                "{% set ns = namespace(a=0) %}{% for i in range(99999) %}"
                        + "{% for j in range(99999) %}{% set ns.a = ns.a + j %}{% endfor %}{% endfor %}",
                "{% set ns = namespace(d=[]) %}{% for i in range(99999) %}"
                        + "{% set ns.d = [ns.d, ns.d] %}{% if i % 500 == 0 %}{% set ns.d = [] %}"
                        + "{% endif %}{{ ns.d | tojson | length }}{% endfor %}",
                "{% set l = range(99999) | list %}{% for i in range(99999) %}"
                        + "{% set s = l | sort(reverse=true) %}{% endfor %}",
                "{% set l = range(99999) | list %}{% for i in range(99999) %}{{ i in l }}{% endfor %}",
                "{% set l = range(99999) | list %}"
                        + "{% for i in range(999) %}{{ l | unique | list | length }}"
                        + "{{ l | map('string') | list | length }}{% endfor %}",
                "{% set s = 'a' * 4000 + 'b' %}"
                        + "{% for i in range(99999) %}{{ s | indent(4000) | length }}{% endfor %}"
            })
    void endsAtTheLimitsWithinSeconds(String template) {
        long best = Long.MAX_VALUE;
        for (int tried = 0; tried < TRIES && best > SOME_SECONDS; tried++) {
            long began = THREADS.getCurrentThreadCpuTime();
            TemplateException ended =
                    catchThrowableOfType(TemplateException.class, () -> TestRenderer.render(template, "{}"));
            best = Math.min(best, THREADS.getCurrentThreadCpuTime() - began);

            assertThat(ended).isNotNull();
            assertThat(ended.error()).isIn(PythonError.LIMIT_EXCEEDED, PythonError.VALUE_ERROR);
        }
        assertThat(best).isLessThan(SOME_SECONDS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"(", "[", "{'a': ", "-", "not ", "a(", "a[", "a | f("})
    void sourceNestedAHundredThousandDeepIsASyntaxError(String opener) {
        TemplateException ended = catchThrowableOfType(
                TemplateException.class, () -> TestRenderer.render("{{ " + opener.repeat(100_000) + "1 }}", "{}"));

        assertThat(ended).isNotNull();
        assertThat(ended.error()).isEqualTo(PythonError.TEMPLATE_SYNTAX_ERROR);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{% if 1 %}", "{% for i in [1] %}", "{% macro m() %}", "{% set x %}"})
    void statementsNestedAHundredThousandDeepAreASyntaxError(String opener) {
        TemplateException ended =
                catchThrowableOfType(TemplateException.class, () -> TestRenderer.render(opener.repeat(100_000), "{}"));

        assertThat(ended).isNotNull();
        assertThat(ended.error()).isEqualTo(PythonError.TEMPLATE_SYNTAX_ERROR);
    }

    /// An order that is none ends some of these sorts with an error of the sorting itself.
    @Test
    void numbersThatHaveNoOrderAreSorted() {
        for (int seed = 0; seed < 200; seed++) {
            var random = new Random(seed);
            String items = IntStream.range(0, 300)
                    .mapToObj(_ -> random.nextInt(3) == 0 ? "\"nan\"" : Integer.toString(random.nextInt(50)))
                    .collect(Collectors.joining(",", "{\"l\":[", "]}"));

            assertThat(TestRenderer.render("{{ l | map('float') | sort }}", items)
                            .value())
                    .matches("\\[[0-9., ]+(, nan)+]");
        }
    }

    /// A limit of steps ends a template at the same place on any machine, however busy it is.
    @Test
    void theLimitIsCountedAndNotTimed() {
        JinjaTemplate template = JinjaTemplate.parse("{% for i in range(1000) %}{{ i ~ 'x' }}{% endfor %}");
        long enough = fewestSteps(template);

        for (int again = 0; again < 20; again++) {
            assertThat(fits(template, enough)).isTrue();
            assertThat(fits(template, enough - 1)).isFalse();
        }
    }

    private static long fewestSteps(JinjaTemplate template) {
        long low = 1;
        long high = TemplateLimits.DEFAULT.steps();
        while (low < high) {
            long middle = (low + high) / 2;
            if (fits(template, middle)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    private static boolean fits(JinjaTemplate template, long steps) {
        TemplateLimits limits = new TemplateLimits(steps, 8_000_000, 1_000, 100_000);
        return catchThrowableOfType(TemplateException.class, () -> template.render(Map.of(), NOON, limits)) == null;
    }
}
