package dev.throughline.verdict;

import dev.throughline.trace.Category;
import dev.throughline.trace.Observation.Due;
import dev.throughline.trace.Observation.Scope;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.Sighting.Place;
import dev.throughline.trace.Sighting.TextMatch;
import dev.throughline.trace.TracedExchange;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

import static dev.throughline.verdict.EvidenceBuilder.at;
import static dev.throughline.verdict.EvidenceBuilder.exact;
import static dev.throughline.verdict.EvidenceBuilder.exchange;
import static dev.throughline.verdict.EvidenceBuilder.item;
import static dev.throughline.verdict.EvidenceBuilder.own;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/// What becomes of an item over all requests that had to carry it.
class ItemVerdictAggregatorTest {
    private static final TracedExchange ANSWER = exchange(1)
            .continues(9, 3, 1)
            .planting(Category.THINK, Category.CONTENT)
            .build();

    @Test
    void saysWhereAnItemWasPlantedAndWhereItWasSeen() {
        ItemVerdict item = only(ANSWER, exchange(2).observing(1, 1, exact()).build());

        assertThat(item)
                .isEqualTo(new ItemVerdict(
                        Category.CONTENT,
                        "[CONTENT-OAI-T1-00000001]",
                        3,
                        1,
                        1,
                        Scope.WITHIN_TURN,
                        Due.MUST,
                        Outcome.EXACT,
                        2,
                        OptionalInt.of(2),
                        "/messages/1",
                        "",
                        Optional.empty(),
                        List.of()));
    }

    @Test
    void theWorstOutcomeCountsWhereverItStands() {
        TracedExchange kept = exchange(2).observing(1, 0, exact()).build();
        TracedExchange lost = exchange(3).observing(1, 0, at(Place.NOWHERE)).build();
        TracedExchange changed =
                exchange(4).observing(1, 0, own(TextMatch.CHANGED)).build();

        ItemVerdict item = only(ANSWER, kept, lost, changed);

        assertThat(item.outcome()).isEqualTo(Outcome.MISSING);
        assertThat(item.observedIn()).isEqualTo(3);
        assertThat(item.reason()).hasValue("the answer is in the request, this is not");
    }

    @Test
    void namesEveryOutcomeInTheOrderOfTheRequests() {
        ItemVerdict item = only(
                ANSWER,
                exchange(5).observing(1, 0, at(Place.NOWHERE)).build(),
                exchange(6).observing(1, 0, at(Place.NOWHERE)).build(),
                exchange(7).observing(1, 0, own(TextMatch.TRUNCATED)).build(),
                exchange(8).observing(1, 0, exact()).build());

        assertThat(item.outcome()).isEqualTo(Outcome.MISSING);
        assertThat(item.changes())
                .extracting(OutcomeSpan::outcome, OutcomeSpan::from, OutcomeSpan::to)
                .containsExactly(
                        tuple(Outcome.MISSING, 5, 6), tuple(Outcome.TRUNCATED, 7, 7), tuple(Outcome.EXACT, 8, 8));
    }

    @Test
    void twoOutcomesAreAChange() {
        ItemVerdict item = only(
                ANSWER,
                exchange(2).observing(1, 0, exact()).build(),
                exchange(3).observing(1, 0, at(Place.NOWHERE)).build());

        assertThat(item.changes()).extracting(OutcomeSpan::outcome).containsExactly(Outcome.EXACT, Outcome.MISSING);
    }

    @Test
    void namesNoChangesOfAnItemWithTheSameOutcomeEverywhere() {
        ItemVerdict item = only(
                ANSWER,
                exchange(2).observing(1, 0, exact()).build(),
                exchange(3).observing(1, 0, exact()).build());

        assertThat(item.changes()).isEmpty();
    }

    @Test
    void theFirstOfEquallyBadOutcomesCounts() {
        TracedExchange lost = exchange(2).observing(1, 0, at(Place.NOWHERE)).build();
        TracedExchange again = exchange(3).observing(1, 0, at(Place.NOWHERE)).build();

        assertThat(only(ANSWER, lost, again).observedIn()).isEqualTo(2);
    }

    @Test
    void remembersTheLastRequestThatStillCarriedIt() {
        TracedExchange kept = exchange(2).observing(1, 0, exact()).build();
        TracedExchange named = exchange(3).observing(1, 0, at(Place.REFERENCE)).build();
        TracedExchange lost = exchange(4).observing(1, 0, at(Place.NOWHERE)).build();

        assertThat(only(ANSWER, kept, named, lost).lastSeenIn()).hasValue(3);
        assertThat(only(ANSWER, lost).lastSeenIn()).isEmpty();
    }

    @Test
    void judgesTheScopesApart() {
        TracedExchange loop = exchange(2)
                .observing(1, 0, Due.MUST, Scope.WITHIN_TURN, exact())
                .build();
        TracedExchange later = exchange(3)
                .observing(1, 0, Due.MUST, Scope.ACROSS_TURNS, at(Place.NOWHERE))
                .build();

        assertThat(items(ANSWER, loop, later))
                .extracting(ItemVerdict::scope, ItemVerdict::outcome)
                .containsExactly(tuple(Scope.WITHIN_TURN, Outcome.EXACT), tuple(Scope.ACROSS_TURNS, Outcome.MISSING));
    }

    @Test
    void whatDidNotHaveToComeBackAndDidNotIsNotDue() {
        TracedExchange lost = exchange(2)
                .observing(1, 0, Due.MAY, Scope.WITHIN_TURN, at(Place.NOWHERE))
                .build();

        ItemVerdict item = only(ANSWER, lost);

        assertThat(item.outcome()).isEqualTo(Outcome.NOT_DUE);
        assertThat(item.reason()).hasValue("the answer is in the request, this is not (it was not due)");
    }

    @Test
    void whatDidNotHaveToComeBackAndDidIsExact() {
        TracedExchange kept =
                exchange(2).observing(1, 0, Due.MAY, Scope.WITHIN_TURN, exact()).build();

        assertThat(only(ANSWER, kept).outcome()).isEqualTo(Outcome.EXACT);
    }

    @Test
    void whatHadToComeBackCountsBeforeWhatDidNot() {
        TracedExchange kept = exchange(2).observing(1, 0, exact()).build();
        TracedExchange free = exchange(3)
                .observing(1, 0, Due.MAY, Scope.WITHIN_TURN, at(Place.NOWHERE))
                .build();

        ItemVerdict item = only(ANSWER, free, kept);

        assertThat(item.outcome()).isEqualTo(Outcome.EXACT);
        assertThat(item.due()).isEqualTo(Due.MUST);
        assertThat(item.observedIn()).isEqualTo(2);
    }

    @Test
    void aCallOfARealBackendIsNamedByItsId() {
        TracedExchange answer =
                exchange(1).planting(real(0, Category.TOOL_ID, "call_7")).build();

        assertThat(only(answer, exchange(2).observing(1, 0, exact()).build()).token())
                .isEqualTo("call_7");
    }

    @Test
    void aTextOfARealBackendHasNoName() {
        TracedExchange answer =
                exchange(1).planting(real(0, Category.CONTENT, "secret")).build();

        assertThat(only(answer, exchange(2).observing(1, 0, exact()).build()).token())
                .isEmpty();
    }

    @Test
    void aPlantedCallIsNamedByItsToken() {
        TracedExchange answer = exchange(1).planting(Category.TOOL_ID).build();

        assertThat(only(answer, exchange(2).observing(1, 0, exact()).build()).token())
                .isEqualTo("[TOOL_ID-OAI-T1-00000000]");
    }

    @Test
    void passesOverWhatIsNotKnown() {
        TracedExchange unknown = exchange(2)
                .observing(7, 0, exact())
                .observing(1, 2, exact())
                .observing(1, 1, exact())
                .build();

        assertThat(items(ANSWER, unknown)).extracting(ItemVerdict::ordinal).containsExactly(1);
    }

    @Test
    void aThoughtIsPartialOnlyWhereAnotherOfItsAnswerCameBack() {
        TracedExchange answer = exchange(1)
                .planting(Category.THINK, Category.THINK, Category.CONTENT)
                .build();
        TracedExchange other = exchange(2).planting(Category.THINK).build();
        TracedExchange half = exchange(3)
                .observing(1, 0, at(Place.NOWHERE))
                .observing(1, 1, exact())
                .build();
        TracedExchange none = exchange(3)
                .observing(1, 0, at(Place.NOWHERE))
                .observing(1, 1, at(Place.NOWHERE))
                .observing(1, 2, exact())
                .observing(2, 0, exact())
                .build();

        assertThat(items(answer, other, half))
                .extracting(ItemVerdict::outcome)
                .containsExactly(Outcome.PARTIAL, Outcome.EXACT);
        assertThat(items(answer, other, none))
                .extracting(ItemVerdict::outcome)
                .containsExactly(Outcome.MISSING, Outcome.MISSING, Outcome.EXACT, Outcome.EXACT);
    }

    private static PlantedItem real(int ordinal, Category category, String value) {
        PlantedItem planted = item(ordinal, category);
        return new PlantedItem(
                ordinal, category, "", value, planted.block(), planted.field(), planted.callId(), planted.signature());
    }

    private static List<ItemVerdict> items(TracedExchange... exchanges) {
        return RunScorer.items(List.of(exchanges));
    }

    private static ItemVerdict only(TracedExchange... exchanges) {
        List<ItemVerdict> items = items(exchanges);
        assertThat(items).hasSize(1);
        return items.getFirst();
    }
}
