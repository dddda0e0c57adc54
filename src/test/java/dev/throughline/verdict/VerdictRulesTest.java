package dev.throughline.verdict;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/// The verdict of a run and its sentence.
class VerdictRulesTest {
    private static final List<String> NO_NOTES = List.of();
    private static final List<String> NOT_RESUMED =
            List.of("Something else.", "History not resumed: request 2 starts over and carries nothing of request 1.");

    private final Map<Capability, CapabilityVerdict> capabilities = new EnumMap<>(Capability.class);

    VerdictRulesTest() {
        for (Capability capability : Capability.values()) {
            set(capability, Status.NOT_EXERCISED, Status.NOT_EXERCISED);
        }
    }

    @Test
    void passesWhereThinkingIsPreservedAndNothingElseWasExercised() {
        set(Capability.THINK, Status.PRESERVED, Status.NOT_EXERCISED);

        assertThat(verdict()).isEqualTo(Verdict.PASS);
    }

    @Test
    void passesNothingWhereAnAnswerNeverCameBack() {
        set(Capability.THINK, Status.PRESERVED, Status.PRESERVED);
        var rules = new VerdictRules(
                capabilities, List.of("Never came back: answer 3; the conversation went on without it."), false);

        assertThat(rules.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(rules.sentence(Verdict.INCONCLUSIVE)).isEqualTo("INCONCLUSIVE: answer 3 never came back.");
    }

    @Test
    void namesAClientWithoutAHistory() {
        var rules = new VerdictRules(
                capabilities,
                List.of("History not resumed: this client keeps none; none of its 3 requests carries an earlier"
                        + " answer."),
                false);

        assertThat(rules.sentence(rules.verdict()))
                .isEqualTo("INCONCLUSIVE: the client keeps no history: every request starts over.");
    }

    @ParameterizedTest
    @EnumSource(names = {"BROKEN", "PARTIAL"})
    void failsWhereARequiredCapabilityIsLost(Status lost) {
        set(Capability.THINK, Status.PRESERVED, Status.PRESERVED);
        set(Capability.TOOL_OUT, lost, lost);

        assertThat(verdict()).isEqualTo(Verdict.FAIL);
    }

    @Test
    void aTrimmedTextFailsAndIsNamedSo() {
        trimmed(Capability.THINK, Map.of(Outcome.TRIMMED, 2));

        assertThat(verdict()).isEqualTo(Verdict.FAIL);
        assertThat(sentence(Verdict.FAIL)).isEqualTo("FAIL: THINK trimmed within turns.");
    }

    @Test
    void aTrimmedTextPassesWhereThatIsTolerated() {
        trimmed(Capability.THINK, Map.of(Outcome.TRIMMED, 2));
        trimmed(Capability.CONTENT, Map.of(Outcome.TRIMMED, 1, Outcome.REFERENCED, 1));
        var rules = new VerdictRules(capabilities, NO_NOTES, true);

        assertThat(rules.verdict()).isEqualTo(Verdict.PASS);
        assertThat(rules.sentence(Verdict.PASS))
                .isEqualTo("PASS: reasoning came back complete and in order; trimmed, which is tolerated: THINK,"
                        + " CONTENT.");
    }

    @Test
    void anotherLossBesideATrimmedTextIsNotTolerated() {
        trimmed(Capability.THINK, Map.of(Outcome.TRIMMED, 2, Outcome.TRUNCATED, 1));
        var rules = new VerdictRules(capabilities, NO_NOTES, true);

        assertThat(rules.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(rules.sentence(Verdict.FAIL)).isEqualTo("FAIL: THINK partial within turns.");
    }

    @ParameterizedTest
    @EnumSource(names = {"PARAMS", "CACHE"})
    void passesWhereOnlyACheckBesideTheVerdictIsLost(Capability check) {
        set(Capability.THINK, Status.PRESERVED, Status.PRESERVED);
        set(check, Status.BROKEN, Status.BROKEN);

        assertThat(verdict()).isEqualTo(Verdict.PASS);
    }

    @ParameterizedTest
    @EnumSource(names = {"INCONCLUSIVE", "ERROR"})
    void isInconclusiveWhereARequiredCapabilityIsUnclear(Status unclear) {
        set(Capability.THINK, Status.PRESERVED, Status.PRESERVED);
        set(Capability.CONTENT, unclear, unclear);

        assertThat(verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    }

    @Test
    void isInconclusiveWithoutProofOfThinking() {
        set(Capability.CONTENT, Status.PRESERVED, Status.PRESERVED);

        assertThat(verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    }

    @Test
    void anUnsupportedCapabilityDoesNotStandInTheWay() {
        set(Capability.THINK, Status.PRESERVED, Status.PRESERVED);
        set(Capability.SIGNATURE, Status.UNSUPPORTED, Status.UNSUPPORTED);

        assertThat(verdict()).isEqualTo(Verdict.PASS);
    }

    @Test
    void isInconclusiveWhereTheHistoryWasNotResumed() {
        set(Capability.THINK, Status.PRESERVED, Status.PRESERVED);

        assertThat(new VerdictRules(capabilities, NOT_RESUMED, false).verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    }

    @Test
    void aLossOutweighsAHistoryThatWasNotResumed() {
        set(Capability.THINK, Status.BROKEN, Status.BROKEN);

        assertThat(new VerdictRules(capabilities, NOT_RESUMED, false).verdict()).isEqualTo(Verdict.FAIL);
    }

    @ParameterizedTest
    @CsvSource({
        "PRESERVED, PRESERVED, ', within and across turns'",
        "PRESERVED, NOT_EXERCISED, ', within turns'",
        "NOT_EXERCISED, PRESERVED, ', across turns'"
    })
    void aPassSaysInWhichScopes(Status within, Status across, String scopes) {
        set(Capability.THINK, within, across);

        assertThat(sentence(Verdict.PASS))
                .isEqualTo("PASS: reasoning came back complete, unmodified and in order" + scopes + ".");
    }

    @ParameterizedTest
    @CsvSource({
        "BROKEN, BROKEN, within and across turns",
        "PARTIAL, BROKEN, within and across turns",
        "BROKEN, PRESERVED, within turns",
        "PARTIAL, NOT_EXERCISED, within turns",
        "PRESERVED, BROKEN, across turns",
        "NOT_EXERCISED, PARTIAL, across turns"
    })
    void aFailSaysWhatWasLostAndWhere(Status within, Status across, String where) {
        set(Capability.THINK, within, across);
        String lost = ScopeStatus.over(within, across).name().toLowerCase(Locale.ROOT);

        assertThat(sentence(Verdict.FAIL)).isEqualTo("FAIL: THINK " + lost + " " + where + ".");
    }

    @Test
    void aFailNamesWhatWasPreservedBesideIt() {
        set(Capability.THINK, Status.BROKEN, Status.NOT_EXERCISED);
        set(Capability.CONTENT, Status.PRESERVED, Status.PRESERVED);
        set(Capability.TOOL_ID, Status.PRESERVED, Status.NOT_EXERCISED);
        set(Capability.TOOL_OUT, Status.NOT_EXERCISED, Status.PARTIAL);
        set(Capability.CACHE, Status.BROKEN, Status.BROKEN);

        assertThat(sentence(Verdict.FAIL))
                .isEqualTo(
                        "FAIL: THINK broken within turns, TOOL_OUT partial across turns; preserved: CONTENT, TOOL_ID.");
    }

    @Test
    void aDoubtBeginsWithAHistoryThatWasNotResumed() {
        assertThat(new VerdictRules(capabilities, NOT_RESUMED, false).sentence(Verdict.INCONCLUSIVE))
                .isEqualTo("INCONCLUSIVE: history not resumed; a later turn started a new conversation, so"
                        + " preservation across turns is unknown.");
    }

    @Test
    void aRunWithoutDueItemsAsksForASecondTurn() {
        assertThat(sentence(Verdict.INCONCLUSIVE))
                .isEqualTo("INCONCLUSIVE: no request has followed an answer yet; send a second turn.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "NOT_EXERCISED | no reasoning was due in this run",
                "INCONCLUSIVE | earlier answers are absent from later requests, so their reasoning cannot be judged",
                "PRESERVED | not everything could be judged"
            })
    void aDoubtSaysWhyOfThinking(Status think, String why) {
        set(Capability.THINK, think, Status.NOT_EXERCISED);
        capabilities.put(
                Capability.CONTENT,
                new CapabilityVerdict(Status.INCONCLUSIVE, Status.INCONCLUSIVE, Status.NOT_EXERCISED, 1, 0, Map.of()));

        assertThat(sentence(Verdict.INCONCLUSIVE)).isEqualTo("INCONCLUSIVE: " + why + ".");
    }

    private void set(Capability capability, Status within, Status across) {
        capabilities.put(
                capability, new CapabilityVerdict(ScopeStatus.over(within, across), within, across, 0, 0, Map.of()));
    }

    private void trimmed(Capability capability, Map<Outcome, Integer> outcomes) {
        capabilities.put(
                capability,
                new CapabilityVerdict(Status.PARTIAL, Status.PARTIAL, Status.NOT_EXERCISED, 3, 0, outcomes));
    }

    private Verdict verdict() {
        return new VerdictRules(capabilities, NO_NOTES, false).verdict();
    }

    private String sentence(Verdict verdict) {
        return new VerdictRules(capabilities, NO_NOTES, false).sentence(verdict);
    }
}
