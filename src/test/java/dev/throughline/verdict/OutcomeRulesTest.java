package dev.throughline.verdict;

import dev.throughline.trace.Category;
import dev.throughline.trace.Observation;
import dev.throughline.trace.Observation.Due;
import dev.throughline.trace.Observation.Scope;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.Sighting;
import dev.throughline.trace.Sighting.Place;
import dev.throughline.trace.Sighting.SignatureMatch;
import dev.throughline.trace.Sighting.TextMatch;
import java.util.Optional;
import org.junit.jupiter.api.Test;

import static dev.throughline.verdict.EvidenceBuilder.absentTurn;
import static dev.throughline.verdict.EvidenceBuilder.at;
import static dev.throughline.verdict.EvidenceBuilder.exact;
import static dev.throughline.verdict.EvidenceBuilder.own;
import static org.assertj.core.api.Assertions.assertThat;

/// One test for each outcome of an item.
class OutcomeRulesTest {
    private static final PlantedItem THOUGHT = EvidenceBuilder.item(0, Category.THINK);
    private static final PlantedItem TEXT = EvidenceBuilder.item(0, Category.CONTENT);

    @Test
    void whatStandsUnchangedInItsPlaceIsExactAndNeedsNoReason() {
        assertThat(judged(THOUGHT, exact())).isEqualTo(new OutcomeRules.Judged(Outcome.EXACT, Optional.empty()));
    }

    @Test
    void aSameSignatureIsExact() {
        assertThat(judged(THOUGHT, own(TextMatch.EXACT, SignatureMatch.SAME)).outcome())
                .isEqualTo(Outcome.EXACT);
    }

    @Test
    void anExactItemKeepsTheRemarkOfTheTracer() {
        assertThat(judged(THOUGHT, sighting(true, 1, "spelt otherwise")).reason())
                .hasValue("spelt otherwise");
    }

    @Test
    void whatIsNamedByAnIdIsReferenced() {
        assertJudged(THOUGHT, at(Place.REFERENCE), Outcome.REFERENCED, "named by its id");
    }

    @Test
    void aChangedTextIsModified() {
        assertJudged(THOUGHT, own(TextMatch.CHANGED), Outcome.MODIFIED, "it differs at /messages/1");
    }

    @Test
    void aTextWithoutTheWhiteSpaceAtItsEndsIsTrimmed() {
        assertJudged(THOUGHT, own(TextMatch.TRIMMED), Outcome.TRIMMED, "it differs at /messages/1");
        assertJudged(
                THOUGHT, own(TextMatch.TRIMMED, SignatureMatch.SAME), Outcome.TRIMMED, "it differs at /messages/1");
    }

    @Test
    void aTrimmedItemInAnotherOrderIsReordered() {
        assertJudged(
                THOUGHT,
                sighting(TextMatch.TRIMMED, false, 1, "2 characters are missing"),
                Outcome.REORDERED,
                "is in a different order than issued, and trimmed at /messages/1");
    }

    @Test
    void aShortenedTextIsTruncated() {
        assertJudged(THOUGHT, own(TextMatch.TRUNCATED), Outcome.TRUNCATED, "it differs at /messages/1");
    }

    @Test
    void anItemInAnotherKindOfPartIsMoved() {
        assertJudged(THOUGHT, at(Place.ELSEWHERE), Outcome.MOVED, "found at /messages/1 instead of its own field");
    }

    @Test
    void whatStandsUnderAnAliasIsRenamed() {
        assertJudged(
                THOUGHT, at(Place.ALIAS), Outcome.RENAMED, "reasoning_content came back as reasoning at /messages/1");
    }

    @Test
    void whatStandsUnderAnAliasBesideItsEmptyFieldIsShadowed() {
        assertJudged(
                THOUGHT,
                at(Place.BESIDE_EMPTY),
                Outcome.SHADOWED,
                "reasoning_content is empty, reasoning at /messages/1 holds the text");
    }

    @Test
    void anItemInAnotherOrderIsReordered() {
        assertJudged(THOUGHT, sighting(false, 1, null), Outcome.REORDERED, "out of order at /messages/1");
        assertJudged(THOUGHT, sighting(false, 1, "stands last"), Outcome.REORDERED, "stands last at /messages/1");
    }

    @Test
    void whatWasChangedAndMovedIsModifiedInWordsToo() {
        assertJudged(
                THOUGHT,
                sighting(TextMatch.CHANGED, false, 1, "differs"),
                Outcome.MODIFIED,
                "differs at /messages/1, and it is in a different order than issued");
        assertJudged(
                THOUGHT,
                sighting(TextMatch.TRUNCATED, false, 1, "4 of 9 characters are present"),
                Outcome.TRUNCATED,
                "4 of 9 characters are present at /messages/1, and it is in a different order than issued");
    }

    @Test
    void aResultWithoutTheOutputOfItsCommandIsNotDue() {
        PlantedItem output = new PlantedItem(0, Category.TOOL_OUT, "o", "o", 1, "", Optional.of("c"), Optional.empty());

        assertJudged(
                output,
                sighting(TextMatch.NONE, true, 1, "the result holds nothing"),
                Outcome.NOT_DUE,
                "the result holds nothing at /messages/1: the tool did not run");
    }

    @Test
    void whatIsThereTwiceIsDuplicated() {
        assertJudged(THOUGHT, sighting(true, 2, null), Outcome.DUPLICATED, "it is there 2 times, first at /messages/1");
    }

    @Test
    void aVisibleCopyIsNamed() {
        assertJudged(
                THOUGHT,
                sighting(true, 2, "a copy is visible at /messages/2/content"),
                Outcome.DUPLICATED,
                "it is there 2 times, first at /messages/1; a copy is visible at /messages/2/content");
    }

    @Test
    void aDuplicateOutOfOrderIsADuplicate() {
        assertThat(judged(THOUGHT, sighting(false, 2, null)).outcome()).isEqualTo(Outcome.DUPLICATED);
    }

    @Test
    void aThoughtWithoutItsSignatureHasLostIt() {
        assertJudged(
                THOUGHT,
                own(TextMatch.EXACT, SignatureMatch.GONE),
                Outcome.SIGNATURE_LOST,
                "the text is unchanged, its signature is missing at /messages/1");
    }

    @Test
    void aThoughtWithAnotherSignatureHasItAltered() {
        assertJudged(
                THOUGHT,
                own(TextMatch.EXACT, SignatureMatch.CHANGED),
                Outcome.SIGNATURE_ALTERED,
                "the text is unchanged, its signature is not at /messages/1");
    }

    @Test
    void whatIsNowhereInItsAnswerIsMissing() {
        assertJudged(THOUGHT, at(Place.NOWHERE), Outcome.MISSING, "the answer is in the request, this is not");
    }

    @Test
    void aFieldWithoutItsTextIsMissing() {
        assertJudged(THOUGHT, own(TextMatch.NONE), Outcome.MISSING, "its field is there without it at /messages/1");
    }

    @Test
    void aThoughtWhoseSiblingsCameBackIsPartial() {
        OutcomeRules.Judged judged = OutcomeRules.of(THOUGHT, observation(at(Place.NOWHERE)), true);

        assertThat(judged.outcome()).isEqualTo(Outcome.PARTIAL);
        assertThat(judged.reason()).hasValue("other reasoning blocks of the answer are present, this one is not");
    }

    @Test
    void aTextWhoseSiblingsCameBackIsMissing() {
        assertThat(OutcomeRules.of(TEXT, observation(at(Place.NOWHERE)), true).outcome())
                .isEqualTo(Outcome.MISSING);
    }

    @Test
    void anItemOfAnAnswerThatIsNotThereIsOfAnAbsentTurn() {
        assertJudged(THOUGHT, absentTurn(), Outcome.TURN_ABSENT, "the whole answer is not in the request");
    }

    private static void assertJudged(PlantedItem item, Sighting seen, Outcome outcome, String reason) {
        assertThat(judged(item, seen)).isEqualTo(OutcomeRules.Judged.of(outcome, reason));
    }

    private static OutcomeRules.Judged judged(PlantedItem item, Sighting seen) {
        return OutcomeRules.of(item, observation(seen), false);
    }

    private static Observation observation(Sighting seen) {
        return new Observation(1, 0, Due.MUST, Scope.WITHIN_TURN, seen);
    }

    private static Sighting sighting(boolean inOrder, int copies, String difference) {
        return sighting(TextMatch.EXACT, inOrder, copies, difference);
    }

    private static Sighting sighting(TextMatch text, boolean inOrder, int copies, String difference) {
        return new Sighting(
                true,
                Place.OWN,
                text,
                SignatureMatch.NOT_ISSUED,
                inOrder,
                copies,
                "/messages/1",
                "reasoning_content",
                Optional.ofNullable(difference));
    }
}
