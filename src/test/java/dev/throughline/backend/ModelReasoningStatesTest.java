package dev.throughline.backend;

import dev.throughline.backend.settings.ModelFamily;
import dev.throughline.backend.settings.ReasoningIn;
import dev.throughline.filter.ReasoningEvidence;
import dev.throughline.filter.ReasoningOpening;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

class ModelReasoningStatesTest {
    private static final String MODEL = "glm-4.7";

    private final ModelReasoningStates start = new ModelReasoningStates("b", ModelFamily.AUTO, ReasoningIn.AUTO);

    private ReasoningState after(ReasoningEvidence... shown) {
        for (ReasoningEvidence one : shown) {
            start.saw(MODEL, one);
        }
        return start.of(MODEL);
    }

    @Test
    void learnsFromACloserThatTheContentBeginsInsideTheReasoning() {
        assertThat(after(ReasoningEvidence.CLOSED)).isEqualTo(ReasoningState.PREFILLED);
        assertThat(start.count(ReasoningState.PREFILLED)).isOne();
    }

    @ParameterizedTest
    @CsvSource({
        "glm-4.7, CLOSED, PREFILLED",
        "glm-4.7, CLOSED_APART, LIKELY_PREFILLED",
        "glm-4.5, CLOSED, LIKELY_PREFILLED",
        "my-glm, CLOSED_APART, LIKELY_PREFILLED"
    })
    void oneCloserIsEnoughOnlyWhereTheTemplateIsKnownToOpenTheReasoning(
            String model, ReasoningEvidence shown, ReasoningState state) {
        start.saw(model, shown);
        assertThat(start.of(model)).isEqualTo(state);

        start.saw(model, shown);
        assertThat(start.of(model)).isEqualTo(ReasoningState.PREFILLED);
    }

    @ParameterizedTest
    @CsvSource({
        "glm-4.7, UNSEEN, UNKNOWN",
        "glm-4.5, UNSEEN, MODEL",
        "my-glm, UNSEEN, UNDESCRIBED",
        "my-glm, LIKELY_PREFILLED, UNKNOWN",
        "my-glm, PREFILLED, PROMPT",
        "glm-4.7, PARSED, MODEL",
        "glm-4.7, INLINE, MODEL",
        "glm-4.7, ABSENT, MODEL"
    })
    void theBeginningOfAnAnswerIsKeptBackOnlyWhileItIsNotKnown(
            String model, ReasoningState state, ReasoningOpening opening) {
        assertThat(start.opening(model, state)).isEqualTo(opening);
    }

    @ParameterizedTest
    @EnumSource(names = {"NONE", "ABSENT", "FIELD"})
    void onlyTheFirstAnswerOfAModelThatNoNameDescribesIsKeptBack(ReasoningEvidence shown) {
        start.saw("my-glm", shown);

        assertThat(start.opening("my-glm")).isEqualTo(ReasoningOpening.MODEL);
        assertThat(start.opening("my-glm-".repeat(50))).isEqualTo(ReasoningOpening.MODEL);
    }

    @Test
    void anAnswerWithoutReasoningEndsTheSuspicionThatOneCloserRaised() {
        assertThat(after(ReasoningEvidence.CLOSED_APART, ReasoningEvidence.ABSENT))
                .isEqualTo(ReasoningState.ABSENT);
    }

    @Test
    void keepsWhatItLearnsApartByModel() {
        start.saw(MODEL, ReasoningEvidence.CLOSED);

        assertThat(start.of("glm-5")).isEqualTo(ReasoningState.UNSEEN);
    }

    @Test
    void learnsNothingFromACloserOnceAnAnswerCameWithoutReasoning() {
        assertThat(after(ReasoningEvidence.ABSENT, ReasoningEvidence.CLOSED)).isEqualTo(ReasoningState.ABSENT);
    }

    @Test
    void learnsNothingFromACloserOnceAReasoningFieldCame() {
        assertThat(after(ReasoningEvidence.FIELD, ReasoningEvidence.CLOSED)).isEqualTo(ReasoningState.PARSED);
    }

    @Test
    void aReasoningFieldCorrectsWhatACloserTaught() {
        assertThat(after(ReasoningEvidence.CLOSED, ReasoningEvidence.FIELD)).isEqualTo(ReasoningState.PARSED);
    }

    @Test
    void unlearnsWhenAnAnswerEndsWithoutACloserAndMayLearnAgain() {
        assertThat(after(ReasoningEvidence.CLOSED, ReasoningEvidence.ABSENT)).isEqualTo(ReasoningState.UNSEEN);
        assertThat(after(ReasoningEvidence.CLOSED)).isEqualTo(ReasoningState.PREFILLED);
    }

    @Test
    void anAnswerThatShowsNothingChangesNothing() {
        assertThat(after(ReasoningEvidence.NONE)).isEqualTo(ReasoningState.UNSEEN);
        assertThat(after(ReasoningEvidence.CLOSED, ReasoningEvidence.NONE)).isEqualTo(ReasoningState.PREFILLED);
    }

    @ParameterizedTest
    @EnumSource(ReasoningEvidence.class)
    void aSettingStandsWhateverIsSeen(ReasoningEvidence shown) {
        var set = new ModelReasoningStates("b", ModelFamily.AUTO, ReasoningIn.PREFILLED);

        set.saw(MODEL, shown);

        assertThat(set.of(MODEL)).isEqualTo(ReasoningState.PREFILLED);
    }

    @Test
    void tellsWhatItLearntByModel() {
        start.saw("glm-5", ReasoningEvidence.FIELD);
        start.saw(MODEL, ReasoningEvidence.CLOSED);

        assertThat(start.learnt())
                .containsExactly(entry(MODEL, ReasoningState.PREFILLED), entry("glm-5", ReasoningState.PARSED));
    }

    @Test
    void keepsTheLatestModelsOnly() {
        IntStream.range(0, 1_000).forEach(i -> start.saw("glm-5-x" + i, ReasoningEvidence.CLOSED));

        assertThat(start.count(ReasoningState.PREFILLED)).isEqualTo(256);
        assertThat(start.of("glm-5-x0")).isEqualTo(ReasoningState.UNSEEN);
        assertThat(start.of("glm-5-x999")).isEqualTo(ReasoningState.PREFILLED);
    }
}
