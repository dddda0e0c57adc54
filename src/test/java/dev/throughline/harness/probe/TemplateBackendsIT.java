package dev.throughline.harness.probe;

import dev.throughline.verdict.Outcome;
import dev.throughline.verdict.Status;
import dev.throughline.verdict.Verdict;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Servers that show their chat template and the prompts that it makes.
class TemplateBackendsIT {
    private static final String FRAME = """
            {%%- set last = namespace(user=-1, answer=-1) -%%}
            {%%- for message in messages -%%}
              {%%- if message.role == 'user' -%%}{%%- set last.user = loop.index0 -%%}{%%- endif -%%}
              {%%- if message.role == 'assistant' -%%}{%%- set last.answer = loop.index0 -%%}{%%- endif -%%}
            {%%- endfor -%%}
            {%%- for message in messages -%%}
              {%%- set thought = message.reasoning_content or '' -%%}
              {%%- set said = message.content or '' -%%}
              {{- '(' + message.role + ') ' -}}
              %s
              {%%- for call in message.tool_calls or [] -%%}{{- ' call ' + call.function.name -}}{%%- endfor -%%}
              {{- '(end)' -}}
            {%%- endfor -%%}
            """;

    private static final Map<String, String> TEMPLATES = Map.of(
            "content", "{{- said -}}",
            "all", "{{- thought + '|' + said -}}",
            "within", "{{- (thought if loop.index0 > last.user else '') + '|' + said -}}",
            "last", "{{- (thought if loop.index0 == last.answer else '') + '|' + said -}}",
            "trims", "{{- thought.strip() + '|' + said -}}",
            "collapses", "{{- thought.split() | join(' ') + '|' + said -}}",
            "behind", "{{- said + '|' + thought -}}");

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(delimiter = '|', textBlock = """
                    content |  | FAIL | HISTORY_DROPPED | MISSING | the chat template drops it
                    all | STRIPS_FIELDS | FAIL | HISTORY_DROPPED | MISSING | the server drops it
                    within |  | FAIL | CLEARED_ACROSS_TURNS | MISSING | the chat template drops it
                    last |  | FAIL | KEPT_LAST_ONLY | PARTIAL | the chat template drops it
                    behind |  | FAIL | PRINTED_BEHIND | REORDERED | the chat template
                    collapses |  | FAIL | WHITE_SPACE_COLLAPSED | TRIMMED MODIFIED | the chat template does it
                    trims | | PASS | WHITE_SPACE_TRIMMED | TRIMMED | the chat template does it
                    """)
    void eachLossHasItsNameAndWhoCausesIt(
            String template, String quirk, String verdict, FindingKind kind, String outcomes, String words) {
        BackendReport report = check(template, quirk == null ? new ToyBackendQuirk[0] : MutantBackendsIT.quirks(quirk));

        assertThat(report.verdict()).as(report.text()).isEqualTo(Verdict.valueOf(verdict));
        assertThat(report.findings())
                .filteredOn(found -> found.kind() == kind)
                .singleElement()
                .satisfies(found -> assertThat(found.detail()).contains(words));
        assertThat(report.best().orElseThrow().outcomes())
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.stream(outcomes.split(" ")).map(Outcome::valueOf).toList());
    }

    @Test
    void whatKeepsAllIsExact() {
        BackendReport report = check("all");

        assertThat(report.verdict()).as(report.text()).isEqualTo(Verdict.PASS);
        assertThat(report.best().orElseThrow().outcomes()).containsExactly(Outcome.EXACT);
        assertThat(report.text()).contains("White space of the reasoning: at its ends EXACT, within EXACT");
    }

    @Test
    void collapsedReasoningIsPartlyKept() {
        BackendReport report = check("collapses");

        assertThat(report.think()).isEqualTo(Status.PARTIAL);
        assertThat(report.json()).contains("\"outcomes\" : [ \"TRIMMED\", \"MODIFIED\" ]");
    }

    @Test
    void noCheckRepeatsTheWordsOfAnother() {
        List<String> first = ProbeHistories.across(3).reasoning();

        assertThat(ProbeHistories.across(3).reasoning())
                .doesNotContainAnyElementsOf(first)
                .doesNotHaveDuplicates();
    }

    private static BackendReport check(String template, ToyBackendQuirk... quirks) {
        try (var backend = new ToyBackend(Optional.of(FRAME.formatted(TEMPLATES.get(template))), quirks)) {
            BackendTarget target =
                    ToyBackendCheck.target(backend, Optional.of(ServerDialect.CHAT), Duration.ofSeconds(30));
            return new BackendCheck(target, line -> {}).run();
        }
    }
}
