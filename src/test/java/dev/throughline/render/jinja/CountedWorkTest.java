package dev.throughline.render.jinja;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.render.MarkerFinder;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/// Whatever takes long or makes much of a text or a value is counted. Two hundred thousand steps, of which a loop
/// of two thousand takes a tenth, end what goes through a hundred thousand characters each time.
class CountedWorkTest {
    private static final TemplateLimits LIMITS = new TemplateLimits(200_000, 1_000_000_000, 400, 100_000);
    private static final int LONG = 100_000;
    private static final String SHARED = "{% set n = namespace(l=(1,), k=[1]) %}{% for i in range(60) %}"
            + "{% set n.l = (n.l, n.l) %}{% set n.k = [n.k, n.k] %}{% endfor %}";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "s|length",
                "s.strip()",
                "s.strip('ab')",
                "'bb'.strip(s)",
                "s.removeprefix(t)",
                "s.removesuffix(t)",
                "s.startswith((t, t))",
                "s.endswith(t)",
                "s.isdigit()",
                "s.isascii()",
                "s.isupper()",
                "s is lower",
                "s|wordcount",
                "s|title",
                "s|capitalize",
                "s|urlencode",
                "s|escape",
                "s.splitlines()",
                "s.split('b')",
                "s.rsplit('b')",
                "s.split()",
                "s.partition('b')",
                "s.rpartition('b')",
                "s.find('b')",
                "s.rfind('b')",
                "s.count('b')",
                "s.replace('b', '')",
                "'b' in s",
                "s < t",
                "s == t",
                "s is sameas t",
                "s|int",
                "s[1:]",
                "s[5]",
                "s.center(1)",
                "s.zfill(1)",
                "s % ()",
                "s.format()",
                "{}[s]",
                "s in {}",
                "{}.get(s)",
                "[{}]|map(attribute=s)|list",
                "[{}]|sort(attribute=s ~ ',b')",
                "strftime_now(s)",
                "l|sort",
                "l.count(1)",
                "[l, l]|max",
                "(2 ** 60000) % 7",
                "2 ** 60000",
                "2 ** 60000 == 0.1",
                "(2 ** 60000)|string"
            })
    void countsWhatItGoesThrough(String expression) {
        String template = "{% for i in range(2000) %}{% set x = " + expression + " %}{% endfor %}";

        assertThat(ended(template, texts())).isEqualTo(PythonError.LIMIT_EXCEEDED);
    }

    /// Ten thousand characters of the part are compared at each of ten thousand places.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "part in text",
                "text.count(part)",
                "text.find(part)",
                "text.replace(part, '')",
                "text|replace(part, '')",
                "text.split(part)",
                "text.partition(part)",
                "text.rfind(back)",
                "text.rsplit(back)",
                "text.rpartition(back)"
            })
    void countsWhatASearchCompares(String expression) {
        ObjectNode context = JsonNodeFactory.instance.objectNode();
        context.put("text", "a".repeat(20_000));
        context.put("part", "a".repeat(10_000) + "b");
        context.put("back", "a" + "a".repeat(10_000) + "b");

        assertThat(ended("{{ " + expression + " }}", context)).isEqualTo(PythonError.LIMIT_EXCEEDED);
    }

    @Test
    void aPromptHasAtMost32MillionCharacters() {
        String most = "{% for i in range(335) %}{{ s }}{% endfor %}";

        assertThat(unlimited(most)).hasSize(335 * LONG);
        assertThatThrownBy(() -> unlimited(most.replace("335", "336")))
                .hasMessageContaining("a prompt of more than 33554432 characters");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{{ {n.l: 1} }}",
                "{{ n.l in {} }}",
                "{{ {}.get(n.l) }}",
                "{{ {}[n.l] }}",
                "{{ dict([[n.l, 1]]) }}",
                "{{ [n.l, n.l]|unique|list }}",
                "{{ n.l == n.l }}",
                "{{ n.k|tojson }}",
                "{{ n.k }}"
            })
    void countsValuesThatHoldOneAnotherAgainAndAgain(String template) {
        assertThat(ended(SHARED + template, texts())).isEqualTo(PythonError.LIMIT_EXCEEDED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{% for x in [n.l] %}{% endfor %}",
                "{% macro f(x) %}{% endmacro %}{{ f(n.l) }}{{ f(n.k) }}",
                "{{ {}[n.k] }}{{ {}[n.k] is defined }}"
            })
    void takesNoLongerForValuesThatHoldOneAnother(String template) {
        assertThat(render(SHARED + template, texts())).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{{ [1]|select(n.k)|list }}",
                "{{ [1]|map(n.k)|list }}",
                "{{ {}|dictsort(false, n.k) }}",
                "{{ 1.5|round(1, n.k) }}"
            })
    void refusesAsANameWhatIsNone(String template) {
        assertThat(ended(SHARED + template, texts()))
                .isIn(PythonError.TEMPLATE_RUNTIME_ERROR, PythonError.FILTER_ARGUMENT_ERROR);
    }

    /// Each directive that has no end would be read to the end of the text.
    @Test
    void aFormatEndsAtItsFirstDirectiveThatIsNone() {
        ObjectNode context = JsonNodeFactory.instance.objectNode();
        context.put("open", "%(".repeat(500_000));
        context.put("closed", "%(".repeat(500_000) + ")");

        assertThat(ended("{{ open % 1 }}", context)).isEqualTo(PythonError.TYPE_ERROR);
        assertThat(ended("{{ open % {} }}", context)).isEqualTo(PythonError.VALUE_ERROR);
        assertThat(ended("{{ closed % {} }}", context)).isEqualTo(PythonError.VALUE_ERROR);
        assertThat(ended("{{ '%! %s' % 1 }}", context)).isEqualTo(PythonError.VALUE_ERROR);
    }

    /// Such a value can be kept, so that its message counts for nothing only if it is short.
    @Test
    void aMissingNameIsQuotedByItsBeginning() {
        ObjectNode context = texts();

        assertThatThrownBy(() -> render("{{ {}[s].x }}", context))
                .hasMessageContaining("has no attribute 'aa")
                .extracting(Throwable::getMessage)
                .asString()
                .hasSizeLessThan(400);
        assertThatThrownBy(() -> render("{{ " + "a".repeat(LONG) + ".x }}", context))
                .extracting(Throwable::getMessage)
                .asString()
                .hasSizeLessThan(400);
    }

    @Test
    void keysOfEqualHashesAreCounted() {
        ObjectNode context = JsonNodeFactory.instance.objectNode();
        ArrayNode numbers = context.putArray("numbers");
        for (long i = 0; i < 20_000; i++) {
            numbers.add(i << 32 | i);
        }

        assertThat(ended("{{ numbers|unique|list|length }}", context)).isEqualTo(PythonError.LIMIT_EXCEEDED);
    }

    @Test
    void aTemplateHasTwoMillionCharacters() {
        assertThat(ended("x".repeat(2_000_001), texts())).isEqualTo(PythonError.LIMIT_EXCEEDED);
        assertThat(render("x".repeat(2_000_000), texts())).hasSize(2_000_000);
    }

    @Test
    void theTextsOfARenderingFitIntoTheHeapWhateverItsContext() {
        long most = TemplateLimits.DEFAULT.roomFor(1L << 40).characters();

        assertThat(most)
                .isLessThanOrEqualTo(Math.max(
                        TemplateLimits.DEFAULT.characters(),
                        Runtime.getRuntime().maxMemory() / 32));
    }

    @Test
    void workWhoseTimeIsOverEndsInTheMiddleOfARendering() {
        var work = new RenderWork(Duration.ZERO);

        assertThatThrownBy(() -> work.run(() -> render("{% for i in range(99999) %}{% endfor %}", texts())))
                .isInstanceOf(RenderWork.StoppedException.class)
                .hasMessageContaining("longer than the 0 s");
    }

    @Test
    void cancelledWorkEndsInTheMiddleOfARendering() {
        var work = new RenderWork(Duration.ofDays(1));
        var state = new RenderState[1];

        assertThatThrownBy(() -> work.run(() -> {
                    state[0] = new RenderState(new RenderBudget(LIMITS), TestRenderer.NOON);
                    work.cancel();
                    while (true) {
                        state[0].budget().step();
                    }
                }))
                .isInstanceOf(RenderWork.StoppedException.class);
    }

    /// It may read a text many times over for what was counted before it began.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "s|wordcount",
                "s|wordwrap(1)",
                "words|wordwrap(20)",
                "words|title",
                "s|striptags",
                "words|urlize",
                "words|pprint"
            })
    void checksTheTimeAsARegularExpressionReads(String expression) {
        ObjectNode context = texts();
        context.put("words", "some words ".repeat(LONG / 11));
        long[] checks = {0};
        var work = new RenderWork(Duration.ofDays(1), () -> checks[0]++);

        work.run(() -> catchThrowable(() -> unlimited("{{ " + expression + " }}", context)));

        assertThat(checks[0]).isGreaterThan(LONG / 8_192);
    }

    @Test
    void checksTheTimeAsATemplateIsParsed() {
        long[] checks = {0};
        var work = new RenderWork(Duration.ofDays(1), () -> checks[0]++);

        work.run(() -> JinjaTemplate.parse("{{ a }}".repeat(LONG / 10)));

        assertThat(checks[0]).isGreaterThan(LONG / 1_024);
    }

    /// A word that is cut into lines is not copied for each of them.
    @Test
    void wrapsALongWordInLinearSpace() {
        ObjectNode context = JsonNodeFactory.instance.objectNode().put("word", "a".repeat(20_000));
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();

        unlimited("{{ word|wordwrap(1) }}", context);

        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(40_000_000);
    }

    /// Otherwise a template would be said to have no markers, because nobody waited for them.
    @Test
    void stoppedWorkIsNoOutcomeOfAProbe() {
        var work = new RenderWork(Duration.ofDays(1));
        work.cancel();

        assertThatThrownBy(() -> work.run(() -> new MarkerFinder("{{ messages }}", Set.of(), Map.of()).find()))
                .isInstanceOf(RenderWork.StoppedException.class);
    }

    private static ObjectNode texts() {
        ObjectNode context = JsonNodeFactory.instance.objectNode();
        context.put("s", "a".repeat(LONG));
        context.put("t", "a".repeat(LONG));
        ArrayNode list = context.putArray("l");
        for (int i = 0; i < 1_000; i++) {
            list.add(i);
        }
        return context;
    }

    private static PythonError ended(String template, ObjectNode context) {
        TemplateException ended = catchThrowableOfType(TemplateException.class, () -> render(template, context));
        assertThat(ended).isNotNull();
        return ended.error();
    }

    private static String unlimited(String template) {
        return unlimited(template, texts());
    }

    private static String unlimited(String template, ObjectNode context) {
        TemplateLimits limits = new TemplateLimits(Long.MAX_VALUE, Long.MAX_VALUE, 400, 100_000);
        return JinjaTemplate.parse(template)
                .render(JsonContext.variables(context), TestRenderer.NOON, limits)
                .text()
                .value();
    }

    private static String render(String template, ObjectNode context) {
        return JinjaTemplate.parse(template)
                .render(JsonContext.variables(context), TestRenderer.NOON, LIMITS)
                .text()
                .value();
    }
}
