package dev.throughline.backend;

import dev.throughline.filter.ReasoningEvidence;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

class ReasoningStartTest {
    private static final String MODEL = "glm-4.7";

    private final ReasoningStart start = new ReasoningStart("b", ReasoningIn.AUTO);

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
        var set = new ReasoningStart("b", ReasoningIn.PREFILLED);

        set.saw(MODEL, shown);

        assertThat(set.of(MODEL)).isEqualTo(ReasoningState.PREFILLED);
    }

    @Test
    void keepsTheLatestModelsOnly() {
        IntStream.range(0, 1_000).forEach(i -> start.saw("glm-" + i, ReasoningEvidence.CLOSED));

        assertThat(start.count(ReasoningState.PREFILLED)).isEqualTo(256);
        assertThat(start.of("glm-0")).isEqualTo(ReasoningState.UNSEEN);
        assertThat(start.of("glm-999")).isEqualTo(ReasoningState.PREFILLED);
    }
}
