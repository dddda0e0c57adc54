package dev.throughline.verdict;

import dev.throughline.trace.Category;
import dev.throughline.trace.Observation.Due;
import dev.throughline.trace.Observation.Scope;
import dev.throughline.trace.Sighting;
import dev.throughline.trace.Sighting.Place;
import dev.throughline.trace.Sighting.SignatureMatch;
import dev.throughline.trace.Sighting.TextMatch;
import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.trace.TracedExchange;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static dev.throughline.verdict.EvidenceBuilder.absentTurn;
import static dev.throughline.verdict.EvidenceBuilder.at;
import static dev.throughline.verdict.EvidenceBuilder.exact;
import static dev.throughline.verdict.EvidenceBuilder.exchange;
import static dev.throughline.verdict.EvidenceBuilder.own;
import static dev.throughline.verdict.EvidenceBuilder.signedThought;
import static org.assertj.core.api.Assertions.assertThat;

/// The status of each capability in a run.
class CapabilityScorerTest {
    @ParameterizedTest
    @EnumSource(Category.class)
    void eachCategoryIsASeparateCapability(Category category) {
        TracedExchange answer = exchange(1).planting(Category.values()).build();
        TracedExchange request = exchange(2)
                .continues(1, 1, 2)
                .observing(1, category.ordinal(), at(Place.NOWHERE))
                .observing(1, (category.ordinal() + 1) % 5, exact())
                .build();

        Map<Capability, CapabilityVerdict> all = capabilities(answer, request);

        Capability own = Capability.valueOf(category.name());
        assertThat(all.get(own))
                .isEqualTo(new CapabilityVerdict(
                        Status.BROKEN, Status.BROKEN, Status.NOT_EXERCISED, 1, 0, Map.of(Outcome.MISSING, 1)));
        assertThat(all.values()).extracting(CapabilityVerdict::status).containsOnlyOnce(Status.BROKEN);
    }

    @Test
    void countsWhatWasDueAndWhatWasKept() {
        TracedExchange answer = exchange(1)
                .planting(Category.CONTENT, Category.CONTENT, Category.CONTENT, Category.CONTENT)
                .build();
        TracedExchange request = exchange(2)
                .continues(1, 1, 2)
                .observing(1, 0, exact())
                .observing(1, 1, at(Place.REFERENCE))
                .observing(1, 2, own(TextMatch.CHANGED))
                .observing(1, 3, own(TextMatch.CHANGED))
                .build();

        CapabilityVerdict content = capabilities(answer, request).get(Capability.CONTENT);

        assertThat(content)
                .isEqualTo(new CapabilityVerdict(
                        Status.PARTIAL,
                        Status.PARTIAL,
                        Status.NOT_EXERCISED,
                        4,
                        2,
                        Map.of(Outcome.REFERENCED, 1, Outcome.MODIFIED, 2)));
    }

    @Test
    void whatMayComeBackIsNotCounted() {
        TracedExchange answer = exchange(1).planting(Category.THINK).build();
        TracedExchange request = exchange(2)
                .continues(1, 1, 2)
                .observing(1, 0, Due.MAY, Scope.WITHIN_TURN, exact())
                .build();

        assertThat(capabilities(answer, request).get(Capability.THINK).status()).isEqualTo(Status.NOT_EXERCISED);
    }

    @Test
    void aLossWithoutAnythingOfTheAnswerIsInconclusive() {
        TracedExchange answer =
                exchange(1).planting(Category.THINK, Category.CONTENT).build();
        TracedExchange request = exchange(2)
                .continues(1, 1, 2)
                .observing(1, 0, at(Place.NOWHERE))
                .observing(1, 1, absentTurn())
                .build();

        assertThat(capabilities(answer, request).get(Capability.THINK).status()).isEqualTo(Status.INCONCLUSIVE);
    }

    @Test
    void aControlCountsInItsOwnScopeOnly() {
        TracedExchange answer =
                exchange(1).planting(Category.THINK, Category.CONTENT).build();
        TracedExchange request = exchange(2)
                .continues(1, 1, 2)
                .observing(1, 0, Due.MUST, Scope.ACROSS_TURNS, at(Place.NOWHERE))
                .observing(1, 1, Due.MUST, Scope.WITHIN_TURN, exact())
                .build();

        CapabilityVerdict think = capabilities(answer, request).get(Capability.THINK);

        assertThat(think.acrossTurns()).isEqualTo(Status.INCONCLUSIVE);
        assertThat(think.withinTurn()).isEqualTo(Status.NOT_EXERCISED);
    }

    @ParameterizedTest
    @EnumSource(SignatureMatch.class)
    void aSignatureCountsForWhatBecameOfItself(SignatureMatch match) {
        CapabilityVerdict signature = signatureAfter(own(TextMatch.EXACT, match));

        boolean isKept = match == SignatureMatch.SAME || match == SignatureMatch.NOT_ISSUED;
        assertThat(signature.status()).isEqualTo(isKept ? Status.PRESERVED : Status.BROKEN);
    }

    @Test
    void aSignatureSaysNothingOfItsText() {
        assertThat(signatureAfter(own(TextMatch.CHANGED)).status()).isEqualTo(Status.PRESERVED);
        assertThat(signatureAfter(own(TextMatch.TRUNCATED)).outcomes()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = TextMatch.class,
            names = {"TRIMMED", "TRUNCATED", "CHANGED"})
    void anEmptiedOrForeignSignatureCountsOnAnAlteredTextAsWell(TextMatch text) {
        assertThat(signatureAfter(own(text, SignatureMatch.GONE)).outcomes())
                .containsOnly(Map.entry(Outcome.SIGNATURE_LOST, 1));
        assertThat(signatureAfter(own(text, SignatureMatch.CHANGED)).outcomes())
                .containsOnly(Map.entry(Outcome.SIGNATURE_ALTERED, 1));
    }

    @Test
    void aSignatureIsLostWithItsThought() {
        assertThat(signatureAfter(at(Place.NOWHERE)).outcomes()).containsOnly(Map.entry(Outcome.MISSING, 1));
        assertThat(signatureAfter(at(Place.ELSEWHERE)).outcomes()).containsOnly(Map.entry(Outcome.MOVED, 1));
    }

    @Test
    void onlySignedThoughtsHaveASignature() {
        TracedExchange answer =
                exchange(1).planting(Category.THINK, Category.CONTENT).build();
        TracedExchange request = exchange(2)
                .continues(1, 1, 2)
                .observing(1, 0, exact())
                .observing(1, 1, exact())
                .build();

        assertThat(capabilities(answer, request).get(Capability.SIGNATURE).due())
                .isZero();
    }

    @Test
    void aThoughtOfAnUnknownAnswerHasNoSignature() {
        var unknown = new ItemVerdict(
                Category.THINK,
                "",
                1,
                7,
                0,
                Scope.WITHIN_TURN,
                Due.MUST,
                Outcome.EXACT,
                2,
                OptionalInt.empty(),
                "",
                "",
                Optional.empty(),
                List.of());
        var items = new ItemTallies();
        items.add(List.of(unknown), _ -> Optional.empty());

        var all = new CapabilityScorer(items, new PrefixStability(), false, Map.of()).all();

        assertThat(all.get(Capability.SIGNATURE).status()).isEqualTo(Status.NOT_EXERCISED);
        assertThat(all.get(Capability.THINK).status()).isEqualTo(Status.PRESERVED);
    }

    @Test
    void orderCountsForWhatStandsElsewhereInItsTurnOrTwice() {
        assertThat(orderAfter(reordered()).outcomes()).containsOnly(Map.entry(Outcome.REORDERED, 1));
        assertThat(orderAfter(absentTurn()).status()).isEqualTo(Status.INCONCLUSIVE);
        assertThat(orderAfter(copies(2)).outcomes()).containsOnly(Map.entry(Outcome.DUPLICATED, 1));
    }

    @Test
    void orderSaysNothingOfWhatIsLostOrChanged() {
        assertThat(orderAfter(at(Place.NOWHERE)).status()).isEqualTo(Status.PRESERVED);
        assertThat(orderAfter(own(TextMatch.CHANGED)).status()).isEqualTo(Status.PRESERVED);
    }

    @Test
    void paramsArePreservedWhereAnyRequestSendsThem() {
        TracedExchange plain = exchange(1).build();
        TracedExchange asking = exchange(2).sendingParams().build();

        assertThat(capabilities(plain, asking).get(Capability.PARAMS))
                .isEqualTo(new CapabilityVerdict(Status.PRESERVED, Status.PRESERVED, Status.PRESERVED, 0, 0, Map.of()));
        assertThat(capabilities(plain).get(Capability.PARAMS).status()).isEqualTo(Status.NOT_EXERCISED);
    }

    @Test
    void allButParamsAndCacheAreRequired() {
        assertThat(Capability.values())
                .filteredOn(capability -> !capability.isRequired())
                .containsExactly(Capability.PARAMS, Capability.CACHE);
    }

    private static CapabilityVerdict signatureAfter(Sighting seen) {
        TracedExchange answer = exchange(1)
                .planting(signedThought(0), EvidenceBuilder.item(1, Category.CONTENT))
                .build();
        TracedExchange request = exchange(2)
                .continues(1, 1, 2)
                .observing(1, 0, seen)
                .observing(1, 1, exact())
                .build();
        return capabilities(answer, request).get(Capability.SIGNATURE);
    }

    private static CapabilityVerdict orderAfter(Sighting seen) {
        TracedExchange answer = exchange(1).planting(Category.CONTENT).build();
        TracedExchange request =
                exchange(2).continues(1, 1, 2).observing(1, 0, seen).build();
        return capabilities(answer, request).get(Capability.ORDER);
    }

    private static Sighting reordered() {
        return sighting(false, 1);
    }

    private static Sighting copies(int copies) {
        return sighting(true, copies);
    }

    private static Sighting sighting(boolean inOrder, int copies) {
        return new Sighting(
                true,
                Place.OWN,
                TextMatch.EXACT,
                SignatureMatch.NOT_ISSUED,
                inOrder,
                copies,
                "/messages/1",
                "",
                Optional.empty());
    }

    private static Map<Capability, CapabilityVerdict> capabilities(TracedExchange... exchanges) {
        return RunScorer.score(new RunEvidence("r", ThinkingPolicy.PRESERVED, List.of(exchanges)))
                .capabilities();
    }
}
