package dev.throughline.harness.probe;

import dev.throughline.testing.Expensive;
import dev.throughline.verdict.Verdict;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static dev.throughline.harness.probe.FindingKind.TIMED_OUT;
import static org.assertj.core.api.Assertions.assertThat;

@Expensive(9)
class MutantBackendsIT {

    @Test
    void aSoundBackendPassesInEveryDialectWithoutAFinding() {
        BackendReport report = ToyBackendCheck.toy();

        assertThat(report.findings()).isEmpty();
        assertThat(report.verdict()).isEqualTo(Verdict.PASS);
        assertThat(report.probed()).hasSize(3).allSatisfy(probed -> {
            assertThat(probed.think()).isEqualTo(dev.throughline.verdict.Status.PRESERVED);
            assertThat(probed.emission().hasCalled()).isTrue();
        });
    }

    /// What each mutant is caught with in the chat dialect: nothing more, nothing less.
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
                    DROPS_HISTORY                                  | FAIL         | HISTORY_DROPPED
                    DROPS_ACROSS_TURNS                             | FAIL         | CLEARED_ACROSS_TURNS
                    DROPS_WITHIN_TURN                              | FAIL         | DROPPED_WITHIN_TURN
                    CUTS_HISTORY                                   | FAIL         | PARTLY_KEPT
                    CLEARS_BY_DEFAULT                              | PASS         | CLEARS_BY_DEFAULT
                    IGNORES_CLEAR_THINKING                         | PASS         | CLEAR_THINKING_IGNORED
                    READS_ONLY_REASONING                           | PASS         | FIELD_MISMATCH
                    READS_ONLY_DETAILS                             | PASS         | FIELD_MISMATCH
                    READS_ONLY_TAGS                                | FAIL         | HISTORY_DROPPED
                    PRINTS_CONTENT_ONLY                            | FAIL         | HISTORY_DROPPED
                    PRINTS_CONTENT_ONLY NO_TEMPLATE                | FAIL         | HISTORY_DROPPED
                    PRINTS_BEHIND                                  | FAIL         | PRINTED_BEHIND
                    KEEPS_LAST                                     | FAIL         | KEPT_LAST_ONLY
                    KEEPS_LAST NO_TEMPLATE                         | FAIL         | KEPT_LAST_ONLY
                    TRIMS                                          | PASS         | WHITE_SPACE_TRIMMED
                    TRIMS NO_TEMPLATE                              | PASS         | WHITE_SPACE_TRIMMED
                    TRIMS NO_TEMPLATE SHOWS_TOKENS                 | PASS         | WHITE_SPACE_TRIMMED
                    COLLAPSES | FAIL | WHITE_SPACE_COLLAPSED WHITE_SPACE_TRIMMED
                    COLLAPSES NO_TEMPLATE | FAIL | WHITE_SPACE_COLLAPSED WHITE_SPACE_TRIMMED
                    ECHOES_BODY                                    | PASS         |
                    ECHOES_BODY COUNTS_BODY                        | INCONCLUSIVE | NO_PROOF
                    DROPS_HISTORY NO_TEMPLATE COUNTS_BODY          | INCONCLUSIVE | NO_PROOF
                    NO_TEMPLATE COUNTS_UNSTEADILY                  | INCONCLUSIVE | NO_PROOF
                    BREAKS_OFF_ONCE                                | PASS         | CONNECTION_RETRIED
                    READS_ONLY_REASONING_CONTENT EMITS_REASONING   | PASS         | FIELD_MISMATCH
                    READS_ONLY_REASONING_CONTENT                   | PASS         |
                    READS_ONLY_REASONING EMITS_REASONING           | PASS         |
                    THINK_IN_CONTENT                               | PASS         | THINK_TAGS_LEAK
                    THINK_PREFILLED                                | PASS         | THINK_TAGS_LEAK
                    CALL_IN_CONTENT                                | PASS         | CALL_MARKUP_LEAKS
                    ROLE_MARKER_IN_CONTENT                         | PASS         | ROLE_MARKER_LEAKS
                    DOES_NOT_THINK                                 | PASS         |
                    DOES_NOT_CALL                                  | PASS         |
                    STREAM_OTHER_FIELD                             | PASS         | FIELDS_DIFFER
                    STREAM_OTHER_FINISH                            | FAIL         | FINISH_DIFFERS
                    STREAM_TWO_FINISHES                            | FAIL         | FINISH_REPEATED
                    STREAM_WITHOUT_FINISH                          | FAIL         | FINISH_MISSING
                    STREAM_WITH_ERROR                              | FAIL         | STREAM_FAILED
                    STREAM_NOT_JSON                                | FAIL         | STREAM_FAILED
                    NO_STREAM                                      | FAIL         | NOT_A_STREAM
                    NO_END                                         | FAIL         | END_MISSING
                    WRONG_FINISH                                   | FAIL         | FINISH_INCONSISTENT
                    INVALID_ARGUMENTS                              | FAIL         | ARGUMENTS_INVALID
                    NO_USAGE                                       | PASS         | USAGE_MISSING
                    NO_STREAM_USAGE                                | PASS         | USAGE_MISSING
                    NO_USAGE NO_TEMPLATE                           | INCONCLUSIVE | USAGE_MISSING NO_PROOF
                    REFUSES_ARRAYS                                 | PASS         | ARRAYS_REFUSED
                    IGNORES_ARRAYS                                 | PASS         | ARRAYS_DROPPED
                    NO_MODELS                                      | PASS         | MODEL_UNKNOWN
                    UNAUTHORIZED                                   | INCONCLUSIVE | UNAUTHORIZED
                    FAILS                                          | INCONCLUSIVE | REFUSED
                    BUSY                                           | INCONCLUSIVE | BUSY
                    UNKNOWN_MODEL                                  | INCONCLUSIVE | REFUSED
                    HTML_ERROR                                     | INCONCLUSIVE | HTML_PAGE
                    HTML_PAGE                                      | INCONCLUSIVE | HTML_PAGE
                    GARBAGE                                        | INCONCLUSIVE | NOT_JSON
                    OTHER_JSON                                     | INCONCLUSIVE | UNKNOWN_SHAPE
                    BREAKS_OFF                                     | INCONCLUSIVE | BROKEN_OFF CONNECTION_RETRIED
                    ONLY_RESPONSES                                 | INCONCLUSIVE |
                    """)
    void eachMutantIsCaughtWithItsFindingAndNoOther(String quirks, String verdict, String findings) {
        BackendReport report = ToyBackendCheck.toyIn(ServerDialect.CHAT, quirks(quirks));

        assertThat(ToyBackendCheck.kinds(report)).containsExactlyInAnyOrderElementsOf(kinds(findings));
        assertThat(report.verdict()).as(report.text()).isEqualTo(Verdict.valueOf(verdict));
    }

    @ParameterizedTest
    @CsvSource({"REFUSES_CALLS,", "NEEDS_OBJECTS, true"})
    void aServerThatAnswersNoToolLoopKeepsNothingInOne(ToyBackendQuirk quirk, String objects) {
        BackendReport report = ToyBackendCheck.toyIn(ServerDialect.CHAT, quirk, ToyBackendQuirk.NO_TEMPLATE);

        assertThat(ToyBackendCheck.kinds(report)).contains(FindingKind.CALL_HISTORY_REFUSED);
        assertThat(report.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(report.think()).isEqualTo(dev.throughline.verdict.Status.BROKEN);
        assertThat(report.settings().get("object-arguments")).isEqualTo(objects);
    }

    /// vLLM up to 0.16 does so on `/v1/messages`.
    @ParameterizedTest
    @EnumSource(
            value = ServerDialect.class,
            names = {"MESSAGES", "RESPONSES"})
    void aServerThatRefusesReasoningKeepsNone(ServerDialect dialect) {
        BackendReport report =
                ToyBackendCheck.toyIn(dialect, ToyBackendQuirk.REFUSES_REASONING, ToyBackendQuirk.NO_TEMPLATE);

        assertThat(ToyBackendCheck.kinds(report)).containsExactly(FindingKind.REFUSED, FindingKind.HISTORY_REFUSED);
        assertThat(report.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(report.think()).isEqualTo(dev.throughline.verdict.Status.BROKEN);
        assertThat(report.probed().getFirst().outcomes()).containsExactly(dev.throughline.verdict.Outcome.REFUSED);
        assertThat(report.settings()).containsEntry("reasoning-field", "none").containsEntry("history", "as-sent");
    }

    @Test
    void theContentIsTheControl() {
        BackendReport report = ToyBackendCheck.toyIn(ServerDialect.CHAT, ToyBackendQuirk.PRINTS_CONTENT_ONLY);

        assertThat(report.findings())
                .singleElement()
                .satisfies(
                        found -> assertThat(found.detail()).contains("0 of 2 blocks", "<think> in content it is text"));
        assertThat(report.settings()).containsEntry("reasoning-field", "think-tags");
    }

    /// A mutant that is as bad in every dialect.
    @ParameterizedTest
    @EnumSource(ServerDialect.class)
    void lossesAreSeenInEveryDialectByTheTokensOfThePrompt(ServerDialect dialect) {
        BackendReport dropping =
                ToyBackendCheck.toyIn(dialect, ToyBackendQuirk.DROPS_HISTORY, ToyBackendQuirk.NO_TEMPLATE);
        BackendReport clearing =
                ToyBackendCheck.toyIn(dialect, ToyBackendQuirk.DROPS_ACROSS_TURNS, ToyBackendQuirk.NO_TEMPLATE);
        BackendReport endless = ToyBackendCheck.toyIn(dialect, ToyBackendQuirk.NO_END, ToyBackendQuirk.NO_TEMPLATE);

        assertThat(ToyBackendCheck.kinds(dropping)).containsExactly(FindingKind.HISTORY_DROPPED);
        assertThat(ToyBackendCheck.kinds(clearing)).containsExactly(FindingKind.CLEARED_ACROSS_TURNS);
        assertThat(ToyBackendCheck.kinds(endless)).containsExactly(FindingKind.END_MISSING);
    }

    @Test
    void aBackendThatHangsIsGivenUpAfterTheTimeout() {
        BackendReport report =
                ToyBackendCheck.toy(Optional.of(ServerDialect.CHAT), Duration.ofSeconds(1), ToyBackendQuirk.HANGS);

        assertThat(ToyBackendCheck.kinds(report)).containsExactly(TIMED_OUT);
        assertThat(report.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    }

    @Test
    void aBackendThatHangsOnlyAtAHistoryStillGetsItsPromptSeen() {
        BackendReport report = ToyBackendCheck.toy(
                Optional.of(ServerDialect.CHAT), Duration.ofSeconds(1), ToyBackendQuirk.HANGS_LATER);

        assertThat(ToyBackendCheck.kinds(report)).containsExactly(TIMED_OUT);
        assertThat(report.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(report.think()).isEqualTo(dev.throughline.verdict.Status.PRESERVED);
    }

    static ToyBackendQuirk[] quirks(String names) {
        return Arrays.stream(names.split(" ")).map(ToyBackendQuirk::valueOf).toArray(ToyBackendQuirk[]::new);
    }

    private static Set<FindingKind> kinds(String names) {
        List<String> all = names == null ? List.of() : List.of(names.split(" "));
        return all.stream().map(FindingKind::valueOf).collect(java.util.stream.Collectors.toSet());
    }
}
